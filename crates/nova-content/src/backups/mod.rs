//! Backups: making, listing, reading, restoring and putting them away.

mod change;
mod error;
mod find;
mod read;
mod restore;

use nova_files::{Backup, Files, Listing};
use nova_model::Problem;
use serde::{Deserialize, Serialize};

pub use change::{create, delete};
pub use error::BackupError;
pub use find::find;
pub use read::read;
pub use restore::{Destinations, restore};

/// What goes into a backup beside worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// `config/`.
    Config,
    /// `mods/`.
    Mods,
}

/// Which worlds go into a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worlds {
    /// Every world of the version.
    All,
    /// These, by folder name or name in the game.
    Named(Vec<String>),
}

/// What goes into a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct What {
    /// The worlds.
    pub worlds: Worlds,
    /// What else.
    pub include: Vec<Include>,
}

/// Which backups to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those of this version.
    pub version: Option<String>,
    /// Only those that hold this world, by folder name.
    pub save: Option<String>,
}

/// What is in a backup.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contents {
    /// The backup.
    pub backup: Backup,
    /// Its top entries (`saves/World One`, `config`), sorted.
    pub entries: Vec<TopEntry>,
    /// What is wrong with it; empty when every entry reads back as it was written.
    pub problems: Vec<Problem>,
}

/// One world or folder in a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopEntry {
    /// Its path in the zip.
    pub name: String,
    /// Files in it.
    pub files: usize,
    /// Bytes of them, unpacked.
    pub bytes: u64,
}

/// The backups, newest first.
pub fn list(files: &Files, filter: &Filter) -> Listing<Backup> {
    let _ = (files, filter);
    unimplemented!()
}
