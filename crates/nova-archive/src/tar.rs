//! Reading tar as a stream: ustar, with GNU's long names and the extended headers of pax. Each header is held against its checksum,
//! counts and sizes against caps. Names and targets are decoded, not judged: whoever unpacks does that.

use std::io::{self, Read};

use crate::{ArchiveError, Limits, names, tar_header::Header};

/// The unit in which a tar is written.
const BLOCK: u64 = 512;
/// The longest name or target that an entry of its own may hold.
const LONGEST_NAME: u64 = 8 << 10;
/// The largest extended header.
const LARGEST_PAX: u64 = 64 << 10;

/// What an entry of a tar makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TarKind {
    /// A file; its bytes are what the tar reads as until the next entry.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link {
        /// Where it leads, as it was written.
        target: String,
    },
    /// Another name of a file that came before.
    Same {
        /// That file's name.
        name: String,
    },
}

/// An entry of a tar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TarEntry {
    /// Its name. Not checked: see [`crate::safe_entry_path`].
    pub name: String,
    /// What it makes.
    pub kind: TarKind,
    /// The bytes of a file.
    pub size: u64,
    /// Whether somebody may run it.
    pub is_executable: bool,
}

/// A tar that is read from its beginning to its end, once. Between two entries it reads as the bytes of
/// the first; its errors hold an [`ArchiveError`], as those of [`crate::EntryReader`] do.
#[derive(Debug)]
pub struct Tar<R> {
    reader: R,
    limits: Limits,
    /// Bytes that all entries may have.
    cap: u64,
    entries: u64,
    total: u64,
    left: u64,
    padding: u64,
}

/// What entries before an entry say of it.
#[derive(Default)]
struct Ahead {
    name: Option<String>,
    target: Option<String>,
    size: Option<u64>,
}

impl<R: Read> Tar<R> {
    /// A tar of so many packed bytes, of which a cap may be a multiple.
    pub fn new(reader: R, limits: Limits, packed: u64) -> Self {
        Self { reader, cap: limits.total.bytes(packed), limits, entries: 0, total: 0, left: 0, padding: 0 }
    }

    /// Goes on to the next entry. What was not read of the last one is left out.
    ///
    /// # Errors
    /// Damage, an end that comes too early, a cap that is reached, or something that is neither file nor folder nor link.
    pub fn next_entry(&mut self) -> Result<Option<TarEntry>, ArchiveError> {
        self.skip()?;
        let mut ahead = Ahead::default();
        while let Some(header) = self.header()? {
            self.count()?;
            match header.flag {
                b'L' => ahead.name = Some(self.long(&header)?),
                b'K' => ahead.target = Some(self.long(&header)?),
                b'x' => {
                    let bytes = self.body(&header, LARGEST_PAX)?;
                    ahead.learn(&bytes)?;
                }
                // It is about the whole archive, and of no use to us.
                b'g' => drop(self.body(&header, LARGEST_PAX)?),
                _ => return self.entry(&header, ahead).map(Some),
            }
        }
        Ok(None)
    }

    fn entry(&mut self, header: &Header, ahead: Ahead) -> Result<TarEntry, ArchiveError> {
        let name = ahead.name.unwrap_or_else(|| header.name());
        let target = ahead.target.unwrap_or_else(|| header.target());
        let kind = match header.flag {
            b'0' | 0 | b'7' if name.ends_with('/') => TarKind::Folder,
            b'0' | 0 | b'7' => TarKind::File,
            b'1' => TarKind::Same { name: target },
            b'2' => TarKind::Link { target },
            b'5' => TarKind::Folder,
            _ => return Err(ArchiveError::Special { entry: name }),
        };
        let size = if kind == TarKind::File { ahead.size.unwrap_or(header.size) } else { 0 };
        if size > self.limits.entry_bytes {
            return Err(ArchiveError::TooLarge { entry: name, size, cap: self.limits.entry_bytes });
        }
        self.total = self.total.saturating_add(size);
        if self.total > self.cap {
            return Err(ArchiveError::TotalTooLarge { entry: name, size: self.total, cap: self.cap });
        }
        (self.left, self.padding) = (size, padding(size));
        Ok(TarEntry { name, kind, size, is_executable: header.mode & 0o111 != 0 })
    }

