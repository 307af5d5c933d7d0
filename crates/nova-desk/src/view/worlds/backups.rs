//! Backups.

use nova_content::backups::{Contents, TopEntry};
use nova_files::Backup;
use nova_model::{Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::{NAME, names};
use crate::{turn::Names, view::ProblemRow};

/// The backups there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BackupsPage {
    /// The backups, newest first.
    pub backups: Vec<BackupRow>,
    /// What is damaged or unreadable among them.
    pub problems: Vec<ProblemRow>,
}

/// One backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BackupRow {
    /// Its id.
    pub id: String,
    /// When it was made.
    pub at: Millis,
    /// The version it was made of, where known.
    pub version: Option<String>,
    /// The worlds in it.
    pub worlds: Vec<String>,
    /// What else is in it: `config`, `mods`.
    pub includes: Vec<String>,
    /// Bytes of the zip.
    pub bytes: u64,
    /// Why it was made: `asked`, `before-restore`, `before-move`, `before-delete`, or another's word.
    pub why: String,
}

/// What a look into a backup found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BackupCheck {
    /// All of it reads back as it was written.
    pub whole: bool,
    /// What is in it.
    pub entries: Vec<BackupEntry>,
    /// What is wrong with it.
    pub problems: Vec<ProblemRow>,
}

/// One world or folder in a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BackupEntry {
    /// Its path in the zip.
    pub name: String,
    /// Files in it.
    pub files: usize,
    /// Bytes of them, unpacked.
    pub bytes: u64,
    /// Whether it is a world.
    pub is_world: bool,
}

impl BackupRow {
    pub(crate) fn of(backup: &Backup) -> Self {
        // Some sidecars name worlds by their place in the zip.
        let worlds: Vec<String> = backup.saves.iter().map(|save| below_saves(save).to_owned()).collect();
        Self {
            id: clean(&backup.id, NAME),
            at: backup.at,
            version: backup.version.as_deref().map(|version| clean(version, NAME)),
            worlds: names(&worlds),
            includes: names(&backup.includes),
            bytes: backup.bytes,
            why: clean(&backup.why, NAME),
        }
    }
}

fn below_saves(save: &str) -> &str {
    save.strip_prefix("saves/").unwrap_or(save)
}

impl BackupCheck {
    pub(crate) fn of(contents: &Contents, names: &Names) -> Self {
        Self {
            whole: contents.problems.is_empty(),
            entries: contents.entries.iter().take(super::MOST).map(BackupEntry::of).collect(),
            problems: contents.problems.iter().map(|problem| ProblemRow::of(problem, names)).collect(),
        }
    }
}

impl BackupEntry {
    fn of(entry: &TopEntry) -> Self {
        Self {
            name: clean(below_saves(&entry.name), NAME),
            files: entry.files,
            bytes: entry.bytes,
            is_world: entry.world.is_some(),
        }
    }
}
