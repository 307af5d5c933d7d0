//! A command line as a player types it, taken apart without a shell.

/// Longer lines are refused.
const LONGEST: usize = 32 << 10;

/// A line with a quote that is not closed, or of more than 32 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a quote is not closed, or the line is too long")]
pub struct NotWords;

/// The words of a command. Quotes and backslashes mean what they mean in a POSIX shell; nothing else does: there is no shell, so
/// `;`, `|`, `*` and `$(…)` are plain characters.
///
/// # Errors
/// [`NotWords`] for a quote that is not closed, or a line of more than 32 KiB.
pub fn words(line: &str) -> Result<Vec<String>, NotWords> {
    if line.len() > LONGEST {
        return Err(NotWords);
    }
    let mut split = Split::default();
    let mut left = line.chars();
    while let Some(next) = left.next() {
        split.take(next, &mut left).ok_or(NotWords)?;
    }
    Ok(split.end())
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
}
