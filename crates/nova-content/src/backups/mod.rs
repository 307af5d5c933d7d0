//! Backups: making, listing, reading, restoring and putting them away.

mod contents;
mod create;
mod error;
mod find;
mod restore;

use nova_files::{Backup, Files, Listing};
use nova_game::world_entry;
use nova_model::Problem;
use serde::{Deserialize, Serialize};

pub use contents::read;
pub use create::{create, delete};
pub use error::BackupError;
pub use find::find;
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

impl Include {
    /// Its folder below the version's folder, and its top entry in the zip.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Mods => "mods",
        }
    }
}

/// Which worlds go into a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worlds {
    /// Every world of the version.
    All,
    /// These, by folder name or name in the game; an empty list is none.
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
    /// Only those that hold this world, by folder name, in any case.
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
    /// Its path in the zip, without a slash at the end.
    pub name: String,
    /// Files in it.
    pub files: usize,
    /// Bytes of them, unpacked.
    pub bytes: u64,
    /// The folder name of the world it is, if it is one.
    pub world: Option<String>,
}

/// The backups, newest first.
pub fn list(files: &Files, filter: &Filter) -> Listing<Backup> {
    let Listing { mut items, problems } = files.backups();
    items.retain(|backup| filter.lets_through(backup));
    Listing { items, problems }
}

impl Filter {
    fn lets_through(&self, backup: &Backup) -> bool {
        let of_version =
            self.version.as_deref().is_none_or(|version| backup.version.as_deref() == Some(version));
        let holds = |save: &str| {
            let names = [save.to_lowercase(), world_entry(save).to_lowercase()];
            backup.saves.iter().any(|held| names.contains(&held.to_lowercase()))
        };
        of_version && self.save.as_deref().is_none_or(holds)
    }
}
