//! A command line as a player types it, taken apart without a shell, and the variables in it.

use std::collections::BTreeMap;

use crate::PlayError;

/// The words of a command. Quotes and backslashes mean what they mean in a POSIX shell; nothing else does: there is no shell, so
/// `;`, `|`, `*` and `$(…)` are plain characters.
///
/// # Errors
/// [`PlayError::BadCommand`] for a quote that is not closed, or a line of more than 32 KiB.
pub fn words(line: &str) -> Result<Vec<String>, PlayError> {
    nova_model::words(line).map_err(|_| PlayError::BadCommand { line: nova_model::clean(line, 200) })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_quote_is_told_with_its_line() {
        let Err(PlayError::BadCommand { line }) = words("a 'b") else { panic!("taken apart") };
        assert_eq!(line, "a 'b");
        assert_eq!(words("a 'b c'").unwrap(), ["a", "b c"]);
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
