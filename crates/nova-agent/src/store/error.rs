//! What the store fails at.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report, Retry, clean};
use rusqlite::ErrorCode;

/// Shorthand.
pub(super) type Result<T> = std::result::Result<T, StoreError>;

/// Characters of a system's reason in a report.
const LONGEST_REASON: usize = 200;

/// Why a file cannot be used. It has to be put aside before the store can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Something in it is broken.
    Damaged,
    /// It is no chat store.
    Foreign,
    /// It is a link to somewhere else.
    Link,
    /// A newer program wrote it.
    Newer,
}

impl Unusable {
    /// The sentence that says so.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Damaged => "agent.store.damaged",
            Self::Foreign => "agent.store.foreign",
            Self::Link => "agent.store.link",
            Self::Newer => "agent.store.newer",
        })
    }
}

/// What the store fails at. Nothing of a call that failed is kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be used and has to be put aside.
    #[error("the chat store cannot be used: {why:?}")]
    Unusable {
        /// Why.
        why: Unusable,
    },
    /// No chat of this id.
    #[error("no chat {id:?}")]
    NoChat {
        /// As asked for.
        id: String,
    },
    /// A new chat's id is in use already; another one has to be drawn.
    #[error("the chat id {id} is taken")]
    Taken {
        /// The id.
        id: String,
    },
    /// An entry is too large even when it is shortened.
    #[error("an entry of a chat has {bytes} bytes")]
    TooBig {
        /// Its size.
        bytes: usize,
    },
    /// The file or its folder could not be made.
    #[error("the chat store cannot be made: {}", report.message.code)]
    Ground {
        /// Why not.
        report: Box<Report>,
    },
    /// The file is there and cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An entry could not be written as JSON.
    #[error("an entry is no JSON")]
    Json(#[from] serde_json::Error),
    /// Anything else that SQLite says.
    #[error("the chat store failed")]
    Sqlite(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => Self::Unusable { why: Unusable::Damaged },
            Some(ErrorCode::NotADatabase) => Self::Unusable { why: Unusable::Foreign },
            _ => Self::Sqlite(error),
        }
    }
}

impl Explain for StoreError {
    fn report(&self) -> Report {
        let because = |why: String| {
            Report::new(Message::new("agent.store.failed").with("why", clean(&why, LONGEST_REASON)))
        };
        match self {
            Self::Unusable { why } => Report::new(why.message()),
            Self::NoChat { id } => {
                let said = Message::new("agent.store.no-chat").with("id", clean(id, LONGEST_REASON));
                Report::new(said).hint(Message::new("agent.store.hint.list"))
            }
            Self::Taken { id } => because(id.clone()),
            Self::TooBig { bytes } => {
                let bytes = nova_model::Field::Bytes(u64::try_from(*bytes).unwrap_or(u64::MAX));
                Report::new(Message::new("agent.store.too-big").with("bytes", bytes))
            }
            Self::Ground { report } => (**report).clone(),
            Self::Unreadable { source, .. } => because(source.to_string()),
            Self::Json(error) => because(error.to_string()),
            Self::Sqlite(error) => of_sqlite(error),
        }
    }
}

fn of_sqlite(error: &rusqlite::Error) -> Report {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Report { retry: Retry::Later, ..Report::new(Message::new("agent.store.busy")) }
        }
        Some(ErrorCode::DiskFull) => Report::new(Message::new("agent.store.full")),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            Report::new(Message::new("agent.store.read-only"))
        }
        _ => {
            let why = clean(&error.to_string(), LONGEST_REASON);
            Report::new(Message::new("agent.store.failed").with("why", why))
        }
    }
}
