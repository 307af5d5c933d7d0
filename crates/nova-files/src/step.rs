//! What can be done to the disk: steps, and batches of them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Result, path_text};

/// One reversible (or, for [`Step::Purge`], permanent) change of the disk. Paths are absolute and lie below the batch's
/// root or below the data folder; links on the way are refused. Missing parent folders of a new place are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// Another name or place. Refused if `to` exists. Across devices: copy, fsync, verify, rename, trash the source.
    Rename {
        /// What is moved; a link is moved itself.
        #[serde(with = "path_text")]
        from: PathBuf,
        /// Its new place, which has to be free.
        #[serde(with = "path_text")]
        to: PathBuf,
    },
    /// Contents replaced (or the file made new) atomically; the old contents are kept for undo.
    Write {
        /// A plain file, there or not.
        #[serde(with = "path_text")]
        path: PathBuf,
        /// All of its new contents. Not kept in the journal: there it is empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        content: Vec<u8>,
    },
    /// Moved to the trash area of the file's own device.
    Trash {
        /// What is moved; a link is moved itself.
        #[serde(with = "path_text")]
        path: PathBuf,
    },
    /// Put back from the trash area, to where it was or to `to`.
    Untrash {
        /// The trash item.
        id: String,
        /// Another place than the one it had.
        #[serde(default, with = "path_text::option", skip_serializing_if = "Option::is_none")]
        to: Option<PathBuf>,
    },
    /// Many files put into the trash as one item, which keeps their places below the folder that they share.
    TrashAll {
        /// Files and links, all below the root or all below the data folder. Not kept in the journal, see
        /// [`crate::Files::touched`]: there it is empty.
        #[serde(default, with = "path_text::list", skip_serializing_if = "Vec::is_empty")]
        paths: Vec<PathBuf>,
    },
    /// Many fetched files moved from a stage to their places. The stage is the one of this job in the folder that they go
    /// to: the root or the data folder.
    Place {
        /// The job (`j-xxxxxxxx`).
        stage: String,
        /// All below the same folder. Not kept in the journal, see [`crate::Files::touched`]: there it is empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<Placed>,
    },
    /// A fetched folder moved from a stage to its place as it is, with the modes and links in it.
    PlaceFolder {
        /// The job, as for [`Step::Place`].
        stage: String,
        /// The folder in the stage.
        key: String,
        /// Its new place, which has to be free.
        #[serde(with = "path_text")]
        to: PathBuf,
    },
    /// A folder or file made new out of copies, and of contents of ours: the sources stay as they are. Links, pipes and
    /// devices below a source are left out, and the entry says how many; a source that is one itself is refused.
    Copy {
        /// What is copied, as it is on the disk before the first step of its batch.
        sources: Vec<Copied>,
        /// Contents that go beside the copies, by their places below `to`. Not kept in the journal: there it is empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<(String, Vec<u8>)>,
        /// The new thing's place, which has to be free.
        #[serde(with = "path_text")]
        to: PathBuf,
    },
    /// Zipped under `backups/`, with a sidecar. It holds the files as they are before the first step of its batch.
    Backup {
        /// What goes in.
        backup: NewBackup,
    },
    /// One folder or file of a backup unpacked to a path that must not exist (any more, at this step).
    Unpack {
        /// The backup, which has to be there before the batch.
        backup_id: String,
        /// The entry, without a slash at the end (`saves/World One`).
        entry: String,
        /// Its new place, which has to be free.
        #[serde(with = "path_text")]
        to: PathBuf,
    },
    /// Trash entries freed for good. The only permanent deletion.
    Purge {
        /// The trash items.
        ids: Vec<String>,
    },
}

/// A file of a stage, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Its name in the stage.
    pub key: String,
    /// Its place.
    #[serde(with = "path_text")]
    pub to: PathBuf,
    /// What happens to a file that is there.
    pub there: WhatIsThere,
}

/// A file or folder that is copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copied {
    /// The source.
    #[serde(with = "path_text")]
    pub from: PathBuf,
    /// The copy's place below the new thing (`config`, `saves/World One`). Empty where it is the new thing itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Where the source may lie.
    pub whose: Whose,
}

/// Where something that is copied may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Below the batch's root or the data folder.
    #[default]
    Ours,
    /// Anywhere: a folder of another launcher. Its path has to be the canonical one.
    Foreign,
}

/// What happens to a file in whose place another one comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhatIsThere {
    /// It stays, and the change is refused.
    #[default]
    Stays,
    /// It goes into the trash, with all that the step replaces as one item.
    Goes,
}

/// What to zip.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewBackup {
    /// Folders and files, each with the name of its top entry in the zip (`saves/World One`, `config`).
    #[serde(with = "path_text::pairs")]
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
    /// The game root, or the data folder for settings. It may be reached through a link.
    pub root: PathBuf,
    /// In order.
    pub steps: Vec<Step>,
}

impl Step {
    /// The same step as the journal keeps it: with its paths placed, without file contents.
    pub(crate) fn bare(&self, place: impl Fn(&Path) -> Result<PathBuf>) -> Result<Self> {
        Ok(match self {
            Self::Rename { from, to } => Self::Rename { from: place(from)?, to: place(to)? },
            Self::Write { path, .. } => Self::Write { path: place(path)?, content: Vec::new() },
            Self::Trash { path } => Self::Trash { path: place(path)? },
            Self::Untrash { id, to } => {
                Self::Untrash { id: id.clone(), to: to.as_deref().map(place).transpose()? }
            }
            Self::Unpack { backup_id, entry, to } => {
                Self::Unpack { backup_id: backup_id.clone(), entry: entry.clone(), to: place(to)? }
            }
            Self::TrashAll { .. } => Self::TrashAll { paths: Vec::new() },
            Self::Place { stage, .. } => Self::Place { stage: stage.clone(), files: Vec::new() },
            Self::PlaceFolder { stage, key, to } => {
                Self::PlaceFolder { stage: stage.clone(), key: key.clone(), to: place(to)? }
            }
            Self::Copy { sources, to, .. } => {
                Self::Copy { sources: sources.clone(), files: Vec::new(), to: place(to)? }
            }
            Self::Backup { .. } | Self::Purge { .. } => self.clone(),
        })
    }
}
