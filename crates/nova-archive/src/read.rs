//! Reading one entry: its local header is held against the directory, its bytes against size and checksum.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read, Seek, SeekFrom, Take, Write};

use flate2::{Crc, bufread::DeflateDecoder};

use crate::{
    ArchiveError, Disagreement, Entry, Method, Section, Zip,
    directory::{check_readable, check_size},
    end::{self, u16_at, u32_at, u64_at},
    entry::zip64_extra,
};

/// A local header without name and extra field (APPNOTE 4.3.7).
const LOCAL: usize = 30;
/// Room for the extra field of a local header, which the directory does not tell: nearly always enough.
const EXTRA_GUESS: u64 = 128;
/// Header and data come with one read up to this size.
const ONE_READ: u64 = 256 << 10;
/// Most bytes that are reserved before anything is unpacked.
const RESERVE: u64 = 1 << 20;

impl<R: Read + Seek> Zip<R> {
    /// Unpacks an entry into memory.
    ///
    /// # Errors
    /// [`ArchiveError::TooLarge`] if it claims more than `cap` bytes; a disagreement of its headers; damage.
    pub fn read(&mut self, index: usize, cap: u64) -> Result<Vec<u8>, ArchiveError> {
        let mut reader = self.open_entry(index, cap)?;
        let mut bytes = Vec::with_capacity(reader.reserve());
        match reader.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(unwrap_io(error)),
        }
    }

    /// Unpacks the entry of this name into memory; nothing if there is none.
    pub fn read_name(&mut self, name: &str, cap: u64) -> Result<Option<Vec<u8>>, ArchiveError> {
        match self.find(name).map(|entry| entry.index()) {
            Some(index) => self.read(index, cap).map(Some),
            None => Ok(None),
        }
    }

    /// Unpacks an entry into a writer and says how many bytes it was. What was written before an error stays written.
    pub fn copy_to(&mut self, index: usize, to: &mut dyn Write, cap: u64) -> Result<u64, ArchiveError> {
        let mut reader = self.open_entry(index, cap)?;
        io::copy(&mut reader, to).map_err(unwrap_io)
    }

    /// A reader over an entry. It checks size and checksum at its end, so read it to its end.
    pub fn open_entry(&mut self, index: usize, cap: u64) -> Result<EntryReader<'_>, ArchiveError> {
        let (entry, head) = self.locate(index, cap)?;
        let rest = entry.packed_size().saturating_sub(head.body.get_ref().len() as u64);
        if rest > 0 {
            self.reader.seek(SeekFrom::Start(head.next))?;
        }
        let reader: &mut dyn Read = &mut self.reader;
        let buffer = usize::try_from(rest.min(64 << 10)).unwrap_or(0);
        let packed = head.body.chain(BufReader::with_capacity(buffer, reader.take(rest)));
        // Borrowed again, since `locate` wanted the reader.
        let entry = self.directory.entry(index).ok_or_else(|| missing(index))?;
        Ok(EntryReader::new(entry, packed))
    }

    /// A stored entry as a file of its own, without a copy and without a look at its checksum. None if it is packed.
    pub fn section(&mut self, index: usize) -> Result<Option<Section<'_>>, ArchiveError> {
        let (entry, head) = self.locate(index, u64::MAX)?;
        let (method, len) = (entry.method(), entry.packed_size());
        match method {
            Method::Stored => Ok(Some(Section::new(&mut self.reader, head.start, len))),
            _ => Ok(None),
        }
    }

    /// Checks the local header of every entry, so that nothing is unpacked of an archive whose headers disagree.
    pub fn check_headers(&mut self) -> Result<(), ArchiveError> {
        (0..self.len()).try_for_each(|index| self.locate(index, u64::MAX).map(|_| ()))
    }

    /// Reads the local header and what comes with it, and holds it against the directory.
    fn locate(&mut self, index: usize, cap: u64) -> Result<(Entry<'_>, Head), ArchiveError> {
        let entry = self.directory.entry(index).ok_or_else(|| missing(index))?;
        check_readable(&entry)?;
        check_size(&entry, cap)?;
        let start = self.directory.local_start(&entry);
        let before = (LOCAL as u64).saturating_add(entry.name_raw().len() as u64).saturating_add(EXTRA_GUESS);
        let want = before.saturating_add(entry.packed_size()).min(ONE_READ.max(before));
        let left = self.directory.start.saturating_sub(start);
        let bytes = end::read_at(&mut self.reader, start, want.min(left))?;
        let local = Local::parse(&bytes).ok_or_else(|| disagree(&entry, Disagreement::Header))?;
        local.compare(&entry, &bytes)?;
        let body = start.saturating_add(local.len);
        if body.saturating_add(entry.packed_size()) > self.directory.start {
            return Err(ArchiveError::Outside { entry: entry.name().into_owned() });
        }
        Ok((entry, Head::new(bytes, body, &local, entry.packed_size())))
    }
}

/// The packed bytes that came with the header, and where the next ones are.
struct Head {
    start: u64,
    next: u64,
    body: Cursor<Vec<u8>>,
}

impl Head {
    fn new(mut bytes: Vec<u8>, start: u64, local: &Local, packed: u64) -> Self {
        let header = usize::try_from(local.len).unwrap_or(usize::MAX).min(bytes.len());
        bytes.drain(..header);
        bytes.truncate(usize::try_from(packed).unwrap_or(usize::MAX));
        let next = start.saturating_add(bytes.len() as u64);
        Self { start, next, body: Cursor::new(bytes) }
    }
}

/// The fields of a local header.
struct Local {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    name: usize,
    /// Header, name and extra field together.
    len: u64,
}

