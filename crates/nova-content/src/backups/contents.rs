//! Looks into a backup.

use std::{collections::BTreeMap, path::Path};

use nova_archive::{EntryKind, Limits, Zip};
use nova_files::{Backup, Files};

use super::{BackupError, Contents, TopEntry};
use crate::regular;

/// What is in a backup, and whether all of it reads back. A damaged one is no error: it is listed as far as it can be.
pub fn read(files: &Files, backup: &Backup) -> Result<Contents, BackupError> {
    let problems = files.verify(backup)?;
    Ok(Contents { backup: backup.clone(), entries: entries(&backup.path), problems })
}

/// The top entries by the zip's directory; empty where it cannot be read, which the check of the backup says.
fn entries(path: &Path) -> Vec<TopEntry> {
    let mut found: BTreeMap<String, TopEntry> = BTreeMap::new();
    let Some(zip) = regular::open(path).ok().and_then(|file| Zip::open(file, &Limits::pack()).ok()) else {
        return Vec::new();
    };
    for entry in zip.entries() {
        let name = entry.name();
        let top = found.entry(top(&name).to_owned()).or_insert_with(|| TopEntry::empty(top(&name)));
        top.add(&name, (entry.kind() == EntryKind::File).then(|| entry.size()));
    }
    found.into_values().collect()
}

/// `saves/<world>` for what is in a world, else the first folder or file of the path.
fn top(name: &str) -> &str {
    let mut ends = name.match_indices('/').map(|(at, _)| at);
    let first = ends.next().unwrap_or(name.len());
    let second = ends.next().unwrap_or(name.len());
    let end = if name.get(..first) == Some("saves") { second } else { first };
    name.get(..end).unwrap_or(name).trim_end_matches('/')
}

impl TopEntry {
    fn empty(name: &str) -> Self {
        let world = name.strip_prefix("saves/").map(str::to_owned);
        Self { name: name.to_owned(), files: 0, bytes: 0, world }
    }

    /// Counts one entry of the zip; `bytes` for a file. A folder with a level.dat is a world wherever it lies.
    fn add(&mut self, name: &str, bytes: Option<u64>) {
        let Some(bytes) = bytes else { return };
        self.files += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        if self.world.is_none() && name.strip_prefix(self.name.as_str()) == Some("/level.dat") {
            self.world = Some(self.name.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::top;

    #[test]
    fn a_world_is_one_top_entry() {
        for (name, expected) in [
            ("saves/World One/level.dat", "saves/World One"),
            ("saves/World One/", "saves/World One"),
            ("saves/", "saves"),
            ("config/a/b.txt", "config"),
            ("options.txt", "options.txt"),
            ("世界/level.dat", "世界"),
            ("", ""),
        ] {
            assert_eq!(top(name), expected, "{name}");
        }
    }
}
