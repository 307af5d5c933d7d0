//! Something wrong with one thing.

use nova_model::{Problem, Severity};
use serde::Serialize;
use ts_rs::TS;

use crate::turn::Names;

/// A problem in the player's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ProblemRow {
    /// `note`, `warning` or `error`.
    #[ts(type = "'note' | 'warning' | 'error'")]
    pub severity: Severity,
    /// The code of its sentence.
    pub code: String,
    /// What it is.
    pub message: String,
    /// The file, id or name it is about.
    pub about: Option<String>,
}

impl ProblemRow {
    /// A problem as a window shows it.
    pub(crate) fn of(problem: &Problem, names: &Names) -> Self {
        let problem = names.problem(problem);
        Self {
            severity: problem.severity,
            code: problem.message.code.to_string(),
            message: names.texts.problem(&problem),
            about: problem.about,
        }
    }
}
