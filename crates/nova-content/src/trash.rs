//! The trash area: what was put aside, putting it back, and freeing it for good.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_files::{Files, Listing, TrashItem};
use nova_game::Proposal;
use nova_model::{Change, ChangeKind, Explain, Message, Millis, Report, Undo, clean};

use crate::{
    draft::{Draft, Sized, reversible},
    hints,
    shown::shown,
};

const DAY: Millis = 24 * 60 * 60 * 1000;

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
    #[error("no trash entry {id:?}")]
    NoSuchItem {
        /// As asked for, printable.
        id: String,
        /// What is there, newest first.
        present: Vec<String>,
    },
    /// Something else is at its place now.
    #[error("{path} is taken")]
    Taken {
        /// The entry.
        id: String,
        /// Its place.
        path: PathBuf,
    },
    /// Its place lies in no game folder that is known, nor in the data folder.
    #[error("{path} is in no known game folder")]
    NoRoot {
        /// The entry.
        id: String,
        /// Its place.
        path: PathBuf,
    },
    /// Nothing is in the trash area, or nothing old enough.
    #[error("nothing to free")]
    Nothing,
}

impl Explain for TrashError {
    fn report(&self) -> Report {
        match self {
            Self::NoSuchItem { id, present } => hints::present(
                Report::new(Message::new("content.trash.no-such").with("id", id.as_str())),
                present,
            ),
            Self::Taken { id, path } => placed("content.trash.taken", id, path),
            Self::NoRoot { id, path } => placed("content.trash.no-root", id, path),
            Self::Nothing => Report::new(Message::new("content.trash.nothing")),
        }
    }
}

fn placed(code: &'static str, id: &str, path: &Path) -> Report {
    Report::new(Message::new(code).with("id", id).with("path", path))
}

/// What was put aside, newest first.
pub fn list(files: &Files) -> Listing<TrashItem> {
    files.trash()
}

/// Puts a thing back where it was; `latest` is the thing put aside last. `roots` are the game roots; its own is found among
/// them.
pub fn restore(files: &Files, id: &str, roots: &[PathBuf]) -> Result<Proposal, TrashError> {
    let items = files.trash().items;
    let item = find(&items, id)?;
    let bundle = item.files.is_some();
    if !bundle && fs::symlink_metadata(&item.was).is_ok() {
        return Err(TrashError::Taken { id: item.id.clone(), path: item.was.clone() });
    }
    let root = root_of(files, item, roots)?;
    let mut draft = Draft::new(root);
    let what = Sized { path: &item.was, bytes: item.bytes };
    if bundle {
        draft.untrash_all(&item.id, what);
    } else {
        draft.untrash(&item.id, what);
    }
    let title =
        Message::new("content.trash.restore.title").with("name", name(item)).with("path", item.was.as_path());
    Ok(draft.finish(title, reversible("content.undo.untrash"), None))
}

/// Frees trash entries for good. This is the only permanent deletion.
pub fn empty(files: &Files, which: &Which) -> Result<Proposal, TrashError> {
    let items = files.trash().items;
    let chosen = choose(&items, which)?;
    if chosen.is_empty() {
        return Err(TrashError::Nothing);
    }
    let mut draft = Draft::new(files.data());
    let bytes = chosen.iter().fold(0_u64, |sum, item| sum.saturating_add(item.bytes));
    let title = Message::new("content.trash.empty.title")
        .with("count", chosen.len())
        .with("size", nova_model::Field::Bytes(bytes));
    draft.purge(
        chosen.iter().map(|item| item.id.clone()).collect(),
        chosen.iter().map(|item| lost(item)).collect(),
    );
    Ok(draft.finish(title, Undo::Permanent(Message::new("content.undo.never")), None))
}

fn find<'a>(items: &'a [TrashItem], id: &str) -> Result<&'a TrashItem, TrashError> {
    let found = if id == "latest" { items.first() } else { items.iter().find(|item| item.id == id) };
    found.ok_or_else(|| TrashError::NoSuchItem {
        id: clean(id, 100),
        present: items.iter().map(|item| item.id.clone()).collect(),
    })
}

fn choose<'a>(items: &'a [TrashItem], which: &Which) -> Result<Vec<&'a TrashItem>, TrashError> {
    match which {
        Which::All => Ok(items.iter().collect()),
        Which::Ids(ids) => {
            let mut chosen: Vec<&TrashItem> =
                ids.iter().map(|id| find(items, id)).collect::<Result<_, _>>()?;
            chosen.sort_by(|a, b| a.id.cmp(&b.id));
            chosen.dedup_by(|a, b| a.id == b.id);
            Ok(chosen)
        }
        Which::OlderThan { days, now } => {
            let last = now.saturating_sub(Millis::from(*days).saturating_mul(DAY));
            Ok(items.iter().filter(|item| item.at < last).collect())
        }
    }
}

/// The innermost game root its place lies in, else the data folder.
fn root_of<'a>(files: &'a Files, item: &TrashItem, roots: &'a [PathBuf]) -> Result<&'a Path, TrashError> {
    let holders =
        roots.iter().map(PathBuf::as_path).chain([files.data()]).filter(|root| item.was.starts_with(root));
    holders
        .max_by_key(|root| root.components().count())
        .ok_or_else(|| TrashError::NoRoot { id: item.id.clone(), path: item.was.clone() })
}

fn name(item: &TrashItem) -> String {
    item.was.file_name().map(shown).unwrap_or_default()
}

fn lost(item: &TrashItem) -> Change {
    Change { kind: ChangeKind::Purge, what: shown(item.was.as_os_str()), to: None, bytes: Some(item.bytes) }
}