    fn count(&mut self) -> Result<(), ArchiveError> {
        self.entries = self.entries.saturating_add(1);
        let (count, cap) = (self.entries, self.limits.entries);
        if count > cap { Err(ArchiveError::TooManyEntries { count, cap }) } else { Ok(()) }
    }

    /// The next header; none at the end, which is a block of zeros.
    fn header(&mut self) -> Result<Option<Header>, ArchiveError> {
        let mut block = [0; 512];
        self.reader.read_exact(&mut block).map_err(tar_error)?;
        if block.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        Header::parse(&block).map(Some).ok_or(ArchiveError::TarBroken)
    }

    fn long(&mut self, header: &Header) -> Result<String, ArchiveError> {
        let mut bytes = self.body(header, LONGEST_NAME)?;
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        bytes.truncate(end);
        Ok(names::decode(&bytes).into_owned())
    }

    /// The bytes of an entry that is about others.
    fn body(&mut self, header: &Header, cap: u64) -> Result<Vec<u8>, ArchiveError> {
        if header.size > cap {
            return Err(ArchiveError::TooLarge { entry: header.name(), size: header.size, cap });
        }
        let mut bytes = vec![0; usize::try_from(header.size).unwrap_or_default()];
        self.reader.read_exact(&mut bytes).map_err(tar_error)?;
        self.padding = padding(header.size);
        self.skip()?;
        Ok(bytes)
    }

    /// What is left of an entry is read and dropped.
    fn skip(&mut self) -> Result<(), ArchiveError> {
        let wanted = self.left.saturating_add(self.padding);
        (self.left, self.padding) = (0, 0);
        let read = io::copy(&mut self.reader.by_ref().take(wanted), &mut io::sink()).map_err(tar_error)?;
        if read < wanted { Err(ArchiveError::TarCut) } else { Ok(()) }
    }
}

impl<R: Read> Read for Tar<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.reader.read(buffer.get_mut(..most).unwrap_or_default());
        let read = read.map_err(|error| io::Error::new(error.kind(), tar_error(error)))?;
        if read == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, ArchiveError::TarCut));
        }
        self.left = self.left.saturating_sub(u64::try_from(read).unwrap_or(u64::MAX));
        Ok(read)
    }
}

impl Ahead {
    /// Records of a pax header: `<length> <key>=<value>\n`, the length being that of the whole record.
    fn learn(&mut self, mut bytes: &[u8]) -> Result<(), ArchiveError> {
        while let Some(blank) = bytes.iter().position(|byte| *byte == b' ') {
            let length = std::str::from_utf8(bytes.get(..blank).unwrap_or_default()).ok();
            let length: Option<usize> = length.and_then(|length| length.parse().ok());
            let record =
                length.filter(|length| *length > blank).and_then(|length| bytes.get(blank + 1..length));
            let record =
                record.and_then(|record| record.strip_suffix(b"\n")).ok_or(ArchiveError::TarBroken)?;
            self.set(record);
            bytes = bytes.get(length.unwrap_or(bytes.len())..).unwrap_or_default();
        }
        Ok(())
    }

    fn set(&mut self, record: &[u8]) {
        let Some(equals) = record.iter().position(|byte| *byte == b'=') else { return };
        let (key, value) = record.split_at(equals);
        let value = names::decode(value.get(1..).unwrap_or_default()).into_owned();
        match key {
            b"path" => self.name = Some(value),
            b"linkpath" => self.target = Some(value),
            b"size" => self.size = value.parse().ok(),
            _ => {}
        }
    }
}

/// What fills the last block.
fn padding(size: u64) -> u64 {
    (BLOCK - size % BLOCK) % BLOCK
}

/// An error of the reader below, which may be one that unpacks.
fn tar_error(error: io::Error) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ArchiveError::TarCut,
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => ArchiveError::GzipCorrupt,
        _ => ArchiveError::Io(error),
    }
}
