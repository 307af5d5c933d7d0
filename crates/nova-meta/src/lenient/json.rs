//! JSON as loaders take it: strict first, then with comments, trailing commas, raw newlines and the like.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use super::{Fault, Parsed, text};

/// Deeper than this is an attack; the strict parser stops at the same depth.
const DEPTH: usize = 128;

/// Parses a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Parsed, Fault> {
    let (text, tidy) = text::decode(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\0', '\u{1a}']);
    if text.trim().is_empty() {
        return Err(Fault::Empty);
    }
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(Parsed { value, untidy: tidy == text::Tidy::No });
    }
    if depth(text) > DEPTH {
        return Err(Fault::TooDeep);
    }
    let value: Value = parse_to_serde_value(text, &ParseOptions::default()).map_err(|_| Fault::Unreadable)?;
    Ok(Parsed { value, untidy: true })
}

/// How deep the brackets go. Quotes are ignored, and with them the brackets in strings count too: that can only make a
/// file look deeper where it opens more than it closes, which no honest text does a hundred times.
fn depth(text: &str) -> usize {
    let (mut now, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => now = now.saturating_add(1),
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// The string that stands behind a key, in a file that no parser takes.
pub(crate) fn salvage(bytes: &[u8], key: &str) -> Option<String> {
    let (text, _) = text::decode(bytes);
    let quoted = format!("\"{key}\"");
    let rest = text.get(text.find(&quoted)?.checked_add(quoted.len())?..)?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let value = rest.get(..rest.find(['"', '\n'])?)?;
    (!value.is_empty() && !value.contains('\\')).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Fault, parse, salvage};

    #[test]
    fn what_authors_ship_is_read() {
        for text in [
            "{\"a\": \"x\ny\tz\"}",
            "\u{feff}{\"a\": \"x\ny\tz\",}",
            "{\"a\": \"x\ny\tz\" /* c */ // d\n}",
            "{'a': \"x\ny\tz\"}\0\0",
        ] {
            let parsed = parse(text.as_bytes()).unwrap();
            assert_eq!(parsed.value, json!({"a": "x\ny\tz"}), "{text}");
            assert!(parsed.untidy);
        }
        assert!(!parse(b"{}").unwrap().untidy);
        assert_eq!(parse(b"{\"a\": 1, \"a\": 2}").unwrap().value, json!({"a": 2}));
    }

    #[test]
    fn nothing_and_nonsense_are_told_apart() {
        assert_eq!(parse(b"\0\0\0").unwrap_err(), Fault::Empty);
        assert_eq!(parse(b"{").unwrap_err(), Fault::Unreadable);
        assert_eq!(parse("[".repeat(300_000).as_bytes()).unwrap_err(), Fault::TooDeep);
    }

    #[test]
    fn an_id_can_be_saved_from_a_wreck() {
        assert_eq!(salvage(b"{ \"id\" : \"sodium\", ;;", "id").as_deref(), Some("sodium"));
        assert_eq!(salvage(b"{ \"id\" : 7 }", "id"), None);
    }
}
