//! Java's modified UTF-8: NUL in two bytes, characters beyond the first plane as two surrogates of three bytes each
//! (`java.io.DataInput`).

/// Decodes; what is damaged becomes replacement characters.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((unit, used)) = next(rest) {
        units.push(unit);
        rest = rest.get(used..).unwrap_or_default();
    }
    String::from_utf16_lossy(&units)
}

/// The next UTF-16 unit and the bytes it took.
fn next(bytes: &[u8]) -> Option<(u16, usize)> {
    let low = |byte: u8| u16::from(byte & 0x3f);
    Some(match *bytes {
        [] => return None,
        [a, ..] if a < 0x80 => (u16::from(a), 1),
        [a, b, ..] if a & 0xe0 == 0xc0 && b & 0xc0 == 0x80 => (u16::from(a & 0x1f) << 6 | low(b), 2),
        [a, b, c, ..] if a & 0xf0 == 0xe0 && b & 0xc0 == 0x80 && c & 0xc0 == 0x80 => {
            (u16::from(a & 0x0f) << 12 | low(b) << 6 | low(c), 3)
        }
        _ => (0xfffd, 1),
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn javas_own_forms_are_read() {
        assert_eq!(decode("世界".as_bytes()), "世界");
        assert_eq!(decode(b"a\xc0\x80b"), "a\0b");
        assert_eq!(decode(b"\xed\xa0\xbd\xed\xb8\x80"), "😀");
        assert_eq!(decode(b"\xed\xa0\xbdx\xff"), "\u{fffd}x\u{fffd}");
    }
}
