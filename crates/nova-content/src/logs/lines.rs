//! A byte stream cut into lines, without ever holding more than one line, and of that only so much.

use std::io::{self, BufRead};

/// Bytes of one line that are kept; the rest of it is read over.
const LONGEST: usize = 256 << 10;

/// Cuts at LF, CR LF and CR.
pub(super) struct Lines<R> {
    inner: R,
    after_cr: bool,
    /// Bytes that were read.
    used: u64,
    /// Bytes of the lines whose ends were read.
    whole: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, after_cr: false, used: 0, whole: 0 }
    }

    /// Bytes of the lines that are whole: what comes after may still be written.
    pub(super) fn whole(&self) -> u64 {
        self.whole
    }

    /// Bytes that were read.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Whether the last line that was given has its end.
    pub(super) fn is_whole(&self) -> bool {
        self.whole == self.used
    }

    /// Puts the next line into `line`, without its end. False at the end of the stream.
    pub(super) fn next_into(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        self.skip_line_feed()?;
        let mut any = false;
        loop {
            let buffer = self.inner.fill_buf()?;
            if buffer.is_empty() {
                return Ok(any);
            }
            any = true;
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            keep(line, buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default());
            self.after_cr = end.and_then(|end| buffer.get(end)) == Some(&b'\r');
            let used = end.map_or(buffer.len(), |end| end + 1);
            let is_feed = end.and_then(|end| buffer.get(end)) == Some(&b'\n');
            self.consume(used);
            if is_feed {
                self.whole = self.used;
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// A line that ends with CR is whole once it is known what comes after.
    fn skip_line_feed(&mut self) -> io::Result<()> {
        if !self.after_cr {
            return Ok(());
        }
        let next = self.inner.fill_buf()?.first().copied();
        self.after_cr = next.is_none();
        if next == Some(b'\n') {
            self.consume(1);
        }
        if next.is_some() {
            self.whole = self.used;
        }
        Ok(())
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.used += bytes as u64;
    }
}

fn keep(line: &mut Vec<u8>, part: &[u8]) {
    let room = LONGEST.saturating_sub(line.len()).min(part.len());
    line.extend_from_slice(part.get(..room).unwrap_or_default());
}
