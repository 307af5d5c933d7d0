//! Draft of the public surface; the parts move to modules of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nova_model::{Clock, Millis, Origin, Problem, Stamp};
use serde::{Deserialize, Serialize};

/// One reversible (or, for [`Step::Purge`], permanent) change of the disk. Paths are absolute and lie below the work's
/// root or below the data folder; links on the way are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// Another name or place. Refused if `to` exists. Across devices: copy, fsync, verify, rename, trash the source.
    Rename { from: PathBuf, to: PathBuf },
    /// Contents replaced (or the file made new) atomically; the old contents are kept for undo.
    Write { path: PathBuf, content: Vec<u8> },
    /// Moved to the trash area of the file's own device.
    Trash { path: PathBuf },
    /// Put back from the trash area, to where it was or to `to`.
    Untrash { id: String, to: Option<PathBuf> },
    /// Zipped under `backups/`, with a sidecar.
    Backup { backup: NewBackup },
    /// One folder or file of a backup unpacked to a path that must not exist.
    Unpack { backup_id: String, entry: String, to: PathBuf },
    /// Trash entries freed for good. The only permanent deletion.
    Purge { ids: Vec<String> },
}

/// What to zip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewBackup {
    /// Folders and files, each with the name of its top entry in the zip (`saves/World One`, `config`).
    pub sources: Vec<(PathBuf, String)>,
    /// The version they belong to.
    pub version: Option<String>,
    /// The worlds among them, by folder name.
    pub saves: Vec<String>,
    /// Why it is made: `asked`, `before-restore`, `before-move`, `before-delete`.
    pub why: String,
}

/// A list of steps done as one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The game root (canonical), or the data folder for settings.
    pub root: PathBuf,
    /// In order.
    pub steps: Vec<Step>,
}

/// A change in the journal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// `c-` and 8 characters.
    pub id: String,
    /// The game root it belongs to.
    pub root: PathBuf,
    /// Who asked, and the sentence.
    pub origin: Origin,
    /// When it was done.
    pub at: Millis,
    /// The steps, without file contents.
    pub steps: Vec<Step>,
    /// Done, undone, or ended by recovery.
    pub state: EntryState,
}

/// Where a journal entry stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// Done, can be looked at for undo.
    Done,
    /// Taken back by another entry.
    Undone { by: String },
    /// Was cut off and rolled back at the next start.
    RolledBack,
}

/// A thing in the trash area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashItem {
    /// `t-` and 8 characters.
    pub id: String,
    /// Where it was.
    pub was: PathBuf,
    /// When it was put aside.
    pub at: Millis,
    /// By which change.
    pub change: Option<String>,
    /// Bytes of everything in it.
    pub bytes: u64,
}

/// A backup that is whole enough to be listed: zip and sidecar are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// `b-` and 8 characters, or the name an older sidecar gave it.
    pub id: String,
    /// When it was made.
    pub at: Millis,
    /// The version, where known.
    pub version: Option<String>,
    /// The worlds in it.
    pub saves: Vec<String>,
    /// Other top entries (`config`, `mods`).
    pub includes: Vec<String>,
    /// Bytes of the zip.
    pub bytes: u64,
    /// Why it was made.
    pub why: String,
    /// The zip.
    pub path: PathBuf,
}

/// A list, and what could not be read of it.
#[derive(Clone, Debug, Default)]
pub struct Listing<T> {
    /// What is there, newest first.
    pub items: Vec<T>,
    /// What is damaged or unreadable.
    pub problems: Vec<Problem>,
}

/// The handle on the data folder. Cheap to clone; opening it changes nothing on the disk.
#[derive(Clone)]
pub struct Files {
    #[expect(dead_code, reason = "draft")]
    inner: Arc<Inner>,
}

struct Inner {
    #[expect(dead_code, reason = "draft")]
    data: PathBuf,
    #[expect(dead_code, reason = "draft")]
    clock: Arc<dyn Clock>,
}

/// What nova-files refuses or fails at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// Draft.
    #[error("draft")]
    Draft,
}

impl nova_model::Explain for FilesError {
    fn report(&self) -> nova_model::Report {
        unimplemented!()
    }
}

/// Shorthand.
pub type Result<T> = std::result::Result<T, FilesError>;

impl Files {
    /// A handle on a data folder, there or not.
    pub fn open(data: &Path, clock: Arc<dyn Clock>) -> Self {
        Self { inner: Arc::new(Inner { data: data.to_owned(), clock }) }
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        unimplemented!()
    }

    /// Ends what an earlier run left unfinished (rolls it back), under the roots' locks and only where the owner is gone.
    /// Says what it did or could not do. Changes nothing when there is nothing to do.
    pub fn recover(&self) -> Vec<Problem> {
        unimplemented!()
    }

    /// Does a batch: lock, intent, steps, done. Either all of it, or nothing. An empty batch is refused.
    pub fn apply(&self, batch: Batch, origin: &Origin) -> Result<Entry> {
        let _ = (batch, origin);
        unimplemented!()
    }

    /// What would keep a batch from being done, without doing it: taken names, links, missing sources, locks, space.
    pub fn check(&self, batch: &Batch) -> Result<()> {
        let _ = batch;
        unimplemented!()
    }

    /// The files as they are now: the state hash of a plan. Folders are listed, not read.
    pub fn stamps(&self, paths: &[PathBuf]) -> Result<Vec<Stamp>> {
        let _ = paths;
        unimplemented!()
    }

    /// The journal, newest first.
    pub fn changes(&self) -> Listing<Entry> {
        unimplemented!()
    }

    /// The batch that takes a change back, or why it cannot be taken back (the files moved on since, it was permanent,
    /// it is already undone). An undo is itself a change, so undoing the undo is redo.
    pub fn inverse(&self, change: &str) -> Result<Batch> {
        let _ = change;
        unimplemented!()
    }

    /// Does the inverse and marks the change as undone.
    pub fn undo(&self, change: &str, origin: &Origin) -> Result<Entry> {
        let _ = (change, origin);
        unimplemented!()
    }

    /// The changes of a turn that are still done, newest first: the order in which to undo them.
    pub fn changes_of_turn(&self, turn: &str) -> Vec<Entry> {
        let _ = turn;
        unimplemented!()
    }

    /// What was put aside, newest first.
    pub fn trash(&self) -> Listing<TrashItem> {
        unimplemented!()
    }

    /// The backups, newest first.
    pub fn backups(&self) -> Listing<Backup> {
        unimplemented!()
    }

    /// Reads every entry of a backup against its checksums; the problems are what is wrong with it.
    pub fn verify(&self, backup: &Backup) -> Result<Vec<Problem>> {
        let _ = backup;
        unimplemented!()
    }
}
