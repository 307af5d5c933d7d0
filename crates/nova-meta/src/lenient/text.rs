//! Bytes to text: UTF-8, UTF-16 with a mark, GBK, and Windows-1252 for the rest.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, WINDOWS_1252};

/// Decodes the bytes and tells whether they were plain UTF-8. Marks at the start, and NUL and Ctrl-Z at the end, go.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Tidy) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let rest = bytes.get(mark..).unwrap_or_default();
        return (encoding.decode_without_bom_handling(rest).0, Tidy::No);
    }
    let end =
        bytes.iter().rposition(|byte| !matches!(byte, 0 | 0x1a)).map_or(0, |last| last.saturating_add(1));
    let body = bytes.get(..end).unwrap_or_default();
    match std::str::from_utf8(body) {
        Ok(text) => (Cow::Borrowed(text), if end == bytes.len() { Tidy::Yes } else { Tidy::No }),
        Err(_) => (guess(body).decode_without_bom_handling(body).0, Tidy::No),
    }
}

/// Whether bytes were what the format asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tidy {
    Yes,
    No,
}

/// GBK puts its characters in pairs of high bytes; Western text has them one by one.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let paired = bytes.split(u8::is_ascii).all(|run| run.len() % 2 == 0);
    let valid = GB18030.decode_without_bom_handling_and_without_replacement(bytes).is_some();
    if paired && valid { GB18030 } else { WINDOWS_1252 }
}

#[cfg(test)]
mod tests {
    use super::{Tidy, decode};

    #[test]
    fn each_encoding_is_recognised() {
        assert_eq!(decode("模组".as_bytes()), ("模组".into(), Tidy::Yes));
        assert_eq!(decode(b"\xef\xbb\xbfx\0").0.trim_end_matches('\0'), "x");
        assert_eq!(decode(b"x\0\0\x1a"), ("x".into(), Tidy::No));
        assert_eq!(decode(b"\xff\xfea\0b\0").0, "ab");
        assert_eq!(decode(b"\xc4\xa3\xd7\xe9").0, "模组");
        assert_eq!(decode(b"\xa7a caf\xe9").0, "§a café");
    }
}
