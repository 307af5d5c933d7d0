//! A byte stream cut into lines. A line longer than the buffer comes in pieces, so that it never lies in memory as a whole.

use std::io::{self, Read};

/// Bytes that are read at a time.
const BUFFER: usize = 256 << 10;
/// Of a line without end this much is handed out at a time.
const PIECE: usize = 64 << 10;

/// A line, or a piece of a long one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// The line's number, from 1.
    pub(crate) number: u32,
    /// Its bytes without the line's end.
    pub(crate) bytes: &'a [u8],
}

/// Cuts a stream into lines.
pub(crate) struct Lines<R> {
    inner: R,
    buffer: Vec<u8>,
    start: usize,
    filled: usize,
    number: u32,
    within: bool,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, buffer: vec![0; BUFFER], start: 0, filled: 0, number: 1, within: false, ended: false }
    }

    /// The next line or piece; none at the end. What cannot be read on is the end: half a log is better than none.
    pub(crate) fn next_piece(&mut self) -> Option<Piece<'_>> {
        let (from, to, next) = self.find()?;
        let (number, goes_on) = (self.number, self.within);
        self.within = next == to;
        if !self.within {
            self.number = self.number.saturating_add(1);
        }
        self.start = next;
        let bytes = self.buffer.get(from..to).unwrap_or_default();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let bom = number == 1 && !goes_on;
        let bytes = if bom { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        Some(Piece { number, bytes })
    }

    /// Whole lines that lie in memory, for a look at many of them at once; none where the next line is not all there.
    pub(crate) fn block(&mut self) -> Option<&[u8]> {
        if self.within || (self.number == 1 && self.start == 0) {
            return None;
        }
        let held = self.buffer.get(self.start..self.filled)?;
        let end = memchr::memrchr(b'\n', held)?;
        self.buffer.get(self.start..=self.start + end)
    }

    /// The number of the next line.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Passes over so many bytes of the block, which end with a line.
    pub(crate) fn pass(&mut self, bytes: usize, lines: u32) {
        self.start = (self.start + bytes).min(self.filled);
        self.number = self.number.saturating_add(lines);
    }

    /// Where the next piece lies, and where the one behind it begins.
    fn find(&mut self) -> Option<(usize, usize, usize)> {
        let mut looked = self.start;
        loop {
            let fresh = self.buffer.get(looked..self.filled).unwrap_or_default();
            if let Some(at) = memchr::memchr(b'\n', fresh) {
                return Some((self.start, looked + at, looked + at + 1));
            }
            let held = self.filled - self.start;
            if held >= PIECE || (self.ended && held > 0) {
                let to = self.start + held.min(PIECE);
                return Some((self.start, to, to));
            }
            if self.ended {
                return None;
            }
            looked = self.refill(held);
        }
    }

    /// Reads on; gives back from where on the bytes are fresh.
    fn refill(&mut self, held: usize) -> usize {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.start = 0;
        self.filled = held;
        match read(&mut self.inner, self.buffer.get_mut(held..).unwrap_or_default()) {
            Ok(0) | Err(_) => self.ended = true,
            Ok(count) => self.filled += count,
        }
        held
    }
}

fn read(inner: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match inner.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
        let mut lines = Lines::new(bytes);
        let mut out = Vec::new();
        while let Some(piece) = lines.next_piece() {
            out.push((piece.number, piece.bytes.to_vec()));
        }
        out
    }

    #[test]
    fn line_ends_and_marks_are_gone() {
        let got = lines(b"\xef\xbb\xbfone\r\n\ntwo");
        let want: Vec<(u32, Vec<u8>)> = vec![(1, b"one".to_vec()), (2, Vec::new()), (3, b"two".to_vec())];
        assert_eq!(got, want);
    }

    #[test]
    fn a_line_without_end_comes_in_pieces() {
        let mut text = vec![b'x'; 1_000_000];
        text.extend_from_slice(b"\nend\n");
        let got = lines(&text);
        assert_eq!(
            got.iter().filter(|(number, _)| *number == 1).map(|(_, b)| b.len()).sum::<usize>(),
            1_000_000
        );
        assert!(got.iter().all(|(_, bytes)| bytes.len() <= BUFFER));
        assert_eq!(got.last().unwrap(), &(2, b"end".to_vec()));
    }
}
