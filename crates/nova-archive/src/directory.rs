//! The central directory: read once, checked as a whole, looked into without unpacking anything.

use std::io::{Read, Seek};

use crate::{
    ArchiveError, DirectoryFault, Entry, Leniency, Limits, Method,
    end::{self, End, Tail},
    entry::record_len,
};

/// An open archive. Holds the bytes of its central directory and four bytes an entry.
#[derive(Debug)]
pub struct Zip<R> {
    pub(crate) reader: R,
    pub(crate) directory: Directory,
}

/// The checked directory.
#[derive(Debug)]
pub(crate) struct Directory {
    bytes: Vec<u8>,
    records: Vec<u32>,
    /// Where the entries end, in the file.
    pub(crate) start: u64,
    /// What is added to each offset.
    pub(crate) shift: u64,
}

impl<R: Read + Seek> Zip<R> {
    /// Reads and checks the central directory: two or three reads, whatever the size of the archive.
    ///
    /// # Errors
    /// [`ArchiveError::NotZip`] with what it looks like; [`ArchiveError::Directory`] and the caps; with
    /// [`Leniency::Strict`] also every encrypted entry, unknown method, oversized claim and overlap.
    pub fn open(mut reader: R, limits: &Limits) -> Result<Self, ArchiveError> {
        let tail = Tail::read(&mut reader)?;
        let end = end::find(&mut reader, &tail, limits)?;
        let bytes = read_directory(&mut reader, &tail, &end, limits)?;
        let packed = tail.start.saturating_add(tail.bytes.len() as u64);
        let directory =
            Directory { records: index(&bytes, &end, limits)?, bytes, start: end.start, shift: end.shift };
        directory.check(packed, limits)?;
        Ok(Self { reader, directory })
    }
}

impl<R> Zip<R> {
    /// How many entries it lists.
    pub fn len(&self) -> usize {
        self.directory.records.len()
    }

    /// Whether it lists none.
    pub fn is_empty(&self) -> bool {
        self.directory.records.is_empty()
    }

    /// The entries, in the order of the directory.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        self.directory.entries()
    }

    /// The entry of a number.
    pub fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.directory.entry(index)
    }

    /// The entry whose raw name is exactly this; the last one if there are several, as in Java.
    pub fn find(&self, name: &str) -> Option<Entry<'_>> {
        self.entries().rev().find(|entry| entry.name_raw() == name.as_bytes())
    }

    /// The reader, given back.
    pub fn into_inner(self) -> R {
        self.reader
    }
}

