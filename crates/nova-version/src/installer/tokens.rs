//! The small language of processor arguments: `{KEY}` is a value, `'text'` is the text, a backslash takes the next letter as it is.

use std::collections::BTreeMap;

/// Values by their name.
pub(super) type Tokens = BTreeMap<String, String>;

/// Longer results are no arguments.
const LONGEST: usize = 64 << 10;

/// The text with its tokens filled in; none where one is unknown, does not end, or the text grows too long.
pub(super) fn fill(text: &str, tokens: &Tokens) -> Option<String> {
    let mut filled = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => filled.push(letters.next()?),
            '{' => filled.push_str(tokens.get(&until(&mut letters, '}')?)?),
            '\'' => filled.push_str(&until(&mut letters, '\'')?),
            other => filled.push(other),
        }
        if filled.len() > LONGEST {
            return None;
        }
    }
    Some(filled)
}

/// The text up to a closing letter, which is taken too.
fn until(letters: &mut std::str::Chars<'_>, end: char) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()? {
            '\\' => text.push(letters.next()?),
            letter if letter == end => return Some(text),
            letter => text.push(letter),
        }
    }
}

/// What stands between brackets or quotes that enclose a whole text.
pub(super) fn enclosed(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokens() -> Tokens {
        Tokens::from([("ROOT".to_owned(), "/mc".to_owned()), ("A".to_owned(), "{ROOT}".to_owned())])
    }

    #[test]
    fn tokens_quotes_and_backslashes_are_read_once() {
        for (text, expected) in [
            ("{ROOT}/libraries/", Some("/mc/libraries/")),
            ("'{ROOT}'", Some("{ROOT}")),
            ("{A}", Some("{ROOT}")),
            ("a\\{b\\}", Some("a{b}")),
            ("--task", Some("--task")),
            ("", Some("")),
            ("{GONE}", None),
            ("{ROOT", None),
            ("'open", None),
            ("end\\", None),
        ] {
            assert_eq!(fill(text, &tokens()).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[{}'\\\\ROTA/é]{0,20}") {
            let _ = fill(&text, &tokens());
        }
    }
}
