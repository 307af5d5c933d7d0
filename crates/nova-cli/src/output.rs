//! What is printed where: with `--json` one object on standard output and nothing else there; messages on standard error.

use std::io::{self, Write};

use nova_core::{present, texts::Texts};
use nova_model::{Message, Problem, Report, acts, clean};
use serde_json::{Value, json};

use crate::progress::Words;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, also with problems in what was listed.
    Done,
    /// A check found something, or there was nothing to undo.
    Found,
    /// Wrong usage.
    Usage,
    /// Refused, or not confirmed.
    Refused,
    /// Failed.
    Failed,
}

impl Exit {
    /// Its number for the system.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Found => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Failed => 4,
        }
    }
}

/// Where answers go.
pub(crate) struct Output {
    json: bool,
}

impl Output {
    /// Output for a machine or for a person.
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether a machine reads it.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Where Nova's words go while a turn runs.
    pub(crate) fn words(&self) -> Words {
        if self.json { Words::Kept } else { Words::Printed }
    }

    /// The one JSON object, or the text for people.
    pub(crate) fn answer(&self, data: &Value, text: &str) {
        if !self.json && text.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        // A reader that went away is no fault: there is nobody left to tell.
        let _ =
            if self.json { writeln!(out, "{}", escaped(data)) } else { writeln!(out, "{}", printable(text)) };
        let _ = out.flush();
    }

    /// A message beside the answer.
    #[expect(clippy::unused_self, reason = "reads as where it goes")]
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", printable(text));
    }

    /// Problems beside the answer: in the object for a machine; for a person on standard error, unless `told` says them.
    pub(crate) fn problems(&self, problems: &[Problem], told: &str, texts: &Texts) -> Value {
        if !self.json {
            let sentences = problems.iter().map(|problem| texts.problem(problem));
            for sentence in sentences.filter(|sentence| !told.contains(sentence.as_str())) {
                self.note(&texts.say(&Message::new("cli.problem").with("what", sentence)));
            }
        }
        problems.iter().map(|problem| present::problem(problem, texts)).collect()
    }

    /// An error as the whole answer.
    pub(crate) fn error(&self, report: &Report, texts: &Texts) {
        let error = present::report(report, texts);
        let text = texts.report(report);
        self.note(&text);
        if self.json {
            self.answer(&json!({ "errors": [error] }), "");
        }
    }
}

/// JSON in which what acts, hides or reorders stands as an escape: a reader gets the very text, a terminal shows it plainly.
/// serde escapes all below U+0020 already.
fn escaped(data: &Value) -> String {
    let text = data.to_string();
    if !text.chars().any(acts) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) {
            out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// Text in which nothing acts, hides or reorders; line breaks stay. Names that the player typed and paths get here as well.
pub(crate) fn printable(text: &str) -> String {
    text.split('\n').map(|line| clean(line, usize::MAX)).collect::<Vec<_>>().join("\n")
}

/// A piece of a longer text: the same, with the blanks at its ends.
pub(crate) fn printable_piece(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '\n' | '\t') || !acts(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_go_as_a_whole_and_nothing_reorders() {
        assert_eq!(printable("  a\u{1b}[31mred\n\u{1b}]0;title\u{7}b\u{202e}c\n"), "  ared\nbc\n");
    }

    #[test]
    fn nothing_in_json_reorders_or_acts() {
        let text = escaped(&json!({ "a\u{202e}": "\u{9b}31m\u{200b}模组" }));
        assert_eq!(text, r#"{"a\u202e":"\u009b31m\u200b模组"}"#);
    }
}
