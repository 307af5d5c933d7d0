//! Entry names as text. Zip says UTF-8 or code page 437; Chinese Windows writes GBK and says nothing.

use std::borrow::Cow;

use encoding_rs::GB18030;

/// The upper half of code page 437 (the zip format's default, APPNOTE appendix D).
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Decodes a raw name: UTF-8 where it is valid (most writers forget the flag), else GBK where that is valid, else 437.
pub(crate) fn decode(raw: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(raw) {
        return Cow::Borrowed(text);
    }
    GB18030
        .decode_without_bom_handling_and_without_replacement(raw)
        .unwrap_or_else(|| Cow::Owned(raw.iter().map(|byte| from_437(*byte)).collect()))
}

fn from_437(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(upper) => CP437.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::{CP437, decode};

    #[test]
    fn utf8_wins_then_gbk_then_437() {
        assert_eq!(decode("模组/a.txt".as_bytes()), "模组/a.txt");
        assert_eq!(decode(b"\xc4\xa3\xd7\xe9.txt"), "模组.txt");
        assert_eq!(decode(b"caf\x82.txt"), "café.txt");
        assert_eq!(decode(b"\xff"), "\u{a0}");
    }

    #[test]
    fn the_table_has_every_upper_byte() {
        assert_eq!(CP437.chars().count(), 128);
    }
}
