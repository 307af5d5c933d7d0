//! Making a backup and putting one away.

use std::path::PathBuf;

use nova_files::{Backup, Files, NewBackup};
use nova_game::{Instance, Probe, Proposal, world_entry};
use nova_model::Message;

use super::{BackupError, Include, What, Worlds};
use crate::{
    draft::{Draft, Sized, reversible},
    folder_size,
    worlds::{self, World, WorldError, WorldList},
};

/// Zips worlds, and what else is asked for, of a version. Refused for a world that is open, and where there is nothing.
/// What lies among the worlds and is not taken along (a linked world) is a warning.
pub fn create(instance: &Instance, what: &What, probe: &dyn Probe) -> Result<Proposal, BackupError> {
    let list = worlds::list(std::slice::from_ref(instance), probe)?;
    let mut sources = Sources::default();
    for world in chosen(&list, &what.worlds)? {
        sources.add_world(world)?;
    }
    for include in &what.include {
        sources.add_folder(instance, *include)?;
    }
    if sources.pairs.is_empty() {
        return Err(BackupError::Nothing { version: instance.id.clone() });
    }
    let mut draft = Draft::new(&instance.root);
    if what.worlds == Worlds::All {
        draft.warnings = list.problems.into_iter().map(|problem| problem.message).collect();
    }
    Ok(sources.finish(instance, draft))
}

fn chosen<'a>(list: &'a WorldList, worlds: &Worlds) -> Result<Vec<&'a World>, WorldError> {
    match worlds {
        Worlds::All => Ok(list.worlds.iter().collect()),
        Worlds::Named(names) => names.iter().map(|name| worlds::find(list, name)).collect(),
    }
}

/// What goes into the zip, with its sizes.
#[derive(Default)]
struct Sources {
    pairs: Vec<(PathBuf, String)>,
    sizes: Vec<u64>,
    saves: Vec<String>,
    names: Vec<String>,
}

impl Sources {
    fn add_world(&mut self, world: &World) -> Result<(), WorldError> {
        if world.open {
            return Err(WorldError::Open { name: world.id.clone() });
        }
        if !self.pairs.iter().any(|(there, _)| *there == world.path) {
            let entry = self.free(world_entry(&world.id));
            self.add(world.path.clone(), format!("saves/{entry}"), world.size);
            self.saves.push(entry);
            self.names.push(world.id.clone());
        }
        Ok(())
    }

    fn add_folder(&mut self, instance: &Instance, include: Include) -> Result<(), BackupError> {
        let (folder, path) = (include.folder(), instance.dir.join(include.folder()));
        if !std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
            return Err(BackupError::NoFolder { version: instance.id.clone(), folder });
        }
        if !self.pairs.iter().any(|(there, _)| *there == path) {
            let size = folder_size::of(&path).bytes;
            self.add(path, folder.to_owned(), size);
            self.names.push(folder.to_owned());
        }
        Ok(())
    }

    fn add(&mut self, path: PathBuf, entry: String, size: u64) {
        self.pairs.push((path, entry));
        self.sizes.push(size);
    }

    /// The name, changed until no other world in the zip has it.
    fn free(&self, mut entry: String) -> String {
        while self.saves.contains(&entry) {
            entry.push('~');
        }
        entry
    }

    fn finish(self, instance: &Instance, mut draft: Draft) -> Proposal {
        let version = Some(instance.id.clone());
        let backup = NewBackup { sources: self.pairs, version, saves: self.saves, why: "asked".to_owned() };
        draft.backup(backup, &self.sizes);
        let title = Message::new("content.backups.create.title")
            .with("names", self.names)
            .with("version", instance.id.as_str());
        draft.finish(title, reversible("content.undo.backup"), Some(&instance.id))
    }
}

/// Moves a backup, zip and sidecar, to the trash area.
pub fn delete(files: &Files, backup: &Backup) -> Result<Proposal, BackupError> {
    let sidecar = sidecar(backup)?;
    let mut draft = Draft::new(files.data());
    draft.trash(Sized { path: &backup.path, bytes: backup.bytes });
    draft.trash(Sized { path: &sidecar, bytes: 0 });
    let title = Message::new("content.backups.delete.title")
        .with("id", backup.id.as_str())
        .with("at", nova_model::Field::Time(backup.at));
    Ok(draft.finish(title, reversible("content.undo.trash"), backup.version.as_deref()))
}

/// The sidecar beside a zip: `name.json`, in older data folders `name.zip.json`.
fn sidecar(backup: &Backup) -> Result<PathBuf, BackupError> {
    let candidates = [backup.path.with_extension("json"), backup.path.with_extension("zip.json")];
    let found =
        candidates.into_iter().find(|path| std::fs::symlink_metadata(path).is_ok_and(|it| it.is_file()));
    found.ok_or_else(|| BackupError::NoSuchBackup { id: backup.id.clone(), present: Vec::new() })
}
