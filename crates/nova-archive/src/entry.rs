//! One entry as the central directory tells it: a view into the directory's bytes, decoded on demand.

use std::borrow::Cow;

use crate::{
    end::{u16_at, u32_at, u64_at},
    names,
};

/// The fixed part of a directory record (APPNOTE 4.3.12).
pub(crate) const RECORD: usize = 46;
/// A 32-bit field at its limit: the real value stands in the 64-bit extra field.
const IN_EXTRA: u32 = 0xffff_ffff;

/// How an entry is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As it is.
    Stored,
    /// Deflate.
    Deflated,
    /// Something that is not read.
    Other(u16),
}

/// What an entry makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device.
    Special,
}

/// One entry of the central directory.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    index: usize,
    record: &'a [u8],
}

impl<'a> Entry<'a> {
    pub(crate) fn new(index: usize, record: &'a [u8]) -> Self {
        Self { index, record }
    }

    /// Its number, for [`crate::Zip::read`].
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its name as decoded: UTF-8, else GBK, else code page 437. Not checked: see [`crate::safe_entry_path`].
    pub fn name(&self) -> Cow<'a, str> {
        names::decode(self.name_raw())
    }

    /// The bytes of its name.
    pub fn name_raw(&self) -> &'a [u8] {
        let len = usize::from(self.u16(28));
        self.record.get(RECORD..RECORD.saturating_add(len)).unwrap_or_default()
    }

    /// How it is packed.
    pub fn method(&self) -> Method {
        match self.u16(10) {
            0 => Method::Stored,
            8 => Method::Deflated,
            other => Method::Other(other),
        }
    }

    /// Whether it is encrypted, in whatever way.
    pub fn is_encrypted(&self) -> bool {
        self.flags() & (1 | 0x40 | 0x2000) != 0 || self.u16(10) == 99
    }

    /// The size in bytes that it claims to have unpacked.
    pub fn size(&self) -> u64 {
        self.long(24).unwrap_or(u64::MAX)
    }

    /// The size in bytes that it takes in the archive.
    pub fn packed_size(&self) -> u64 {
        self.long(20).unwrap_or(u64::MAX)
    }

    /// The CRC-32 that it claims to have unpacked.
    pub fn crc32(&self) -> u32 {
        self.u32(16)
    }

    /// What it makes, by its Unix mode where there is one, else by its name. A link or device is told in any case.
    pub fn kind(&self) -> EntryKind {
        let is_folder = self.name_raw().ends_with(b"/");
        match self.unix_mode() & 0o170_000 {
            0o120_000 => EntryKind::Link,
            0o040_000 => EntryKind::Folder,
            0 | 0o100_000 if is_folder => EntryKind::Folder,
            0 | 0o100_000 => EntryKind::File,
            _ => EntryKind::Special,
        }
    }

    /// Whether somebody may run it; nobody where the archive was not made on Unix or macOS.
    pub fn is_executable(&self) -> bool {
        self.unix_mode() & 0o111 != 0
    }

    /// Its Unix mode with the file type; 0 where the archive was not made on Unix or macOS.
    pub(crate) fn unix_mode(&self) -> u32 {
        match self.u16(4) >> 8 {
            3 | 19 => self.u32(38) >> 16,
            _ => 0,
        }
    }

    /// Its time stamp in MS-DOS form: date in the upper, time in the lower half (APPNOTE 4.4.6).
    pub fn dos_time(&self) -> u32 {
        self.u32(12)
    }

    pub(crate) fn flags(&self) -> u16 {
        self.u16(8)
    }

    /// Where its local header is, before the shift of a prefix.
    pub(crate) fn offset(&self) -> u64 {
        self.long(42).unwrap_or(u64::MAX)
    }

    pub(crate) fn disk(&self) -> u16 {
        self.u16(34)
    }

    /// Whether each field that is said to stand in the 64-bit extra field does.
    pub(crate) fn has_its_fields(&self) -> bool {
        [20, 24, 42].into_iter().all(|at| self.long(at).is_some())
    }

    /// A 32-bit field, or the 64-bit one that stands for it.
    fn long(&self, at: usize) -> Option<u64> {
        match self.u32(at) {
            IN_EXTRA => self.in_extra(at),
            short => Some(short.into()),
        }
    }

    /// The 64-bit extra field holds, in this order, only the values that are at their limit.
    fn in_extra(&self, at: usize) -> Option<u64> {
        let extra = zip64_extra(self.extra())?;
        let before = [24, 20, 42].into_iter().take_while(|field| *field != at);
        let skip = before.filter(|field| self.u32(*field) == IN_EXTRA).count();
        u64_at(extra, skip.checked_mul(8)?)
    }

    fn extra(&self) -> &'a [u8] {
        let start = RECORD.saturating_add(usize::from(self.u16(28)));
        let len = usize::from(self.u16(30));
        self.record.get(start..start.saturating_add(len)).unwrap_or_default()
    }

    fn u16(&self, at: usize) -> u16 {
        u16_at(self.record, at).unwrap_or_default()
    }

    fn u32(&self, at: usize) -> u32 {
        u32_at(self.record, at).unwrap_or_default()
    }
}

/// The body of the 64-bit extra field (APPNOTE 4.5.3).
pub(crate) fn zip64_extra(mut extra: &[u8]) -> Option<&[u8]> {
    loop {
        let (id, len) = (u16_at(extra, 0)?, usize::from(u16_at(extra, 2)?));
        let body = extra.get(4..)?;
        if id == 1 {
            return body.get(..len);
        }
        extra = body.get(len..)?;
    }
}

/// The whole size of the record that begins these bytes, if it is one.
pub(crate) fn record_len(bytes: &[u8]) -> Option<usize> {
    if !bytes.starts_with(b"PK\x01\x02") {
        return None;
    }
    let parts = [28, 30, 32].into_iter().map(|at| u16_at(bytes, at).map(usize::from));
    parts.sum::<Option<usize>>()?.checked_add(RECORD)
}
