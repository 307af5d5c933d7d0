//! The changes that were made, and taking one back.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use nova_files::{Entry, EntryState, Files, FilesError, Listing, Step};
use nova_game::Proposal;
use nova_model::{Explain, Message, Report, clean};
use serde::Serialize;

use crate::draft::{Draft, reversible};

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

/// Why a change cannot be taken back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// No change is called that.
    #[error("no change {id:?}")]
    NoSuchChange {
        /// As asked for, printable.
        id: String,
        /// The latest changes.
        present: Vec<String>,
    },
    /// Nothing was changed that is not taken back already.
    #[error("nothing to undo")]
    Nothing,
    /// nova-files refuses.
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl Explain for HistoryError {
    fn report(&self) -> Report {
        match self {
            Self::NoSuchChange { id, present } => {
                let report = Report::new(Message::new("content.history.no-such").with("id", id.as_str()));
                // Ids say nothing to a person: the list shows what each of them did.
                if present.is_empty() { report } else { report.hint(Message::new("content.hint.history")) }
            }
            Self::Nothing => Report::new(Message::new("content.history.nothing")),
            Self::Files(error) => error.report(),
        }
    }
}

/// The changes, newest first.
pub fn list(files: &Files, filter: &Filter) -> Listing<PastChange> {
    let Listing { items, problems } = files.changes();
    let about = |entry: &Entry| filter.version.is_none() || entry.origin.version == filter.version;
    let limit = if filter.limit == 0 { usize::MAX } else { filter.limit };
    let entries: Vec<Entry> = items.into_iter().filter(about).take(limit).collect();
    let ids: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
    let fixed = files.inverses(&ids).into_iter().map(|inverse| inverse.err().map(|error| error.report()));
    let items = entries.into_iter().zip(fixed).map(|(entry, fixed)| PastChange { entry, fixed }).collect();
    Listing { items, problems }
}

/// What taking a change back would do; `latest` is the newest one that is still done. It is carried out by [`Files::undo`].
pub fn undo(files: &Files, id: &str) -> Result<(Entry, Proposal), HistoryError> {
    undo_keeping(files, id, &|_| BTreeSet::new())
}

/// The same, where what others use by now stays: `used` says of a change which of the files that it placed these are. It is carried out
/// by [`Files::undo_keeping`].
pub fn undo_keeping(
    files: &Files,
    id: &str,
    used: &dyn Fn(&str) -> BTreeSet<PathBuf>,
) -> Result<(Entry, Proposal), HistoryError> {
    let entry = find(files, id)?;
    let used = used(&entry.id);
    let batch = files.inverse_keeping(&entry.id, &|path| used.contains(path))?;
    let proposal = taken_back(&entry, &batch.root, batch.steps);
    Ok((entry, proposal))
}

/// What taking a change back will do by its record alone: for one that cannot be looked at yet, since a newer change that
/// is to be taken back first stands on it. For showing only; its batch is never done.
pub fn foreseen(entry: &Entry) -> Proposal {
    let steps = entry.steps.iter().rev().filter_map(inverse).collect();
    taken_back(entry, &entry.root, steps)
}

fn inverse(step: &Step) -> Option<Step> {
    Some(match step {
        Step::Rename { from, to } => Step::Rename { from: to.clone(), to: from.clone() },
        Step::Write { path, .. } => Step::Write { path: path.clone(), content: Vec::new() },
        Step::Trash { path } => Step::Untrash { id: String::new(), to: Some(path.clone()) },
        Step::Unpack { to, .. }
        | Step::Untrash { to: Some(to), .. }
        | Step::PlaceFolder { to, .. }
        | Step::Copy { to, .. } => Step::Trash { path: to.clone() },
        // The zip it made is put aside; nothing of the player's changes by that.
        _ => return None,
    })
}

fn taken_back(entry: &Entry, root: &Path, steps: Vec<Step>) -> Proposal {
    let mut draft = Draft::new(root);
    for step in steps {
        draft.step(step);
    }
    let title = Message::new("content.history.undo.title").with("id", entry.id.as_str());
    let title = match &entry.origin.title {
        Some(done) => title.with("what", done.clone()),
        None => title.with("what", entry.origin.tool.as_str()),
    };
    draft.finish(title, reversible("content.undo.redo"), entry.origin.version.as_deref())
}

fn find(files: &Files, id: &str) -> Result<Entry, HistoryError> {
    let entries = files.changes().items;
    let present: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
    let newest = |entry: &Entry| entry.state == EntryState::Done && entry.undoes.is_none();
    match id {
        "latest" => entries.into_iter().find(newest).ok_or(HistoryError::Nothing),
        _ => entries
            .into_iter()
            .find(|entry| entry.id == id)
            .ok_or_else(|| HistoryError::NoSuchChange { id: clean(id, 100), present }),
    }
}
