//! What the lists of this crate hold: changes, trash items, backups.

use std::path::PathBuf;

use nova_model::{Millis, Origin, Problem};
use serde::{Deserialize, Serialize};

use crate::{Step, path_text};

/// A change in the journal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// `c-` and 8 characters.
    pub id: String,
    /// The game root it belongs to, canonical.
    #[serde(with = "path_text")]
    pub root: PathBuf,
    /// Who asked, and the sentence.
    pub origin: Origin,
    /// When it was done.
    pub at: Millis,
    /// The steps, without file contents.
    pub steps: Vec<Step>,
    /// Done, undone, or ended by recovery.
    pub state: EntryState,
    /// The change that this one took back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// What it left out and why (links and pipes in a backup), or could not tidy up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// How much each step moved or copied whose files are not listed here, by the number of the step; see
    /// [`crate::Files::touched`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bulk: Vec<Bulk>,
    /// The ids of the trash items and backups it made, in the order of its steps.
    pub made: Vec<String>,
}

/// How much a step moved or copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bulk {
    /// Which of the steps.
    pub step: usize,
    /// Files, without those that they replaced.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Where a journal entry stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// Done, can be looked at for undo.
    Done,
    /// Taken back by another entry.
    Undone {
        /// The entry that took it back.
        by: String,
    },
    /// Was cut off and rolled back at the next start.
    RolledBack,
    /// Is being done by another program, or was cut off and waits for recovery.
    Unfinished,
}

/// A thing in the trash area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashItem {
    /// `t-` and 8 characters.
    pub id: String,
    /// Where it was.
    #[serde(with = "path_text")]
    pub was: PathBuf,
    /// When it was put aside.
    pub at: Millis,
    /// By which change.
    pub change: Option<String>,
    /// Bytes of everything in it.
    pub bytes: u64,
    /// Of a bundle (see [`Step::TrashAll`]) the number of files; `was` is the folder that they share, which may well be
    /// there. None for a single thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
}

/// A backup that is whole enough to be listed: zip and sidecar are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// `b-` and 8 characters, or the name an older sidecar gave it.
    pub id: String,
    /// When it was made.
    pub at: Millis,
    /// The game root it was made from, where its sidecar says so.
    pub root: Option<PathBuf>,
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
    #[serde(with = "path_text")]
    pub path: PathBuf,
}

/// A list, and what could not be read of it.
#[derive(Clone, Debug)]
pub struct Listing<T> {
    /// What is there, newest first.
    pub items: Vec<T>,
    /// What is damaged or unreadable.
    pub problems: Vec<Problem>,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self { items: Vec::new(), problems: Vec::new() }
    }
}
