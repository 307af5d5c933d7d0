//! Raw lines to lines for people: decoded, redacted, printable, with their level. Lines are kept raw until it is known
//! that they are shown.

use std::borrow::Cow;

use nova_model::{Redactor, clean, without_people};

use super::{Level, Line, decode};

/// Characters of a line that are shown.
const SHOWN: usize = 2_000;

/// Where in a line its level is looked for, in bytes.
const LEVEL_WITHIN: usize = 200;

/// Columns of indentation that are kept.
const INDENT: usize = 16;

/// A line as it stands in the file.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) number: usize,
    pub(super) level: Option<Level>,
    bytes: Vec<u8>,
    times: usize,
}

/// Counts the lines of one log and hands the level of each on to those that follow it.
#[derive(Default)]
pub(super) struct Counter {
    number: usize,
    level: Option<Level>,
}

impl Counter {
    /// The next line.
    pub(super) fn line(&mut self, bytes: &[u8]) -> Raw {
        self.number += 1;
        self.level = level(bytes).or(self.level);
        Raw { number: self.number, level: self.level, bytes: bytes.to_vec(), times: 1 }
    }

    /// Goes back to this line: what came after it is read anew.
    pub(super) fn back_to(&mut self, line: Option<&Raw>, number: usize) {
        (self.number, self.level) = (number, line.and_then(|line| line.level));
    }

    /// A piece of a line, without its beginning: what may be the tail of a secret that the redactor cannot recognise
    /// any more is left out.
    pub(super) fn torn_line(&mut self, bytes: &[u8]) -> Raw {
        let blank = bytes.iter().position(u8::is_ascii_whitespace);
        self.line(blank.and_then(|blank| bytes.get(blank..)).unwrap_or_default())
    }
}

impl Raw {
    /// As it stands in the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The line for the player's own eyes.
    pub(super) fn write_up(&self, redactor: &Redactor) -> Line {
        let text = printable(&decode::line(&self.bytes), |text| redactor.redact(text));
        self.with(text)
    }

    /// The line for anybody else: without what was said in chat and who plays.
    pub(super) fn for_others(&self, redactor: &Redactor) -> Line {
        self.with(printable(&decode::line(&self.bytes), |text| {
            Cow::Owned(without_people(&redactor.redact(text)).into_owned())
        }))
    }

    fn with(&self, text: String) -> Line {
        Line { number: self.number, level: self.level, text, times: self.times }
    }

    /// The line without the time it begins with (`[12:00:00] `, `[01Jan2024 12:00:00.123] `).
    fn without_time(&self) -> &[u8] {
        let is_time = |time: &[u8]| time.first().is_some_and(u8::is_ascii_digit) && time.contains(&b':');
        let inner = self.bytes.strip_prefix(b"[").unwrap_or_default();
        let end = inner.iter().take(40).position(|byte| *byte == b']');
        let split = end.and_then(|end| inner.split_at_checked(end));
        split.filter(|(time, _)| is_time(time)).map_or(self.bytes.as_slice(), |(_, rest)| rest)
    }
}

/// Cleaned before it is redacted, so that an escape sequence cannot hide a secret, and cut last, so that no half of one
/// is left over.
fn printable(text: &str, hide: impl Fn(&str) -> Cow<'_, str>) -> String {
    let indent =
        text.chars().take(INDENT).take_while(|c| c.is_whitespace()).map(width).sum::<usize>().min(INDENT);
    let plain = clean(text.trim(), usize::MAX);
    format!("{}{}", " ".repeat(indent), clean(&hide(&plain), SHOWN))
}

fn width(c: char) -> usize {
    if c == '\t' { 4 } else { 1 }
}

/// The level a line says for itself: `[12:00:00] [Render thread/WARN]`, `2013-01-01 12:00:00 [SEVERE]`.
fn level(bytes: &[u8]) -> Option<Level> {
    let begins = bytes.first().is_some_and(|byte| *byte == b'[' || byte.is_ascii_digit());
    let head = bytes.get(..bytes.len().min(LEVEL_WITHIN)).filter(|_| begins)?;
    let parts = head.split(|byte| *byte == b']');
    parts.filter_map(|part| part.rsplit(|byte| matches!(byte, b'[' | b'/' | b' ')).next()).find_map(named)
}

fn named(word: &[u8]) -> Option<Level> {
    match word {
        b"TRACE" | b"DEBUG" | b"FINE" | b"FINER" | b"FINEST" => Some(Level::Debug),
        b"INFO" | b"CONFIG" => Some(Level::Info),
        b"WARN" | b"WARNING" => Some(Level::Warn),
        b"ERROR" | b"SEVERE" => Some(Level::Error),
        b"FATAL" => Some(Level::Fatal),
        _ => None,
    }
}

/// Adds a line to others, or counts it where it says the same as the last one.
pub(super) fn push(lines: &mut Vec<Raw>, line: Raw) {
    match lines.last_mut() {
        Some(last) if last.without_time() == line.without_time() => last.times += 1,
        _ => lines.push(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_every_generation_are_read() {
        for (line, expected) in [
            ("[12:00:00] [main/INFO]: x", Some(Level::Info)),
            ("[01Jan2024 12:00:00.123] [Render thread/ERROR] [mod/]: x", Some(Level::Error)),
            ("2013-01-01 12:00:00 [SEVERE] x", Some(Level::Error)),
            ("[12:00:00 WARN]: x", Some(Level::Warn)),
            ("[main/FATAL] x", Some(Level::Fatal)),
            ("\tat a.B.c(ERROR]", None),
            ("ERROR] x", None),
            ("", None),
        ] {
            assert_eq!(level(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn any_bytes_become_a_printable_line() {
        let redactor = Redactor::new(&nova_model::Known::default());
        proptest::proptest!(|(bytes: Vec<u8>)| {
            let line = Counter::default().line(&bytes).write_up(&redactor);
            proptest::prop_assert!(!line.text.chars().any(char::is_control), "{:?}", line.text);
        });
    }
}
