//! What can go wrong with logs.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

/// Why a log cannot be read or searched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The version has no log of the kind asked for.
    #[error("version {version} has no such log")]
    None {
        /// The version.
        version: String,
    },
    /// No log is called that.
    #[error("version {version} has no log {id}")]
    NoSuchLog {
        /// The version.
        version: String,
        /// What was asked for.
        id: String,
        /// The newest logs there are.
        present: Vec<String>,
    },
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The pattern cannot be searched for.
    #[error("cannot search for {pattern:?}: {fault}")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        fault: PatternFault,
    },
}

/// What is wrong with a search pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternFault {
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It has more than 500 characters.
    #[error("it is too long")]
    TooLong,
    /// It is no regular expression.
    #[error("it is no regular expression")]
    NoRegex,
    /// It would need too much memory.
    #[error("it is too complex")]
    TooComplex,
}

impl PatternFault {
    fn code(self) -> &'static str {
        match self {
            Self::Empty => "content.logs.pattern-empty",
            Self::TooLong => "content.logs.pattern-too-long",
            Self::NoRegex => "content.logs.pattern-no-regex",
            Self::TooComplex => "content.logs.pattern-too-complex",
        }
    }
}

impl Explain for LogError {
    fn report(&self) -> Report {
        match self {
            Self::None { version } => {
                Report::new(Message::new("content.logs.none").with("version", version.as_str()))
            }
            Self::NoSuchLog { version, id, present } => {
                let message = Message::new("content.logs.no-such")
                    .with("version", version.as_str())
                    .with("name", id.as_str());
                crate::hints::present(Report::new(message), present)
            }
            Self::Unreadable { path, source } => crate::hints::unreadable(path, source),
            Self::BadPattern { pattern, fault } => {
                Report::new(Message::new(fault.code()).with("pattern", nova_model::clean(pattern, 80)))
            }
        }
    }
}
