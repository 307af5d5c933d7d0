//! A command line as a player types it, taken apart without a shell, and the variables in it.

use std::collections::BTreeMap;

use crate::PlayError;

/// Longer lines are refused.
const LONGEST: usize = 32 << 10;

/// The words of a command. Quotes and backslashes mean what they mean in a POSIX shell; nothing else does: there is no shell, so
/// `;`, `|`, `*` and `$(…)` are plain characters.
///
/// # Errors
/// [`PlayError::BadCommand`] for a quote that is not closed, or a line of more than 32 KiB.
pub fn words(line: &str) -> Result<Vec<String>, PlayError> {
    if line.len() > LONGEST {
        return Err(bad(line));
    }
    let mut split = Split::default();
    let mut left = line.chars();
    while let Some(next) = left.next() {
        split.take(next, &mut left).ok_or_else(|| bad(line))?;
    }
    Ok(split.end())
}

/// A word with `$NAME` and `${NAME}` put in. A name that is not known stays as it is.
pub fn filled(word: &str, values: &BTreeMap<String, String>) -> String {
    let mut text = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let (name, whole) = name_at(from);
        match values.get(name).filter(|_| !name.is_empty()) {
            Some(value) => text.push_str(value),
            None => text.push_str(whole),
        }
        rest = from.get(whole.len()..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// The name behind a dollar sign, and all of the text that stands for it.
fn name_at(from: &str) -> (&str, &str) {
    let behind = from.get(1..).unwrap_or_default();
    if let Some(inside) = behind.strip_prefix('{')
        && let Some(end) = inside.find('}')
    {
        return (inside.get(..end).unwrap_or_default(), from.get(..end.saturating_add(3)).unwrap_or(from));
    }
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let end = behind.find(|letter| !is_name(letter)).unwrap_or(behind.len());
    (behind.get(..end).unwrap_or_default(), from.get(..end.saturating_add(1)).unwrap_or(from))
}

#[derive(Default)]
struct Split {
    words: Vec<String>,
    word: Option<String>,
}

impl Split {
    fn take(&mut self, next: char, left: &mut std::str::Chars) -> Option<()> {
        match next {
            ' ' | '\t' | '\n' | '\r' => self.words.extend(self.word.take()),
            '\'' => self.quoted(left)?,
            '"' => self.double_quoted(left)?,
            '\\' => self.open().push(left.next()?),
            other => self.open().push(other),
        }
        Some(())
    }

    fn quoted(&mut self, left: &mut std::str::Chars) -> Option<()> {
        let word = self.open();
        loop {
            match left.next()? {
                '\'' => return Some(()),
                other => word.push(other),
            }
        }
    }

    fn double_quoted(&mut self, left: &mut std::str::Chars) -> Option<()> {
        let word = self.open();
        loop {
            match left.next()? {
                '"' => return Some(()),
                '\\' => match left.next()? {
                    escaped @ ('"' | '\\') => word.push(escaped),
                    other => word.extend(['\\', other]),
                },
                other => word.push(other),
            }
        }
    }

    fn open(&mut self) -> &mut String {
        self.word.get_or_insert_default()
    }

    fn end(mut self) -> Vec<String> {
        self.words.extend(self.word);
        self.words
    }
}

fn bad(line: &str) -> PlayError {
    PlayError::BadCommand { line: nova_model::clean(line, 200) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<String> {
        words(line).unwrap()
    }

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(split("gamemoderun mangohud  --dlsym"), ["gamemoderun", "mangohud", "--dlsym"]);
        assert_eq!(split(r#"a "b c" 'd "e"' f\ g"#), ["a", "b c", r#"d "e""#, "f g"]);
        assert_eq!(split(r#""C:\tools\x.exe" """#), [r"C:\tools\x.exe", ""]);
        assert_eq!(split("  "), Vec::<String>::new());
        assert_eq!(split("a;b|c $(d)"), ["a;b|c", "$(d)"]);
    }

    #[test]
    fn an_open_quote_is_an_error() {
        for line in ["'a", "\"a", "a\\"] {
            assert!(words(line).is_err(), "{line}");
        }
    }

    #[test]
    fn variables_are_put_in_and_unknown_ones_stay() {
        let values = BTreeMap::from([("INST_NAME".to_owned(), "一 two".to_owned())]);
        let table = [
            ("$INST_NAME", "一 two"),
            ("${INST_NAME}/x", "一 two/x"),
            ("a$INST_NAME.log", "a一 two.log"),
            ("$INST_NAMES", "$INST_NAMES"),
            ("${OTHER}", "${OTHER}"),
            ("$", "$"),
            ("${INST_NAME", "${INST_NAME"),
            ("$$INST_NAME", "$一 two"),
        ];
        for (word, expected) in table {
            assert_eq!(filled(word, &values), expected, "{word}");
        }
    }
}