impl Local {
    fn parse(bytes: &[u8]) -> Option<Self> {
        bytes.starts_with(b"PK\x03\x04").then_some(())?;
        let (name, extra) = (u16_at(bytes, 26)?, u16_at(bytes, 28)?);
        Some(Self {
            flags: u16_at(bytes, 6)?,
            method: u16_at(bytes, 8)?,
            crc: u32_at(bytes, 14)?,
            packed: u32_at(bytes, 18)?,
            size: u32_at(bytes, 22)?,
            name: name.into(),
            len: LOCAL as u64 + u64::from(name) + u64::from(extra),
        })
    }

    fn compare(&self, entry: &Entry<'_>, bytes: &[u8]) -> Result<(), ArchiveError> {
        let name = bytes.get(LOCAL..LOCAL.saturating_add(self.name));
        let method = match entry.method() {
            Method::Stored => 0,
            Method::Deflated => 8,
            Method::Other(method) => method,
        };
        if name != Some(entry.name_raw()) {
            return Err(disagree(entry, Disagreement::Name));
        }
        if self.method != method {
            return Err(disagree(entry, Disagreement::Method));
        }
        if (self.flags ^ entry.flags()) & 1 != 0 {
            return Err(disagree(entry, Disagreement::Encryption));
        }
        if self.sizes_agree(entry, bytes) { Ok(()) } else { Err(disagree(entry, Disagreement::Sizes)) }
    }

    /// With bit 3 the real values follow the data, and the header may hold zeros.
    fn sizes_agree(&self, entry: &Entry<'_>, bytes: &[u8]) -> bool {
        let later = self.flags & 8 != 0;
        let (packed, size) = self.sizes(bytes);
        let same = |here: u64, there: u64| here == there || later && here == 0;
        same(self.crc.into(), entry.crc32().into())
            && same(packed, entry.packed_size())
            && same(size, entry.size())
    }

    /// Packed and unpacked size, from the 64-bit extra field where the header points there.
    fn sizes(&self, bytes: &[u8]) -> (u64, u64) {
        let extra =
            usize::try_from(self.len).ok().and_then(|end| bytes.get(LOCAL.saturating_add(self.name)..end));
        let long = extra.and_then(zip64_extra).unwrap_or_default();
        let limit = u32::MAX;
        let size = if self.size == limit { u64_at(long, 0) } else { None };
        let skip = if self.size == limit { 8 } else { 0 };
        let packed = if self.packed == limit { u64_at(long, skip) } else { None };
        (packed.unwrap_or(self.packed.into()), size.unwrap_or(self.size.into()))
    }
}

fn disagree(entry: &Entry<'_>, what: Disagreement) -> ArchiveError {
    ArchiveError::HeadersDisagree { entry: entry.name().into_owned(), what }
}

fn missing(index: usize) -> ArchiveError {
    ArchiveError::NoEntry { entry: index.to_string() }
}

type Packed<'a> = Chain<Cursor<Vec<u8>>, BufReader<Take<&'a mut dyn Read>>>;

enum Body<'a> {
    Stored(Packed<'a>),
    Deflated(Box<DeflateDecoder<Packed<'a>>>),
}

/// Reads one entry's unpacked bytes. Its errors are `io::Error`s around [`ArchiveError`]s.
pub struct EntryReader<'a> {
    entry: Entry<'a>,
    body: Body<'a>,
    left: u64,
    crc: Crc,
}

impl<'a> EntryReader<'a> {
    fn new(entry: Entry<'a>, packed: Packed<'a>) -> Self {
        let body = match entry.method() {
            Method::Deflated => Body::Deflated(Box::new(DeflateDecoder::new(packed))),
            _ => Body::Stored(packed),
        };
        Self { entry, body, left: entry.size(), crc: Crc::new() }
    }

    /// How many bytes to reserve: never more than the packed bytes could honestly need.
    fn reserve(&self) -> usize {
        let likely = self.entry.packed_size().saturating_mul(8).saturating_add(64);
        usize::try_from(self.entry.size().min(likely).min(RESERVE)).unwrap_or(0)
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ArchiveError> {
        let read = match &mut self.body {
            Body::Stored(packed) => packed.read(buffer),
            Body::Deflated(decoder) => decoder.read(buffer),
        };
        let read = read.map_err(|error| self.damage(error))?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| self.wrong_size())?;
        self.crc.update(buffer.get(..read).unwrap_or_default());
        if read == 0 {
            self.finish()?;
        }
        Ok(read)
    }

    fn finish(&mut self) -> Result<(), ArchiveError> {
        if self.left != 0 || self.packed_left()? {
            return Err(self.wrong_size());
        }
        if self.crc.sum() != self.entry.crc32() {
            return Err(ArchiveError::Checksum { entry: self.entry.name().into_owned() });
        }
        Ok(())
    }

    /// Whether packed bytes are left behind the end of the deflate stream: another reader might see more there.
    fn packed_left(&mut self) -> Result<bool, ArchiveError> {
        let packed = match &mut self.body {
            Body::Stored(packed) => packed,
            Body::Deflated(decoder) => decoder.get_mut(),
        };
        Ok(!packed.fill_buf()?.is_empty())
    }

    fn wrong_size(&self) -> ArchiveError {
        ArchiveError::WrongSize { entry: self.entry.name().into_owned(), claimed: self.entry.size() }
    }

    fn damage(&self, error: io::Error) -> ArchiveError {
        match error.kind() {
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                ArchiveError::Corrupt { entry: self.entry.name().into_owned() }
            }
            _ => ArchiveError::Io(error),
        }
    }
}

impl Read for EntryReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.fill(buffer).map_err(io::Error::other)
    }
}

/// The archive's own error out of the one it travelled in.
fn unwrap_io(error: io::Error) -> ArchiveError {
    error.downcast::<ArchiveError>().unwrap_or_else(ArchiveError::Io)
}
