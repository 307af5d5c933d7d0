//! Finding the end of an archive: the end-of-central-directory records, 32 and 64 bits (APPNOTE 4.3.14 to 4.3.16).

use std::io::{Read, Seek, SeekFrom};

use crate::{ArchiveError, DirectoryFault, Leniency, Limits, Looks};

/// The end record without its comment.
const END: usize = 22;
/// The 64-bit end record without its extensible part, and its locator.
const END64: u64 = 56;
const LOCATOR: usize = 20;
/// An end record, the longest comment, and the locator before it: all of it comes with one read.
const TAIL: u64 = 0xffff + END as u64 + LOCATOR as u64;

/// Where the central directory is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Its first byte, in the file.
    pub(crate) start: u64,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// How many entries it claims.
    pub(crate) count: u64,
    /// What must be added to the offsets in it, since bytes were put before the archive.
    pub(crate) shift: u64,
}

/// The last bytes of a file, and where they begin.
pub(crate) struct Tail {
    pub(crate) bytes: Vec<u8>,
    pub(crate) start: u64,
}

impl Tail {
    pub(crate) fn read<R: Read + Seek>(reader: &mut R) -> Result<Self, ArchiveError> {
        let len = reader.seek(SeekFrom::End(0))?;
        let start = len.saturating_sub(TAIL);
        let bytes = read_at(reader, start, len.saturating_sub(start))?;
        Ok(Self { bytes, start })
    }

    /// The bytes of a part of the file that lies in the tail as a whole.
    pub(crate) fn slice(&self, start: u64, size: u64) -> Option<&[u8]> {
        let from = usize::try_from(start.checked_sub(self.start)?).ok()?;
        let to = from.checked_add(usize::try_from(size).ok()?)?;
        self.bytes.get(from..to)
    }

    /// Offsets in the tail that could be an end record, from the last to the first.
    fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.bytes.len().saturating_sub(END - 1);
        (0..last).rev().filter(|at| self.bytes.get(*at..).is_some_and(|rest| rest.starts_with(b"PK\x05\x06")))
    }

    /// Bytes between the end of a record's comment and the end of the file; none if the comment does not fit.
    fn rest(&self, at: usize) -> Option<usize> {
        let comment = u16_at(&self.bytes, at.checked_add(20)?)?;
        self.bytes.len().checked_sub(at.checked_add(END)?)?.checked_sub(usize::from(comment))
    }
}

