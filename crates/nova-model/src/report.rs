//! Errors and problems on their way to a person or a model.

use serde::{Deserialize, Serialize};

use crate::{Code, Message};

/// Whether calling again with the same arguments may work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// The same call fails again until something else changes.
    No,
    /// The cause may pass by itself (a lock, a busy disk).
    Later,
}

/// What went wrong, as data: what, where (in the fields), and what next (the hints).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The sentence that says what went wrong and where.
    pub message: Message,
    /// What to do next, or the real candidates ("did you mean …").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Message>,
    /// Whether the same call may work later.
    pub retry: Retry,
}

impl Report {
    /// A report without hints, not worth a retry.
    pub fn new(message: Message) -> Self {
        Self { message, hints: Vec::new(), retry: Retry::No }
    }

    /// The same report with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: Message) -> Self {
        self.hints.push(hint);
        self
    }

    /// The code of its sentence.
    pub fn code(&self) -> &Code {
        &self.message.code
    }
}

/// An error enum that can say itself to people. Nobody matches on its `Display`, which is for logs.
pub trait Explain: std::error::Error {
    /// The error as a report.
    fn report(&self) -> Report;
}

/// How bad a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something may not work.
    Warning,
    /// Something will not work.
    Error,
}

/// Something wrong with one thing inside an answer that is otherwise good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub message: Message,
    /// The file, id or name it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

impl Problem {
    /// A problem of the kind error.
    pub fn error(about: impl Into<String>, message: Message) -> Self {
        Self { severity: Severity::Error, message, about: Some(about.into()) }
    }

    /// A problem of the kind warning.
    pub fn warning(about: impl Into<String>, message: Message) -> Self {
        Self { severity: Severity::Warning, message, about: Some(about.into()) }
    }
}
