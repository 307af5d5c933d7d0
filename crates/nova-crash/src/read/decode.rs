//! Bytes of a line to text. Java writes UTF-8 or the system's code page, and one file may hold both, so each line is decoded by
//! itself; a file in UTF-16 (a redirected PowerShell) becomes UTF-8 as a whole.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use encoding_rs::{CoderResult, Decoder, Encoding, GB18030, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// One line as text: UTF-8, else GB18030, else Latin. A cut character at the end does not make it another encoding.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(fault)
            if fault.error_len().is_none()
                && bytes.get(..fault.valid_up_to()).is_some_and(|b| !b.is_ascii()) =>
        {
            String::from_utf8_lossy(bytes)
        }
        Err(_) => code_page(bytes),
    }
}

fn code_page(bytes: &[u8]) -> Cow<'_, str> {
    GB18030
        .decode_without_bom_handling_and_without_replacement(bytes)
        .unwrap_or_else(|| WINDOWS_1252.decode_without_bom_handling(bytes).0)
}

/// The UTF-16 form a file is in, by its first bytes.
pub(crate) fn is_utf16(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        _ => by_zeros(head),
    }
}

/// Without a mark, text that is mostly Latin has a zero in every other byte, and only there.
fn by_zeros(head: &[u8]) -> Option<&'static Encoding> {
    let pairs = head.len() / 2;
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let mostly = |count: usize| pairs >= 4 && count * 4 >= pairs * 3;
    match (mostly(even), mostly(odd)) {
        (false, true) if even == 0 => Some(UTF_16LE),
        (true, false) if odd == 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// A reader that turns UTF-16 into UTF-8.
pub(super) struct FromUtf16<R> {
    inner: R,
    decoder: Decoder,
    raw: Vec<u8>,
    ready: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> FromUtf16<R> {
    pub(super) fn new(inner: R, encoding: &'static Encoding) -> Self {
        let decoder = encoding.new_decoder_with_bom_removal();
        Self { inner, decoder, raw: vec![0; 32 << 10], ready: Vec::new(), given: 0, ended: false }
    }

    fn refill(&mut self) -> io::Result<()> {
        let read = self.inner.read(&mut self.raw)?;
        self.ended = read == 0;
        let mut rest = self.raw.get(..read).unwrap_or_default();
        let mut text = String::with_capacity(self.decoder.max_utf8_buffer_length(read).unwrap_or(read));
        while let (CoderResult::OutputFull, used, _) =
            self.decoder.decode_to_string(rest, &mut text, self.ended)
        {
            rest = rest.get(used..).unwrap_or_default();
            text.reserve(1 << 10);
        }
        self.ready = text.into_bytes();
        self.given = 0;
        Ok(())
    }
}

impl<R: Read> Read for FromUtf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() && !self.ended {
            self.refill()?;
        }
        let rest = self.ready.get(self.given..).unwrap_or_default();
        let count = rest.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.given += count;
        Ok(count)
    }
}
