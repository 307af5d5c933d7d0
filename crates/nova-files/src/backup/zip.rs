//! Writing a zip: entries that are compressed already, one after the other, never seeking back.
//!
//! Format: PKWARE's APPNOTE.TXT 6.3, sections 4.3.7 (local header), 4.3.9 (data descriptor), 4.3.12 (central header),
//! 4.3.14 and 4.3.15 (zip64 end), 4.3.16 (end); the extra field `UT` (modification time in UTC) as Info-ZIP writes it.

use std::io::{self, Write};

const U32: u64 = 0xffff_ffff;
const U16: u64 = 0xffff;
const DEFLATED: u16 = 8;
const STORED: u16 = 0;
/// Names are UTF-8.
const UTF8: u16 = 1 << 11;
/// Sizes follow the data.
const DESCRIPTOR: u16 = 1 << 3;
/// 4.5: the first with zip64.
const VERSION: u16 = 0x2d;
/// Made on Unix.
const MADE_BY: u16 = (3 << 8) | VERSION;

/// What an entry is, before its data.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// With a slash at the end for a folder. Whatever bytes the system had for it.
    pub name: Vec<u8>,
    /// Seconds since the epoch.
    pub mtime: i64,
    /// Permission bits.
    pub mode: u32,
}

/// Checksum and sizes of an entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub crc: u32,
    pub size: u64,
    pub packed: u64,
}

struct Listed {
    head: Head,
    sum: Sum,
    flags: u16,
    offset: u64,
}

/// A zip that is being written.
pub(super) struct Writer<W> {
    out: W,
    at: u64,
    listed: Vec<Listed>,
}

impl Head {
    fn is_folder(&self) -> bool {
        self.name.ends_with(b"/")
    }

    /// Only what is UTF-8 is said to be.
    fn flags(&self) -> u16 {
        if std::str::from_utf8(&self.name).is_ok() { UTF8 } else { 0 }
    }

    fn method(&self) -> u16 {
        if self.is_folder() { STORED } else { DEFLATED }
    }

    /// The high half is the mode of Unix, the low half the folder bit of DOS.
    fn attributes(&self) -> u32 {
        let kind = if self.is_folder() { 0o040_000 } else { 0o100_000 };
        (kind | (self.mode & 0o777)) << 16 | u32::from(self.is_folder()) << 4
    }

    /// Only what fits 32 bits is written; the DOS time says the rest.
    fn unix_time(&self) -> Vec<u8> {
        let Ok(time) = i32::try_from(self.mtime) else { return Vec::new() };
        let mut extra = vec![b'U', b'T', 5, 0, 1];
        extra.extend(time.to_le_bytes());
        extra
    }
}

