//! The trash area: what was put aside, putting it back, and freeing it for good.

use std::path::PathBuf;

use nova_files::{Files, Listing, TrashItem};
use nova_model::{Explain, Message, Millis, Report};

use nova_game::Proposal;

/// Which trash entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// These, by id.
    Ids(Vec<String>),
    /// Those put aside more than `days` before `now`.
    OlderThan {
        /// Whole days.
        days: u32,
        /// The present.
        now: Millis,
    },
    /// Everything.
    All,
}

/// Why something cannot be put back or freed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrashError {
    /// Nothing in the trash area is called that.
    #[error("no trash entry {id}")]
    NoSuchItem {
        /// What was asked for.
        id: String,
        /// What is there, newest first.
        present: Vec<String>,
    },
}

impl Explain for TrashError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.trash.no-such"))
    }
}

/// What was put aside, newest first.
pub fn list(files: &Files) -> Listing<TrashItem> {
    files.trash()
}

/// Puts a thing back where it was. `roots` are the game roots; the thing's own is found among them.
pub fn restore(files: &Files, id: &str, roots: &[PathBuf]) -> Result<Proposal, TrashError> {
    let _ = (files, id, roots);
    unimplemented!()
}

/// Frees trash entries for good. This is the only permanent deletion.
pub fn empty(files: &Files, which: &Which) -> Result<Proposal, TrashError> {
    let _ = (files, which);
    unimplemented!()
}
