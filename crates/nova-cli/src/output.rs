//! What is printed where: with `--json` one object on standard output and nothing else there; messages on standard error.

use std::io::{self, Write};

use nova_core::{present, texts::Texts};
use nova_model::{Problem, Report};
use serde_json::{Value, json};

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

    /// The one JSON object, or the text for people.
    pub(crate) fn answer(&self, data: &Value, text: &str) {
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

    /// Problems beside the answer: in the object for a machine, on standard error for a person.
    pub(crate) fn problems(&self, problems: &[Problem], texts: &Texts) -> Value {
        if !self.json {
            for problem in problems {
                self.note(&format!("! {}", texts.problem(problem)));
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

/// JSON with every control character as an escape: serde does that already for all below U+0020; the C1 range is added.
fn escaped(data: &Value) -> String {
    let text = data.to_string();
    if !text.chars().any(is_c1) {
        return text;
    }
    text.chars().map(|c| if is_c1(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }).collect()
}

fn is_c1(c: char) -> bool {
    ('\u{7f}'..='\u{9f}').contains(&c)
}

/// Text without control characters other than line breaks.
fn printable(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
