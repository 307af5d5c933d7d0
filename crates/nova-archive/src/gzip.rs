//! Gzip (several members, as log rotation makes them) and zlib, with a cap on the real output.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::{GzDecoder, ZlibDecoder};

use crate::ArchiveError;

/// How gzip data ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GzipEnd {
    /// As it should.
    Complete,
    /// Too early: the game was killed, or a download was cut.
    Truncated,
    /// With bytes that make no sense, or a wrong checksum.
    Corrupt,
    /// At the cap; there is more.
    Capped,
}

/// What could be unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The bytes, up to the damage or the cap.
    pub bytes: Vec<u8>,
    /// How it ended.
    pub end: GzipEnd,
}

/// Unpacks gzip data of one or more members, all or nothing.
///
/// # Errors
/// The three gzip errors of [`ArchiveError`].
pub fn gunzip(packed: &[u8], cap: u64) -> Result<Vec<u8>, ArchiveError> {
    let unpacked = gunzip_partly(packed, cap);
    match unpacked.end {
        GzipEnd::Complete => Ok(unpacked.bytes),
        GzipEnd::Truncated => Err(ArchiveError::GzipTruncated),
        GzipEnd::Corrupt => Err(ArchiveError::GzipCorrupt),
        GzipEnd::Capped => Err(ArchiveError::GzipTooLarge { cap }),
    }
}

/// Unpacks as much of gzip data as there is: half a log is better than none.
pub fn gunzip_partly(packed: &[u8], cap: u64) -> Unpacked {
    // Fewer bytes than a header must not pass for a log that was cut off.
    if !packed.is_empty() && !packed.starts_with(b"\x1f\x8b") {
        return Unpacked { bytes: Vec::new(), end: GzipEnd::Corrupt };
    }
    let mut reader = GzipReader::new(packed, cap);
    let mut bytes = Vec::new();
    let end = match reader.read_to_end(&mut bytes) {
        Ok(_) => GzipEnd::Complete,
        Err(error) => end_of(&error),
    };
    Unpacked { bytes, end }
}

/// Unpacks zlib data (region files, some NBT).
///
/// # Errors
/// The three gzip errors of [`ArchiveError`].
pub fn unzlib(packed: &[u8], cap: u64) -> Result<Vec<u8>, ArchiveError> {
    let mut bytes = Vec::new();
    let decoder = ZlibDecoder::new(packed);
    match decoder.take(cap.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > cap => Err(ArchiveError::GzipTooLarge { cap }),
        Ok(_) => Ok(bytes),
        Err(error) => Err(gzip_error(&error)),
    }
}

fn gzip_error(error: &io::Error) -> ArchiveError {
    match end_of(error) {
        GzipEnd::Truncated => ArchiveError::GzipTruncated,
        _ => ArchiveError::GzipCorrupt,
    }
}

fn end_of(error: &io::Error) -> GzipEnd {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => GzipEnd::Truncated,
        io::ErrorKind::FileTooLarge => GzipEnd::Capped,
        _ => GzipEnd::Corrupt,
    }
}

/// Streams gzip data of one or more members. Errors by kind: `UnexpectedEof` cut off, `FileTooLarge` at the cap,
/// `InvalidInput` or `InvalidData` damaged. Bytes behind the last member that begin no other one are left alone.
pub struct GzipReader<R> {
    member: Option<GzDecoder<BufReader<R>>>,
    left: u64,
    over: bool,
}

impl<R: Read> GzipReader<R> {
    /// A reader that gives at most `cap` bytes.
    pub fn new(reader: R, cap: u64) -> Self {
        Self { member: Some(GzDecoder::new(BufReader::new(reader))), left: cap, over: false }
    }

    /// Goes on with the next member, if one begins here.
    fn next_member(&mut self) -> io::Result<bool> {
        let Some(member) = self.member.take() else { return Ok(false) };
        let mut reader = member.into_inner();
        if reader.fill_buf()?.first() != Some(&0x1f) {
            return Ok(false);
        }
        self.member = Some(GzDecoder::new(reader));
        Ok(true)
    }

    /// Hands out what the cap allows; what goes beyond it is told by the next read.
    fn pass(&mut self, read: usize) -> io::Result<usize> {
        let allowed = read.min(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.over = allowed < read;
        self.left = self.left.saturating_sub(allowed as u64);
        if allowed == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(allowed) }
    }
}

impl<R: Read> Read for GzipReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.over {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        // One byte more than allowed tells a full end from a cap.
        let most = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX).min(buffer.len());
        let Some(buffer) = buffer.get_mut(..most).filter(|part| !part.is_empty()) else { return Ok(0) };
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            match member.read(buffer)? {
                0 if self.next_member()? => {}
                0 => return Ok(0),
                read => return self.pass(read),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::{GzipEnd, gunzip, gunzip_partly};
    use crate::ArchiveError;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn members_in_a_row_are_one_text() {
        let packed = [gzip(b"one "), gzip(b"two")].concat();
        assert_eq!(gunzip(&packed, 7).unwrap(), b"one two");
        assert_eq!(gunzip(&[packed, vec![0; 9]].concat(), 7).unwrap(), b"one two");
    }

    #[test]
    fn a_cut_file_gives_what_it_has() {
        let text: Vec<u8> = (0..40_000_u32).flat_map(u32::to_le_bytes).collect();
        let packed = gzip(&text);
        let cut = gunzip_partly(&packed[..packed.len() / 2], 1 << 20);
        assert_eq!(cut.end, GzipEnd::Truncated);
        assert!(!cut.bytes.is_empty() && text.starts_with(&cut.bytes));
        assert!(matches!(gunzip(&packed[..packed.len() - 3], 1 << 20), Err(ArchiveError::GzipTruncated)));
    }

    #[test]
    fn a_bomb_stops_at_the_cap() {
        let packed = gzip(&vec![0; 1 << 20]);
        let capped = gunzip_partly(&packed, 1000);
        assert_eq!((capped.end, capped.bytes.len()), (GzipEnd::Capped, 1000));
        assert!(gunzip(&packed, 1 << 20).is_ok());
        assert!(matches!(gunzip(&packed, (1 << 20) - 1), Err(ArchiveError::GzipTooLarge { .. })));
    }

    #[test]
    fn damage_is_told() {
        let mut packed = gzip(b"some text that is long enough");
        let last = packed.len() - 6;
        packed[last] ^= 0xff;
        assert!(matches!(gunzip(&packed, 100), Err(ArchiveError::GzipCorrupt)));
        assert!(matches!(gunzip(b"no gzip", 100), Err(ArchiveError::GzipCorrupt)));
    }
}
