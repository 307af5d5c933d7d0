//! The changes that were made, and taking one back.

use nova_files::{Entry, Files, Listing};
use nova_model::{Explain, Message, Report};
use serde::Serialize;

use nova_game::Proposal;

/// Which changes to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those about this version.
    pub version: Option<String>,
    /// This many at most; 0 for all.
    pub limit: usize,
}

/// A change, and whether it can be taken back now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PastChange {
    /// The change.
    pub entry: Entry,
    /// Why it cannot be taken back; none when it can.
    pub fixed: Option<Report>,
}

/// Why a change cannot be found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// No change is called that.
    #[error("no change {id}")]
    NoSuchChange {
        /// What was asked for.
        id: String,
        /// The latest changes.
        present: Vec<String>,
    },
    /// It cannot be taken back.
    #[error(transparent)]
    Files(#[from] nova_files::FilesError),
}

impl Explain for HistoryError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.history.no-such"))
    }
}

/// The changes, newest first.
pub fn list(files: &Files, filter: &Filter) -> Listing<PastChange> {
    let _ = (files, filter);
    unimplemented!()
}

/// What taking a change back would do; `latest` is the newest one that is still done. It is carried out by [`Files::undo`].
pub fn undo(files: &Files, id: &str) -> Result<(Entry, Proposal), HistoryError> {
    let _ = (files, id);
    unimplemented!()
}
