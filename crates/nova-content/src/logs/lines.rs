//! A byte stream cut into lines, without ever holding more than one line, and of that only so much.

use std::io::{self, BufRead};

/// Bytes of one line that are kept; the rest of it is read over.
const LONGEST: usize = 256 << 10;

/// Cuts at LF, CR LF and CR.
pub(super) struct Lines<R> {
    inner: R,
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, after_cr: false }
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
            self.inner.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    fn skip_line_feed(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.after_cr) && self.inner.fill_buf()?.first() == Some(&b'\n') {
            self.inner.consume(1);
        }
        Ok(())
    }
}

fn keep(line: &mut Vec<u8>, part: &[u8]) {
    let room = LONGEST.saturating_sub(line.len()).min(part.len());
    line.extend_from_slice(part.get(..room).unwrap_or_default());
}
