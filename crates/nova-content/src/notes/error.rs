//! Why something is not remembered, or not forgotten.

use nova_model::{Explain, Message, Report};

use super::{LONGEST, MOST};
use crate::hints;

/// Why a note is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoteError {
    /// There is nothing to remember.
    #[error("an empty note")]
    Empty,
    /// More than a note holds.
    #[error("a note of {length} characters")]
    TooLong {
        /// Its characters.
        length: usize,
    },
    /// A key, a password or a mail address is in it. It is not repeated.
    #[error("a note with a secret in it")]
    Secret,
    /// It is remembered already.
    #[error("a note that is there already")]
    Known,
    /// No more notes are kept.
    #[error("more than {MOST} notes")]
    Full,
    /// No note has this id.
    #[error("no note {id:?}")]
    NoSuchNote {
        /// As asked for, printable.
        id: String,
        /// Those that there are.
        present: Vec<String>,
    },
}

impl Explain for NoteError {
    fn report(&self) -> Report {
        let report = |code: &'static str| Report::new(Message::new(code));
        match self {
            Self::Empty => report("content.note.empty"),
            Self::TooLong { length } => Report::new(
                Message::new("content.note.too-long").with("length", *length).with("limit", LONGEST),
            ),
            Self::Secret => report("content.note.secret"),
            Self::Known => report("content.note.known"),
            Self::Full => Report::new(Message::new("content.note.full").with("limit", MOST)),
            Self::NoSuchNote { id, present } => hints::present(
                Report::new(Message::new("content.note.no-such").with("id", id.as_str())),
                present,
            ),
        }
    }
}
