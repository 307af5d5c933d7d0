//! Raw lines to lines for people: decoded, redacted, printable, with their level.

use nova_model::{Redactor, clean};

use super::{Level, Line, decode};

/// Characters of a line that are shown.
const SHOWN: usize = 2_000;

/// Where in a line its level is looked for, in characters.
const LEVEL_WITHIN: usize = 160;

/// Turns the lines of one log into [`Line`]s, in order.
pub(super) struct WriteUp<'a> {
    redactor: &'a Redactor,
    number: usize,
    level: Option<Level>,
}

impl<'a> WriteUp<'a> {
    pub(super) fn new(redactor: &'a Redactor) -> Self {
        Self { redactor, number: 0, level: None }
    }

    /// The next line.
    pub(super) fn line(&mut self, bytes: &[u8]) -> Line {
        let text = decode::line(bytes);
        self.number += 1;
        self.level = level(&text).or(self.level);
        Line { number: self.number, level: self.level, text: self.printable(&text), times: 1 }
    }

    /// A piece of a line, without its beginning: what may be the tail of a secret that the redactor cannot recognise
    /// any more is left out.
    pub(super) fn torn_line(&mut self, bytes: &[u8]) -> Line {
        let blank = bytes.iter().position(u8::is_ascii_whitespace);
        self.line(blank.and_then(|blank| bytes.get(blank..)).unwrap_or_default())
    }

    /// Cleaned before it is redacted, so that an escape sequence cannot hide a secret, and cut last, so that no half of
    /// one is left over.
    fn printable(&self, text: &str) -> String {
        let indent = text.chars().take_while(|c| c.is_whitespace()).map(width).sum::<usize>().min(16);
        let plain = clean(text.trim(), usize::MAX);
        let redacted = self.redactor.redact(&plain);
        format!("{}{}", " ".repeat(indent), clean(&redacted, SHOWN))
    }
}

fn width(c: char) -> usize {
    if c == '\t' { 4 } else { 1 }
}

/// The level a line says for itself: `[12:00:00] [Render thread/WARN]`, `2013-01-01 12:00:00 [SEVERE]`.
pub(super) fn level(text: &str) -> Option<Level> {
    let head: String = text.chars().take(LEVEL_WITHIN).collect();
    if !head.starts_with(|c: char| c == '[' || c.is_ascii_digit()) {
        return None;
    }
    head.split(']').find_map(|part| named(part.rsplit(['[', '/', ' ']).next().unwrap_or_default()))
}

fn named(word: &str) -> Option<Level> {
    match word {
        "TRACE" | "DEBUG" | "FINE" | "FINER" | "FINEST" => Some(Level::Debug),
        "INFO" | "CONFIG" => Some(Level::Info),
        "WARN" | "WARNING" => Some(Level::Warn),
        "ERROR" | "SEVERE" => Some(Level::Error),
        "FATAL" => Some(Level::Fatal),
        _ => None,
    }
}

/// Adds a line to others, or counts it where it says the same as the last one.
pub(super) fn push(lines: &mut Vec<Line>, line: Line) {
    match lines.last_mut() {
        Some(last) if without_time(&last.text) == without_time(&line.text) => last.times += 1,
        _ => lines.push(line),
    }
}

/// A line without the time it begins with (`[12:00:00] `, `[01Jan2024 12:00:00.123] `).
fn without_time(text: &str) -> &str {
    let Some((time, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return text;
    };
    if time.contains(':') && time.starts_with(|c: char| c.is_ascii_digit()) { rest } else { text }
}
