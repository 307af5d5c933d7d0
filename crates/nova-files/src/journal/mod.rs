//! The journal: one file a change under `<data>/journal/`, and beside it a folder with the old contents of written files.
//!
//! `c-xxxxxxxx.json` has a JSON object a line: the [`Intent`], then, where something is prepared aside (zips, unpacked
//! worlds, copies), `{"ready": …}` with the marks of the prepared things, then `{"done": …}` or `{"rolled_back": …}`.
//! The intent is complete before it gets its name. What follows is one appended and synced line each, so a file without
//! `done` is a change that was cut off, and a torn last line means that the stage before it was reached.
//!
//! `c-xxxxxxxx.d/` holds the old contents of written files (`0.old`, …) and the lists of acts that move many things
//! (`0.moves`, …). Entries with such acts, with copies or fetched things, have format 2: an older program keeps and leaves them.

mod read;
mod store;

use std::path::PathBuf;

use nova_model::{Millis, Origin, Problem, StampKind};
use serde::{Deserialize, Serialize};

use crate::act::{Act, Mark, Old};
use crate::{Step, path_text};

use read::Unread;
pub(crate) use read::{Reading, Stand};
pub(crate) use store::{Journal, Open, unreadable};

/// The newest format this program reads.
pub(crate) const FORMAT: u32 = 2;
/// What is written where nothing in the entry is new since: an older program can still use it.
pub(crate) const FIRST_FORMAT: u32 = 1;

/// All that a change is going to do, written before any of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Intent {
    pub format: u32,
    pub id: String,
    /// Canonical.
    #[serde(with = "path_text")]
    pub root: PathBuf,
    /// Of the root folder; 0 where unknown.
    #[serde(default)]
    pub root_inode: u64,
    pub origin: Origin,
    pub at: Millis,
    /// Counts the changes of one program run, for those of one millisecond.
    pub tie: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    pub steps: Vec<Step>,
    /// What each step made, in the order of the steps.
    pub made: Vec<Made>,
    pub acts: Vec<Act>,
    /// The names of what is prepared aside; freed when the change is rolled back.
    #[serde(default, with = "path_text::list", skip_serializing_if = "Vec::is_empty")]
    pub staged: Vec<PathBuf>,
    /// Freed for good once the change is done.
    #[serde(default, with = "path_text::list", skip_serializing_if = "Vec::is_empty")]
    pub purged: Vec<PathBuf>,
}

/// What a step made, as far as taking it back needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "made", rename_all = "snake_case")]
pub(crate) enum Made {
    /// Moved by one rename.
    Moved,
    /// Copied to another device, the source put into the trash.
    Copied { item: String },
    /// Written; `old` is what was there.
    Written { old: Option<Old> },
    /// Put into the trash.
    Trashed {
        item: String,
        #[serde(with = "path_text")]
        area: PathBuf,
    },
    /// Put back.
    Untrashed {
        #[serde(with = "path_text")]
        path: PathBuf,
    },
    /// Zipped.
    Zipped {
        backup: String,
        #[serde(with = "path_text")]
        zip: PathBuf,
        #[serde(with = "path_text")]
        sidecar: PathBuf,
    },
    /// Many files moved out of a stage, as this list says.
    Placed { list: usize, files: u64, bytes: u64, replaced: Option<Bundle> },
    /// A folder moved out of a stage.
    PlacedFolder,
    /// Many files put into the trash.
    Bundled { bundle: Bundle },
    /// The same put back, as this list says.
    Unbundled { list: usize, files: u64, bytes: u64 },
    /// Unpacked.
    Unpacked,
    /// Made out of copies.
    Gathered { files: u64, bytes: u64 },
    /// Freed.
    Purged,
}

/// An item of many files in the trash, and the list that says which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bundle {
    pub item: String,
    #[serde(with = "path_text")]
    pub area: PathBuf,
    pub list: usize,
    pub files: u64,
    pub bytes: u64,
}

/// A line after the intent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    Ready { marks: Vec<Mark> },
    Done(Done),
    RolledBack { at: Millis },
}

/// How a change left the disk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub at: Millis,
    pub after: Vec<After>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// What a path held when the change was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct After {
    #[serde(with = "path_text")]
    pub path: PathBuf,
    pub stamp: StampKind,
}