impl<W: Write> Writer<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, at: 0, listed: Vec::new() }
    }

    /// A folder, or a file that is compressed as a whole.
    pub(super) fn entry(&mut self, head: Head, sum: Sum, packed: &[Vec<u8>]) -> io::Result<()> {
        let offset = self.local(&head, sum, 0)?;
        packed.iter().try_for_each(|piece| self.put(piece))?;
        let flags = head.flags();
        self.listed.push(Listed { head, sum, flags, offset });
        Ok(())
    }

    /// Begins a file whose sizes are not known yet; its data follows by [`Self::data`], its end by [`Self::end`].
    pub(super) fn begin(&mut self, head: Head) -> io::Result<()> {
        let offset = self.local(&head, Sum::default(), DESCRIPTOR)?;
        let flags = head.flags() | DESCRIPTOR;
        self.listed.push(Listed { head, sum: Sum::default(), flags, offset });
        Ok(())
    }

    pub(super) fn data(&mut self, piece: &[u8]) -> io::Result<()> {
        self.put(piece)
    }

    pub(super) fn end(&mut self, sum: Sum) -> io::Result<()> {
        let mut bytes = b"PK\x07\x08".to_vec();
        bytes.extend(sum.crc.to_le_bytes());
        bytes.extend(sum.packed.to_le_bytes());
        bytes.extend(sum.size.to_le_bytes());
        if let Some(last) = self.listed.last_mut() {
            last.sum = sum;
        }
        self.put(&bytes)
    }

    /// The local header. A file with unknown sizes gets an empty zip64 field, which makes its descriptor 64 bits wide.
    fn local(&mut self, head: &Head, sum: Sum, flags: u16) -> io::Result<u64> {
        let offset = self.at;
        let wide = flags != 0 || sum.size >= U32 || sum.packed >= U32;
        let mut extra = head.unix_time();
        if wide {
            extra.extend([1, 0, 16, 0]);
            extra.extend(sum.size.to_le_bytes());
            extra.extend(sum.packed.to_le_bytes());
        }
        let mut bytes = b"PK\x03\x04".to_vec();
        common(&mut bytes, head, flags | head.flags(), sum.crc);
        sizes(&mut bytes, sum, wide);
        lengths(&mut bytes, head, &extra)?;
        bytes.extend(&head.name);
        bytes.extend(extra);
        self.put(&bytes)?;
        Ok(offset)
    }

    /// Writes the list of entries and gives the output back.
    pub(super) fn finish(mut self) -> io::Result<W> {
        let start = self.at;
        let listed = std::mem::take(&mut self.listed);
        for entry in &listed {
            let bytes = central(entry)?;
            self.put(&bytes)?;
        }
        let bytes = self.tail(start, u64::try_from(listed.len()).unwrap_or(u64::MAX));
        self.put(&bytes)?;
        Ok(self.out)
    }

    fn tail(&self, start: u64, count: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let size = self.at - start;
        if count >= U16 || start >= U32 || size >= U32 {
            bytes.extend(b"PK\x06\x06");
            bytes.extend(44_u64.to_le_bytes());
            bytes.extend(MADE_BY.to_le_bytes());
            bytes.extend(VERSION.to_le_bytes());
            bytes.extend([0; 8]);
            bytes.extend([count, count, size, start].iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(b"PK\x06\x07\0\0\0\0");
            bytes.extend(self.at.to_le_bytes());
            bytes.extend(1_u32.to_le_bytes());
        }
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(low16(count).to_le_bytes());
        bytes.extend(low16(count).to_le_bytes());
        bytes.extend(low32(size).to_le_bytes());
        bytes.extend(low32(start).to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at = self.at.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        self.out.write_all(bytes)
    }
}

fn central(entry: &Listed) -> io::Result<Vec<u8>> {
    let Listed { head, sum, flags, offset } = entry;
    let wide = flags & DESCRIPTOR != 0 || sum.size >= U32 || sum.packed >= U32;
    let mut values = Vec::new();
    if wide {
        values.extend([sum.size, sum.packed]);
    }
    if *offset >= U32 {
        values.push(*offset);
    }
    let mut extra = head.unix_time();
    if !values.is_empty() {
        extra.extend([1, 0]);
        extra.extend(u16::try_from(values.len() * 8).unwrap_or(0).to_le_bytes());
        extra.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    let mut bytes = b"PK\x01\x02".to_vec();
    bytes.extend(MADE_BY.to_le_bytes());
    common(&mut bytes, head, *flags, sum.crc);
    sizes(&mut bytes, *sum, wide);
    lengths(&mut bytes, head, &extra)?;
    bytes.extend([0; 6]);
    bytes.extend(head.attributes().to_le_bytes());
    bytes.extend(low32(*offset).to_le_bytes());
    bytes.extend(&head.name);
    bytes.extend(extra);
    Ok(bytes)
}

/// Version needed, flags, method, time, checksum: the same in both headers.
fn common(bytes: &mut Vec<u8>, head: &Head, flags: u16, crc: u32) {
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(flags.to_le_bytes());
    bytes.extend(head.method().to_le_bytes());
    bytes.extend(dos_time(head.mtime).to_le_bytes());
    bytes.extend(crc.to_le_bytes());
}

fn sizes(bytes: &mut Vec<u8>, sum: Sum, wide: bool) {
    let size = |size| if wide { u32::MAX } else { low32(size) };
    bytes.extend(size(sum.packed).to_le_bytes());
    bytes.extend(size(sum.size).to_le_bytes());
}

fn lengths(bytes: &mut Vec<u8>, head: &Head, extra: &[u8]) -> io::Result<()> {
    let name = u16::try_from(head.name.len()).map_err(io::Error::other)?;
    bytes.extend(name.to_le_bytes());
    bytes.extend(u16::try_from(extra.len()).map_err(io::Error::other)?.to_le_bytes());
    Ok(())
}

/// What does not fit is all ones: the zip64 field has it.
fn low32(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn low16(value: u64) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

/// Date and time of DOS in UTC, two seconds apart, from 1980 to 2107.
fn dos_time(seconds: i64) -> u32 {
    const FIRST: i64 = 315_532_800;
    const LAST: i64 = 4_354_819_198;
    let seconds = seconds.clamp(FIRST, LAST);
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let time = seconds.rem_euclid(86_400);
    let date = (year - 1980) << 9 | month << 5 | day;
    let clock = (time / 3600) << 11 | (time / 60 % 60) << 5 | (time % 60 / 2);
    u32::try_from(date << 16 | clock).unwrap_or(0)
}

/// Year, month and day of a day since the epoch, for days from 1970 on: years of 365.2425 days that begin in March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Seconds since the epoch of a date and time of DOS; none for what is no date.
pub(super) fn from_dos_time(time: u32) -> Option<i64> {
    let part = |shift: u32, bits: u32| i64::from(time >> shift & ((1 << bits) - 1));
    let (year, month, day) = (part(25, 7) + 1980, part(21, 4), part(16, 5));
    let (hour, minute, second) = (part(11, 5), part(5, 6), part(0, 5) * 2);
    if !(1..=12).contains(&month) || day == 0 || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let days =
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_known_moment_has_its_dos_time() {
        // 2026-11-30 13:08:42 UTC.
        assert_eq!(dos_time(1_796_044_122), 0x5d7e_6915);
        assert_eq!(dos_time(0), dos_time(315_532_800));
        assert_eq!(from_dos_time(0), None);
    }

    proptest! {
        #[test]
        fn dos_time_keeps_a_moment_but_for_one_second(seconds in 315_532_800_i64..4_354_819_198) {
            prop_assert_eq!(from_dos_time(dos_time(seconds)), Some(seconds / 2 * 2));
        }

        #[test]
        fn any_dos_time_is_read_without_a_panic(time in any::<u32>()) {
            let _ = from_dos_time(time);
        }
    }
}
