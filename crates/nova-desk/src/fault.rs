//! What a window is told when a command cannot be done: what happened, what it means, what to do next, in the player's language.

use nova_core::texts::Texts;
use nova_model::{Message, Report, Retry};
use serde::Serialize;
use ts_rs::TS;

use crate::turn::Names;

/// A command that could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Fault {
    /// The code of the sentence, for tests and for the few places where the window does something about it.
    pub code: String,
    /// What went wrong and where.
    pub message: String,
    /// What to do next.
    pub hints: Vec<String>,
    /// Whether the same call may work later.
    pub retry: bool,
}

impl Fault {
    /// A report in the player's language, its paths written as everywhere else in the window.
    pub(crate) fn of(report: &Report, names: &Names) -> Self {
        Self {
            code: report.code().to_string(),
            message: names.say(&report.message),
            hints: report.hints.iter().map(|hint| names.say(hint)).collect(),
            retry: report.retry == Retry::Later,
        }
    }

    /// A message alone, which names no file.
    pub(crate) fn say(message: &Message, texts: &Texts) -> Self {
        let code = message.code.to_string();
        Self { code, message: texts.say(message), hints: Vec::new(), retry: false }
    }
}
