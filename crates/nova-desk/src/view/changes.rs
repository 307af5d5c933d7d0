//! The journal, as the player sees it.

use std::path::Path;

use nova_files::{Entry, EntryState, Step};
use nova_model::{ChangeKind, Millis, Report, clean};
use serde::Serialize;
use ts_rs::TS;

use super::{ChangeRow, ProblemRow, worlds::change_title};
use crate::{Fault, turn::Names};

/// A part of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ChangesPage {
    /// The changes, newest first.
    pub changes: Vec<PastChange>,
    /// Whether there are older ones.
    pub more: bool,
    /// The versions that changes are about, sorted.
    pub versions: Vec<String>,
    /// Records that cannot be read.
    pub problems: Vec<ProblemRow>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PastChange {
    /// Its id; undoes it.
    pub id: String,
    /// The turn it was made in; undoes all of it.
    pub turn: Option<String>,
    /// When it was done.
    pub at: Millis,
    /// The tool that did it.
    pub tool: String,
    /// The tool's name for people.
    pub tool_title: String,
    /// What was done, in one sentence. For an undo or a redo: what was taken back or done again.
    pub title: String,
    /// The version it is about.
    pub version: Option<String>,
    /// Whether it took something back.
    pub role: ChangeRole,
    /// The change it took back or did again.
    pub of: Option<String>,
    /// Where it stands.
    pub state: ChangeState,
    /// The change that took it back; undoing that one does it again.
    pub undone_by: Option<String>,
    /// Why it cannot be taken back; none where it can.
    pub fixed: Option<Fault>,
    /// What it left out, and why.
    pub problems: Vec<ProblemRow>,
}

/// What a change is to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeRole {
    /// A change of its own.
    Change,
    /// Took another one back.
    Undo,
    /// Did one again that was taken back.
    Redo,
}

/// Where a change stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeState {
    /// Done.
    Done,
    /// Taken back.
    Undone,
    /// Was cut off, and rolled back at the next start.
    RolledBack,
    /// Is being done, or was cut off and waits for recovery.
    Unfinished,
}

impl PastChange {
    /// A change of the journal, and why it cannot be taken back.
    pub(crate) fn of(entry: &Entry, fixed: Option<&Report>, all: &[Entry], names: &Names) -> Self {
        let (root, steps) = origin(entry, all);
        let texts = &names.texts;
        Self {
            id: entry.id.clone(),
            turn: entry.origin.turn.clone(),
            at: entry.at,
            tool: clean(&entry.origin.tool, 80),
            tool_title: names.title(&entry.origin.tool),
            title: texts.say(&change_title(root)),
            version: entry.origin.version.as_deref().map(|version| clean(version, 200)),
            role: ChangeRole::after(steps),
            of: (steps > 0).then(|| root.id.clone()),
            state: ChangeState::of(&entry.state),
            undone_by: match &entry.state {
                EntryState::Undone { by } => Some(by.clone()),
                _ => None,
            },
            fixed: fixed.map(|report| Fault::of(report, names)),
            problems: entry.problems.iter().map(|problem| ProblemRow::of(problem, names)).collect(),
        }
    }
}

/// The change that a chain of undos began with, and the number of them; where its record is gone, the oldest there is.
fn origin<'a>(entry: &'a Entry, all: &'a [Entry]) -> (&'a Entry, usize) {
    let (mut root, mut steps) = (entry, 0);
    // A chain is no longer than the journal, whatever a damaged one says.
    while let Some(undoes) = root.undoes.as_ref().filter(|_| steps <= all.len()) {
        steps += 1;
        let Some(older) = all.iter().find(|other| other.id == *undoes) else { break };
        root = older;
    }
    (root, steps)
}

impl ChangeRole {
    /// After this many undos one upon the other.
    fn after(undos: usize) -> Self {
        match undos {
            0 => Self::Change,
            odd if odd % 2 == 1 => Self::Undo,
            _ => Self::Redo,
        }
    }
}

impl ChangeState {
    fn of(state: &EntryState) -> Self {
        match state {
            EntryState::Done => Self::Done,
            EntryState::Undone { .. } => Self::Undone,
            EntryState::RolledBack => Self::RolledBack,
            EntryState::Unfinished => Self::Unfinished,
        }
    }
}

/// Every file that a change touched, in order.
pub(crate) fn touched(entry: &Entry, names: &Names) -> Vec<ChangeRow> {
    let rows = |(number, step): (usize, &Step)| match step {
        Step::Rename { from, to } => vec![ChangeRow::moved(from, to, names)],
        Step::Write { path, .. } => vec![ChangeRow::one(ChangeKind::Write, path, names)],
        Step::Trash { path } => vec![ChangeRow::one(ChangeKind::Trash, path, names)],
        Step::Untrash { id, to } => {
            let to = to.clone().unwrap_or_else(|| id.into());
            vec![ChangeRow::one(ChangeKind::Untrash, &to, names)]
        }
        Step::Backup { backup } => {
            let of =
                |(path, _): &(std::path::PathBuf, String)| ChangeRow::one(ChangeKind::Backup, path, names);
            backup.sources.iter().map(of).collect()
        }
        Step::Unpack { to, .. } => vec![ChangeRow::one(ChangeKind::Unpack, to, names)],
        Step::Copy { to, .. } | Step::PlaceFolder { to, .. } => {
            vec![ChangeRow::one(ChangeKind::Create, to, names)]
        }
        // Thousands of files: one row says how much, and where.
        Step::Place { .. } => vec![ChangeRow::many(ChangeKind::Create, entry, number, names)],
        Step::TrashAll { .. } => vec![ChangeRow::many(ChangeKind::Trash, entry, number, names)],
        Step::Purge { ids } => {
            ids.iter().map(|id| ChangeRow::one(ChangeKind::Purge, Path::new(id), names)).collect()
        }
    };
    entry.steps.iter().enumerate().flat_map(rows).collect()
}

impl ChangeRow {
    fn one(kind: ChangeKind, what: &Path, names: &Names) -> Self {
        Self { kind, what: names.short(&what.to_string_lossy()), to: None, bytes: None }
    }

    fn many(kind: ChangeKind, entry: &Entry, step: usize, names: &Names) -> Self {
        let bytes = entry.bulk.iter().find(|bulk| bulk.step == step).map(|bulk| bulk.bytes);
        Self { bytes, ..Self::one(kind, &entry.root, names) }
    }

    fn moved(from: &Path, to: &Path, names: &Names) -> Self {
        let row = Self::one(ChangeKind::Rename, from, names);
        let to = nova_core::places::target(&row.what, &names.short(&to.to_string_lossy()));
        Self { to: Some(to), ..row }
    }
}
