//! A window into a reader: an entry that is stored as it is can be read as a file of its own, without a copy.

use std::io::{self, Read, Seek, SeekFrom};

/// Something that can be read from any place, behind a pointer.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// A part of a reader that behaves like a whole one.
pub struct Section<'a> {
    reader: &'a mut dyn ReadSeek,
    start: u64,
    len: u64,
    at: u64,
}

impl<'a> Section<'a> {
    pub(crate) fn new(reader: &'a mut dyn ReadSeek, start: u64, len: u64) -> Self {
        Self { reader, start, len, at: 0 }
    }
}

impl Read for Section<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.len.saturating_sub(self.at);
        let want = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let Some(buffer) = buffer.get_mut(..want).filter(|part| !part.is_empty()) else { return Ok(0) };
        self.reader.seek(SeekFrom::Start(self.start.saturating_add(self.at)))?;
        let read = self.reader.read(buffer)?;
        self.at = self.at.saturating_add(read as u64);
        Ok(read)
    }
}

impl Seek for Section<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read, Seek, SeekFrom};

    use super::Section;

    #[test]
    fn a_section_ends_where_it_ends() {
        let mut whole = Cursor::new(b"0123456789".to_vec());
        let mut part = Section::new(&mut whole, 3, 4);
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        assert_eq!(text, "3456");
        assert_eq!(part.seek(SeekFrom::End(-1)).unwrap(), 3);
        assert!(part.seek(SeekFrom::Current(-9)).is_err());
        part.seek(SeekFrom::Start(99)).unwrap();
        assert_eq!(part.read(&mut [0; 4]).unwrap(), 0);
    }
}