impl Directory {
    pub(crate) fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let at = usize::try_from(*self.records.get(index)?).ok()?;
        Some(Entry::new(index, self.bytes.get(at..)?))
    }

    fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        self.records.iter().enumerate().map(|(index, at)| {
            Entry::new(
                index,
                usize::try_from(*at).ok().and_then(|at| self.bytes.get(at..)).unwrap_or_default(),
            )
        })
    }

    fn check(&self, packed: u64, limits: &Limits) -> Result<(), ArchiveError> {
        if limits.leniency == Leniency::Strict {
            self.check_entries(limits)?;
        }
        self.check_total(packed, limits)?;
        self.check_overlaps()
    }

    fn check_entries(&self, limits: &Limits) -> Result<(), ArchiveError> {
        for entry in self.entries() {
            check_readable(&entry)?;
            check_size(&entry, limits.entry_bytes)?;
        }
        Ok(())
    }

    fn check_total(&self, packed: u64, limits: &Limits) -> Result<(), ArchiveError> {
        let cap = limits.total.bytes(packed);
        let mut size = 0_u64;
        for entry in self.entries().take_while(|_| cap < u64::MAX) {
            size = size.saturating_add(entry.size());
            if size > cap {
                return Err(ArchiveError::TotalTooLarge { entry: entry.name().into_owned(), size, cap });
            }
        }
        Ok(())
    }

    /// By the directory alone: each entry takes at least its header, its name and its packed bytes.
    fn check_overlaps(&self) -> Result<(), ArchiveError> {
        let mut spans: Vec<(u64, u64, u32)> = Vec::with_capacity(self.records.len());
        for (entry, record) in self.entries().zip(&self.records) {
            spans.push((self.local_start(&entry), least_end(&entry, self.local_start(&entry)), *record));
        }
        if !spans.is_sorted() {
            spans.sort_unstable();
        }
        let clash = spans.windows(2).find(|pair| matches!(pair, [(_, end, _), (start, _, _)] if end > start));
        match (clash, spans.last()) {
            (Some([(_, _, record), _]), _) => Err(ArchiveError::Overlap { entry: self.name_at(*record) }),
            (_, Some((_, end, record))) if *end > self.start => {
                Err(ArchiveError::Outside { entry: self.name_at(*record) })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn local_start(&self, entry: &Entry<'_>) -> u64 {
        entry.offset().saturating_add(self.shift)
    }

    fn name_at(&self, record: u32) -> String {
        let bytes = usize::try_from(record).ok().and_then(|at| self.bytes.get(at..)).unwrap_or_default();
        Entry::new(0, bytes).name().into_owned()
    }
}

fn least_end(entry: &Entry<'_>, start: u64) -> u64 {
    start.saturating_add(30).saturating_add(entry.name_raw().len() as u64).saturating_add(entry.packed_size())
}

/// Whether the entry's bytes can be read at all.
pub(crate) fn check_readable(entry: &Entry<'_>) -> Result<(), ArchiveError> {
    if entry.is_encrypted() {
        return Err(ArchiveError::Encrypted { entry: entry.name().into_owned() });
    }
    match entry.method() {
        Method::Other(method) => {
            Err(ArchiveError::UnknownMethod { entry: entry.name().into_owned(), method })
        }
        Method::Stored if entry.size() != entry.packed_size() => {
            Err(ArchiveError::WrongSize { entry: entry.name().into_owned(), claimed: entry.size() })
        }
        Method::Stored | Method::Deflated => Ok(()),
    }
}

/// Whether an entry claims no more than a cap.
pub(crate) fn check_size(entry: &Entry<'_>, cap: u64) -> Result<(), ArchiveError> {
    if entry.size() > cap {
        return Err(ArchiveError::TooLarge { entry: entry.name().into_owned(), size: entry.size(), cap });
    }
    Ok(())
}

fn read_directory<R: Read + Seek>(
    reader: &mut R,
    tail: &Tail,
    end: &End,
    limits: &Limits,
) -> Result<Vec<u8>, ArchiveError> {
    if end.size > limits.directory_bytes.min(u64::from(u32::MAX)) {
        return Err(DirectoryFault::TooLarge.into());
    }
    match tail.slice(end.start, end.size) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => end::read_at(reader, end.start, end.size),
    }
}

/// The offsets of the records in the directory's bytes.
fn index(bytes: &[u8], end: &End, limits: &Limits) -> Result<Vec<u32>, ArchiveError> {
    let possible = bytes.len() as u64 / crate::entry::RECORD as u64;
    let strict = limits.leniency == Leniency::Strict;
    if end.count > limits.entries {
        return Err(ArchiveError::TooManyEntries { count: end.count, cap: limits.entries });
    }
    let mut records = Vec::with_capacity(usize::try_from(end.count.min(possible)).unwrap_or(0));
    let mut at = 0_usize;
    while at < bytes.len() {
        if records.len() as u64 >= limits.entries {
            return Err(ArchiveError::TooManyEntries { count: possible, cap: limits.entries });
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let len = record_len(rest).filter(|len| *len <= rest.len()).ok_or(DirectoryFault::Malformed)?;
        check_record(&Entry::new(records.len(), rest))?;
        records.push(u32::try_from(at).map_err(|_| DirectoryFault::TooLarge)?);
        at = at.saturating_add(len);
    }
    if strict && records.len() as u64 != end.count {
        return Err(DirectoryFault::WrongCount.into());
    }
    Ok(records)
}

fn check_record(entry: &Entry<'_>) -> Result<(), DirectoryFault> {
    match entry.disk() {
        0 if entry.has_its_fields() => Ok(()),
        0 => Err(DirectoryFault::Zip64),
        _ => Err(DirectoryFault::MultiDisk),
    }
}
