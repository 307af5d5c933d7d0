//! Bodies that come packed. Files are asked for as they are, yet some servers pack them all the same; what is read into memory
//! may come packed. Unpacking goes in small bites, so that a bomb is noticed before it fills the memory.

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;
use reqwest::header::{CONTENT_ENCODING, HeaderMap};

/// How much is unpacked at once: deflate makes at most about a thousand times as much of it.
const BITE: usize = 1024;

/// Turns what comes over the line into the bytes of the file.
pub(super) enum Decoder {
    /// They are the same.
    Plain,
    /// It is gzip.
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
}

/// Why unpacking ended.
pub(super) enum Unpacked<E> {
    /// It is not packed the way its header says, or not whole.
    Broken(io::Error),
    /// Who takes the bytes wants no more.
    Stop(E),
}

impl Decoder {
    /// What an answer's header says; the name of the encoding where it is none of ours.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, String> {
        let Some(value) = headers.get(CONTENT_ENCODING) else { return Ok(Self::Plain) };
        let name = String::from_utf8_lossy(value.as_bytes()).trim().to_ascii_lowercase();
        match name.as_str() {
            "" | "identity" => Ok(Self::Plain),
            "gzip" | "x-gzip" => Ok(Self::Gzip(Box::new(MultiGzDecoder::new(Vec::new())))),
            _ => Err(nova_model::clean(&name, 40)),
        }
    }

    /// Whether lengths on the line are lengths of the file.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Self::Plain)
    }

    /// Gives the file's bytes in what came.
    pub(super) fn push<E>(
        &mut self,
        came: &[u8],
        take: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), Unpacked<E>> {
        let Self::Gzip(gzip) = self else { return take(came).map_err(Unpacked::Stop) };
        for bite in came.chunks(BITE) {
            gzip.write_all(bite).map_err(Unpacked::Broken)?;
            drain(gzip.get_mut(), take)?;
        }
        Ok(())
    }

    /// Gives what is left once all came, and says whether that was all.
    pub(super) fn end<E>(&mut self, take: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), Unpacked<E>> {
        let Self::Gzip(gzip) = self else { return Ok(()) };
        gzip.try_finish().map_err(Unpacked::Broken)?;
        drain(gzip.get_mut(), take)
    }
}

fn drain<E>(bytes: &mut Vec<u8>, take: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), Unpacked<E>> {
    let taken = if bytes.is_empty() { Ok(()) } else { take(bytes) };
    bytes.clear();
    taken.map_err(Unpacked::Stop)
}

#[cfg(test)]
mod tests {
    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(bytes).unwrap();
        gzip.finish().unwrap()
    }

    fn unpack(came: &[u8], limit: usize) -> Result<Vec<u8>, &'static str> {
        let mut decoder = Decoder::Gzip(Box::new(MultiGzDecoder::new(Vec::new())));
        let mut out = Vec::new();
        let mut take = |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            if out.len() > limit { Err(()) } else { Ok(()) }
        };
        let all = decoder.push(came, &mut take).and_then(|()| decoder.end(&mut take));
        match all {
            Ok(()) => Ok(out),
            Err(Unpacked::Broken(_)) => Err("broken"),
            Err(Unpacked::Stop(())) => Err("too much"),
        }
    }

    #[test]
    fn packed_bytes_come_out_as_they_were() {
        let bytes: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(unpack(&packed(&bytes), usize::MAX), Ok(bytes));
        assert_eq!(unpack(&packed(b""), 0), Ok(Vec::new()));
    }

    #[test]
    fn half_a_body_and_a_body_that_is_not_packed_are_broken() {
        let whole = packed(&[7; 5000]);
        assert_eq!(unpack(&whole[..whole.len() / 2], usize::MAX), Err("broken"));
        assert_eq!(unpack(&whole[..whole.len() - 1], usize::MAX), Err("broken"));
        assert_eq!(unpack(b"plain text, not packed at all", usize::MAX), Err("broken"));
    }

    #[test]
    fn a_bomb_is_left_after_a_few_bites() {
        assert_eq!(unpack(&packed(&vec![0; 64 << 20]), 1000), Err("too much"));
    }
}
