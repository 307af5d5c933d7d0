//! A log file as a stream of bytes in an 8-bit encoding: packed or not, and from which place on.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use flate2::read::MultiGzDecoder;

use super::decode::{self, FromUtf16};
use crate::regular;

/// Bytes of a packed log that are unpacked at most.
const UNPACKED: u64 = 256 << 20;

/// An open log.
pub(super) struct Stream {
    /// Its bytes.
    pub(super) reader: BufReader<Box<dyn Read>>,
    /// It starts in the middle of the file.
    pub(super) cut: bool,
    /// It is what lies in the file, byte for byte.
    pub(super) plain: bool,
}

impl Stream {
    /// The rest of a file that is neither packed nor in UTF-16.
    pub(super) fn rest(file: File) -> Self {
        Self { reader: BufReader::with_capacity(64 << 10, Box::new(file)), cut: true, plain: true }
    }
}

/// The whole log.
pub(super) fn whole(path: &Path) -> io::Result<Stream> {
    from(path, None)
}

/// The last `bytes` of a log; all of it where it is packed, since there is no way into the middle.
pub(super) fn end(path: &Path, bytes: u64) -> io::Result<Stream> {
    from(path, Some(bytes))
}

fn from(path: &Path, last: Option<u64>) -> io::Result<Stream> {
    let mut file = regular::open(path)?;
    let head = head(&mut file)?;
    if head.starts_with(&[0x1f, 0x8b]) {
        return unpacked(file);
    }
    let start = last.map_or(0, |last| start(&file, last));
    file.seek(SeekFrom::Start(start))?;
    let plain = decode::utf16(&head).is_none();
    Ok(Stream { reader: decoded(file, &head), cut: start > 0, plain })
}

fn unpacked(mut file: File) -> io::Result<Stream> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    let mut unpacked = Capped { inner: MultiGzDecoder::new(BufReader::new(file)), left: UNPACKED };
    // A packed log that is damaged right at its start has no head; reading it says so again.
    let _ = Read::by_ref(&mut unpacked).take(decode::HEAD as u64).read_to_end(&mut head);
    let whole = io::Cursor::new(head.clone()).chain(unpacked);
    Ok(Stream { reader: decoded(whole, &head), cut: false, plain: false })
}

fn decoded(bytes: impl Read + 'static, head: &[u8]) -> BufReader<Box<dyn Read>> {
    let bytes: Box<dyn Read> = match decode::utf16(head) {
        Some(encoding) => Box::new(FromUtf16::new(bytes, encoding)),
        None => Box::new(bytes),
    };
    BufReader::with_capacity(64 << 10, bytes)
}

/// Where the last bytes begin; even, so that UTF-16 is not torn.
fn start(file: &File, last: u64) -> u64 {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    length.saturating_sub(last) & !1
}

fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    Read::by_ref(file).take(decode::HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A reader that fails, instead of ending, once it has given so many bytes.
struct Capped<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        let counted = u64::try_from(read).unwrap_or(u64::MAX);
        self.left = self.left.checked_sub(counted).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(read)
    }
}