/// Reads `len` bytes from `start`, or fewer where the file ends. Reserves no more than 1 MiB ahead.
pub(crate) fn read_at<R: Read + Seek + ?Sized>(
    reader: &mut R,
    start: u64,
    len: u64,
) -> Result<Vec<u8>, ArchiveError> {
    reader.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity(usize::try_from(len.min(1 << 20)).unwrap_or(0));
    reader.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Finds the end record that counts.
pub(crate) fn find<R: Read + Seek>(
    reader: &mut R,
    tail: &Tail,
    limits: &Limits,
) -> Result<End, ArchiveError> {
    let mut fits = tail.candidates().filter(|at| tail.rest(*at) == Some(0));
    match (fits.next(), limits.leniency) {
        (Some(_), Leniency::Strict) if fits.next().is_some() => Err(DirectoryFault::Ambiguous.into()),
        (Some(at), _) => parse(reader, tail, at, limits.leniency),
        (None, Leniency::Jar) => last_sound(reader, tail),
        (None, Leniency::Strict) if last_sound(reader, tail).is_ok() => Err(DirectoryFault::Appendix.into()),
        (None, Leniency::Strict) => Err(not_zip(reader)?),
    }
}

/// The last record with something behind it whose directory lies before it.
fn last_sound<R: Read + Seek>(reader: &mut R, tail: &Tail) -> Result<End, ArchiveError> {
    // A file full of signatures must not cost a directory each.
    for at in tail.candidates().filter(|at| tail.rest(*at).is_some()).take(16) {
        if let Ok(end) = parse(reader, tail, at, Leniency::Jar) {
            return Ok(end);
        }
    }
    Err(not_zip(reader)?)
}

fn not_zip<R: Read + Seek>(reader: &mut R) -> Result<ArchiveError, ArchiveError> {
    Ok(ArchiveError::NotZip(Looks::of(&read_at(reader, 0, 512)?)))
}

/// The fields of an end record, before it is known what they mean.
#[derive(Clone, Copy)]
struct Fields {
    disk: u64,
    directory_disk: u64,
    on_disk: u64,
    count: u64,
    size: u64,
    offset: u64,
}

fn parse<R: Read + Seek>(
    reader: &mut R,
    tail: &Tail,
    at: usize,
    leniency: Leniency,
) -> Result<End, ArchiveError> {
    let short = fields32(&tail.bytes, at).ok_or(DirectoryFault::Malformed)?;
    let here = tail.start.saturating_add(at as u64);
    let (fields, directory_end) = match locator(tail, at) {
        Some(place) => {
            let (long, start) = fields64(reader, place, here)?;
            (merge(short, long)?, start)
        }
        None if short.size == 0xffff_ffff || short.offset == 0xffff_ffff => {
            return Err(DirectoryFault::Zip64.into());
        }
        None => (short, here),
    };
    if fields.disk != fields.directory_disk || fields.disk != 0 || fields.on_disk != fields.count {
        return Err(DirectoryFault::MultiDisk.into());
    }
    place(fields, directory_end, leniency).map_err(Into::into)
}

/// Where the directory begins, by its end and by its offset.
fn place(fields: Fields, directory_end: u64, leniency: Leniency) -> Result<End, DirectoryFault> {
    let start = directory_end.checked_sub(fields.size).ok_or(DirectoryFault::Outside)?;
    let shift = start.checked_sub(fields.offset).ok_or(DirectoryFault::Outside)?;
    if shift != 0 && leniency == Leniency::Strict {
        return Err(DirectoryFault::Prefix);
    }
    Ok(End { start, size: fields.size, count: fields.count, shift })
}

fn fields32(bytes: &[u8], at: usize) -> Option<Fields> {
    let short = |by: usize| u16_at(bytes, at.checked_add(by)?).map(u64::from);
    let long = |by: usize| u32_at(bytes, at.checked_add(by)?).map(u64::from);
    Some(Fields {
        disk: short(4)?,
        directory_disk: short(6)?,
        on_disk: short(8)?,
        count: short(10)?,
        size: long(12)?,
        offset: long(16)?,
    })
}

/// Where the locator before the end record says that the 64-bit record is.
fn locator(tail: &Tail, at: usize) -> Option<u64> {
    let at = at.checked_sub(LOCATOR)?;
    let bytes = tail.bytes.get(at..at.checked_add(LOCATOR)?)?;
    bytes.starts_with(b"PK\x06\x07").then(|| u64_at(bytes, 8)).flatten()
}

/// The 64-bit record and where it begins: where the locator says, or right before the locator if bytes were prepended.
fn fields64<R: Read + Seek>(reader: &mut R, place: u64, end: u64) -> Result<(Fields, u64), ArchiveError> {
    let before = end.saturating_sub(LOCATOR as u64).saturating_sub(END64);
    for start in [place, before] {
        if start.saturating_add(END64) > end {
            continue;
        }
        let bytes = read_at(reader, start, END64)?;
        if let Some(fields) = parse64(&bytes) {
            return Ok((fields, start));
        }
    }
    Err(DirectoryFault::Zip64.into())
}

fn parse64(bytes: &[u8]) -> Option<Fields> {
    bytes.starts_with(b"PK\x06\x06").then_some(())?;
    Some(Fields {
        disk: u32_at(bytes, 16)?.into(),
        directory_disk: u32_at(bytes, 20)?.into(),
        on_disk: u64_at(bytes, 24)?,
        count: u64_at(bytes, 32)?,
        size: u64_at(bytes, 40)?,
        offset: u64_at(bytes, 48)?,
    })
}

/// A 32-bit field that is not at its limit must say the same as the 64-bit one.
fn merge(short: Fields, long: Fields) -> Result<Fields, DirectoryFault> {
    let agree = |short: u64, long: u64, limit: u64| short == limit || short == long;
    let counts = agree(short.count, long.count, 0xffff) && agree(short.on_disk, long.on_disk, 0xffff);
    let places = agree(short.size, long.size, 0xffff_ffff) && agree(short.offset, long.offset, 0xffff_ffff);
    if counts && places { Ok(long) } else { Err(DirectoryFault::Zip64) }
}

impl From<DirectoryFault> for ArchiveError {
    fn from(fault: DirectoryFault) -> Self {
        Self::Directory(fault)
    }
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}
