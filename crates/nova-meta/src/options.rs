//! `options.txt`: one `key:value` a line. Whatever is not understood is kept as it is.

use std::fmt;

use nova_model::{Message, Problem, clean};

use crate::lenient::text;

/// Most lines that are read; the game writes fewer than a thousand, with a line for each key of each mod.
const LINES: usize = 20_000;
/// Most bytes that are read.
const BYTES: usize = 4 << 20;

/// The lines of an options file, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    lines: Vec<String>,
    problems: Vec<Problem>,
}

impl Options {
    /// Reads a file. Never fails.
    pub fn read(bytes: &[u8]) -> Self {
        let mut options = Self::default();
        let cut = bytes.get(..BYTES).unwrap_or(bytes);
        let (text, _) = text::decode(cut);
        options.lines = text.lines().take(LINES).map(str::to_owned).collect();
        if cut.len() < bytes.len() || text.lines().nth(LINES).is_some() {
            options.warn(Message::new("meta.options.too_long"));
        }
        let odd = options.lines.iter().filter(|line| !line.trim().is_empty() && split(line).is_none());
        if let Some(line) = odd.clone().next() {
            let message = Message::new("meta.options.odd_lines").with("count", odd.count());
            options.warn(message.with("line", clean(line, 80)));
        }
        options
    }

    /// The value of a key; the last one counts, as in the game.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries().filter(|(name, _)| *name == key).last().map(|(_, value)| value)
    }

    /// All keys and values, in the order of the file, repeated ones among them.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines.iter().filter_map(|line| split(line))
    }

    /// The same options with another value for a key; a new key goes to the end, every other line stays as it is.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        let line = format!("{key}:{value}").replace(['\n', '\r'], " ");
        let last = self.lines.iter_mut().rev().find(|line| split(line).is_some_and(|(name, _)| name == key));
        match last {
            Some(there) => *there = line,
            None => self.lines.push(line),
        }
        self
    }

    /// What is odd in the file.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    fn warn(&mut self, message: Message) {
        self.problems.push(Problem::warning("options.txt", message));
    }
}

/// The file as the game would read it back.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn split(line: &str) -> Option<(&str, &str)> {
    line.split_once(':').filter(|(key, _)| !key.is_empty())
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn the_last_of_equal_keys_counts() {
        let options = Options::read(b"lang:en_us\nfov:0.5\nlang:zh_cn\nkey_key.jump:key.keyboard.space\n");
        assert_eq!(options.get("lang"), Some("zh_cn"));
        assert_eq!(options.get("none"), None);
        assert_eq!(options.entries().count(), 4);
        assert!(options.problems().is_empty());
    }

    #[test]
    fn odd_lines_are_told_once_and_kept() {
        let options = Options::read(b"a:1\nwhat\n:x\nb:2\n");
        assert_eq!(options.problems().len(), 1);
        assert_eq!(options.with("a", "9\n8").with("c", "3").to_string(), "a:9 8\nwhat\n:x\nb:2\nc:3\n");
    }

    #[test]
    fn a_value_may_hold_colons() {
        let options = Options::read(b"resourcePacks:[\"file/a:b.zip\"]\r\n");
        assert_eq!(options.get("resourcePacks"), Some("[\"file/a:b.zip\"]"));
    }
}
