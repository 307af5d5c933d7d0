//! What a write tool says it would do, before anything is done: the line of a checklist.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Message, Millis};

/// What calling a tool can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Looks, changes nothing; runs at once.
    Read,
    /// Moves the window, changes no data; runs at once.
    Navigate,
    /// Changes something: planned, confirmed, journalled.
    Write,
}

/// One line of a checklist, made from the real state. Everything the player is shown about a change is in here, and the
/// work that is later done is made again from the same arguments and compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// One sentence with real names: `sodium.jar` becomes `sodium.jar.disabled`.
    pub title: Message,
    /// Every single file or setting that changes, in order.
    pub changes: Vec<Change>,
    /// Bytes that will be written to the disk (backups, copies).
    pub bytes_written: u64,
    /// Bytes that will be downloaded.
    pub bytes_downloaded: u64,
    /// How it is taken back.
    pub undo: Undo,
    /// What the player should know first: dependents that break, a world that is open.
    pub warnings: Vec<Message>,
    /// The files it was planned on, as they were: the state hash, kept in the open.
    pub stamps: Vec<Stamp>,
    /// Lines before it that it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Dependence>,
    /// What is only there once it is done, so that a line behind it can be about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub makes: Vec<Makes>,
}

/// An id that a plan will make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Makes {
    /// The parameter that takes such ids (`version_id`).
    pub param: String,
    /// The id.
    pub id: String,
}

/// One file or setting that a plan changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What happens to it.
    pub kind: ChangeKind,
    /// The file, or the name of the setting.
    pub what: String,
    /// The new name or value, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Its size in bytes, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// What happens to one file or setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// Gets another name or place.
    Rename,
    /// Goes to the trash area.
    Trash,
    /// Comes back from the trash area.
    Untrash,
    /// Is made new.
    Create,
    /// Gets other contents; the old ones are kept.
    Write,
    /// Is zipped under `backups/`.
    Backup,
    /// Is unpacked from a backup.
    Unpack,
    /// Is gone for good afterwards.
    Purge,
    /// A setting gets another value.
    Set,
}

/// How a change is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "note", rename_all = "snake_case")]
pub enum Undo {
    /// Undone from the journal; the sentence says how ("renamed, not deleted").
    Reversible(Message),
    /// Cannot be undone. Never ticked beforehand, and confirmed by a flag of its own.
    Permanent(Message),
}

/// A plan that only makes sense after another one of the same turn, named by what that one makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependence {
    /// The tool of the earlier line.
    pub tool: String,
    /// Its call id.
    pub call_id: String,
}

/// A file as it was when a plan was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Absolute path.
    pub path: PathBuf,
    /// What was there.
    pub kind: StampKind,
}

/// What was at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum StampKind {
    /// Nothing.
    Missing,
    /// A plain file.
    File {
        /// Bytes.
        size: u64,
        /// Modification time in nanoseconds since the epoch.
        mtime: i64,
        /// Inode (0 where the system has none).
        inode: u64,
        /// SHA-256 in hex, where the bytes are about to change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
    },
    /// A folder, with a hash over names, sizes, mtimes and inodes of everything below it.
    Folder {
        /// SHA-256 in hex over the sorted listing.
        listing: String,
    },
    /// A link, a pipe, a device: never followed.
    Other,
}

/// Who asked for a change; kept in the journal and shown in its history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The turn it belongs to, so that a whole turn can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The tool that made the plan.
    pub tool: String,
    /// The sentence of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Message>,
    /// The version it is about, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// When it was asked for.
    #[serde(default)]
    pub at: Millis,
}
