//! Puts a backup back: what is there now is zipped, put aside, and replaced as a whole.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_files::{Backup, Files, NewBackup, safe_name};
use nova_game::{Instance, Probe, Proposal, world_entry, world_id};
use nova_model::{Message, clean};

use super::{BackupError, Contents, TopEntry, read};
use crate::{
    draft::{Draft, Sized, reversible},
    folder_size,
    worlds::WorldError,
};

/// What beside worlds is put back: folders and files of a version that hold a player's things.
const RESTORABLE: &[&str] = &[
    "config",
    "defaultconfigs",
    "kubejs",
    "mods",
    "options.txt",
    "resourcepacks",
    "scripts",
    "servers.dat",
    "shaderpacks",
];

/// Where a backup may go.
#[derive(Clone, Copy)]
pub struct Destinations<'a> {
    /// The versions there are.
    pub instances: &'a [Instance],
    /// Where it goes when its own version is not among them.
    pub fallback: Option<&'a Instance>,
    /// Tells which worlds are open.
    pub probe: &'a dyn Probe,
}

/// Puts back what a backup holds. What is there now under the same names is backed up and moved to the trash area first;
/// everything else stays. It goes to the backup's own version where that is among the destinations, else to the fallback.
/// Refused for a damaged backup, and while a world it would replace is open.
pub fn restore(files: &Files, backup: &Backup, to: &Destinations<'_>) -> Result<Proposal, BackupError> {
    let contents = read(files, backup)?;
    if !contents.problems.is_empty() {
        return Err(BackupError::Damaged { id: backup.id.clone(), problems: contents.problems });
    }
    let instance = destination(backup, to)?;
    let Parts { parts, left_out } = Parts::of(&contents, instance);
    if parts.is_empty() {
        return Err(BackupError::NothingInside { id: backup.id.clone() });
    }
    refuse_open(&parts, to.probe)?;
    let mut draft = Draft::new(&instance.root);
    draft.watch(&backup.path);
    draft.warnings = warnings(backup, instance, left_out);
    put_aside(&mut draft, &parts, instance);
    for part in &parts {
        draft.unpack(&backup.id, &part.entry.name, Sized { path: &part.target, bytes: part.entry.bytes });
    }
    Ok(draft.finish(title(backup, instance, &parts), reversible("content.undo.restore"), Some(&instance.id)))
}

fn destination<'a>(backup: &Backup, to: &Destinations<'a>) -> Result<&'a Instance, BackupError> {
    own(backup, to.instances)?.or(to.fallback).ok_or_else(|| BackupError::NoDestination {
        id: backup.id.clone(),
        version: backup.version.clone(),
        versions: to.instances.iter().map(|instance| instance.id.clone()).collect(),
    })
}

/// The version it was made from. Game roots may have versions of one name: then only its own root will do.
fn own<'a>(backup: &Backup, instances: &'a [Instance]) -> Result<Option<&'a Instance>, BackupError> {
    let named = instances.iter().filter(|instance| backup.version.as_ref() == Some(&instance.id));
    let named: Vec<&Instance> = named.collect();
    let at_home =
        |instance: &&&Instance| backup.root.as_deref().is_some_and(|root| same_folder(root, &instance.root));
    match (named.as_slice(), named.iter().find(at_home)) {
        (_, Some(home)) => Ok(Some(home)),
        ([], None) => Ok(None),
        ([only], None) => Ok(Some(only)),
        (several, None) => Err(BackupError::SeveralDestinations {
            id: backup.id.clone(),
            version: backup.version.clone().unwrap_or_default(),
            roots: several.iter().map(|instance| instance.root.clone()).collect(),
        }),
    }
}

fn same_folder(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    one == other || real(one) == real(other)
}

/// One thing to put back.
struct Part<'a> {
    entry: &'a TopEntry,
    target: PathBuf,
}

/// What is put back, and what of the backup is not.
struct Parts<'a> {
    parts: Vec<Part<'a>>,
    left_out: Vec<String>,
}

impl<'a> Parts<'a> {
    fn of(contents: &'a Contents, instance: &Instance) -> Self {
        let mut found = Self { parts: Vec::new(), left_out: Vec::new() };
        for entry in contents.entries.iter().filter(|entry| entry.files > 0) {
            match target(entry, instance) {
                Some(target) => found.parts.push(Part { entry, target }),
                None => found.left_out.push(clean(&entry.name, 100)),
            }
        }
        found
    }
}

/// Where an entry goes; none for one that has no place in a version.
fn target(entry: &TopEntry, instance: &Instance) -> Option<PathBuf> {
    if let Some(world) = &entry.world {
        return safe_name(world).is_ok().then(|| world_folder(&instance.saves(), world));
    }
    RESTORABLE.contains(&entry.name.as_str()).then(|| instance.dir.join(&entry.name))
}

/// The folder that a backup made now would call this; else a new one of this name.
fn world_folder(saves: &Path, world: &str) -> PathBuf {
    let named = saves.join(world);
    if !world.contains('%') || fs::symlink_metadata(&named).is_ok() {
        return named;
    }
    let mut folders = fs::read_dir(saves).into_iter().flatten().flatten().map(|entry| entry.file_name());
    folders.find(|name| world_entry(&world_id(name)) == world).map_or(named, |name| saves.join(name))
}

fn refuse_open(parts: &[Part<'_>], probe: &dyn Probe) -> Result<(), WorldError> {
    let of_worlds = parts.iter().filter(|part| part.entry.world.is_some() && is_folder(&part.target));
    let folders: Vec<PathBuf> = of_worlds.map(|part| part.target.clone()).collect();
    let open = probe.open_worlds(&folders);
    let mut names =
        parts.iter().filter(|part| open.contains(&part.target)).filter_map(|part| part.entry.world.clone());
    names.next().map_or(Ok(()), |name| Err(WorldError::Open { name }))
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Zips and puts aside what is there now. A link is put aside as it is; what it points at stays.
fn put_aside(draft: &mut Draft, parts: &[Part<'_>], instance: &Instance) {
    let present: Vec<(&Part<'_>, fs::Metadata)> =
        parts.iter().filter_map(|part| Some((part, fs::symlink_metadata(&part.target).ok()?))).collect();
    let real = present.iter().filter(|(_, metadata)| metadata.is_dir() || metadata.is_file());
    let (mut backup, mut sizes) = (before_restore(instance), Vec::new());
    for (part, _) in real {
        backup.sources.push((part.target.clone(), entry_name(part.entry)));
        backup.saves.extend(part.entry.world.clone());
        sizes.push(folder_size::of(&part.target).bytes);
    }
    let bytes = |target: &Path| backup_size(&backup, &sizes, target);
    let aside: Vec<(PathBuf, u64)> =
        present.iter().map(|(part, _)| (part.target.clone(), bytes(&part.target))).collect();
    if !backup.sources.is_empty() {
        draft.backup(backup, &sizes);
    }
    for (path, bytes) in &aside {
        draft.trash(Sized { path, bytes: *bytes });
    }
}

fn before_restore(instance: &Instance) -> NewBackup {
    let (version, why) = (Some(instance.id.clone()), "before-restore".to_owned());
    NewBackup { sources: Vec::new(), version, saves: Vec::new(), why }
}

fn backup_size(backup: &NewBackup, sizes: &[u64], target: &Path) -> u64 {
    let at = backup.sources.iter().position(|(path, _)| path == target);
    at.and_then(|at| sizes.get(at)).copied().unwrap_or(0)
}

fn entry_name(entry: &TopEntry) -> String {
    entry.world.as_ref().map_or_else(|| entry.name.clone(), |world| format!("saves/{world}"))
}

fn warnings(backup: &Backup, instance: &Instance, left_out: Vec<String>) -> Vec<Message> {
    let elsewhere = (backup.version.as_ref() != Some(&instance.id)).then(|| {
        let message = Message::new("content.backups.warn.elsewhere").with("version", instance.id.as_str());
        message.with("was", backup.version.clone().unwrap_or_default())
    });
    let skipped =
        (!left_out.is_empty()).then(|| Message::new("content.backups.warn.left-out").with("names", left_out));
    elsewhere.into_iter().chain(skipped).collect()
}

fn title(backup: &Backup, instance: &Instance, parts: &[Part<'_>]) -> Message {
    let names: Vec<String> = parts
        .iter()
        .map(|part| part.entry.world.clone().unwrap_or_else(|| part.entry.name.clone()))
        .collect();
    Message::new("content.backups.restore.title")
        .with("id", backup.id.as_str())
        .with("at", nova_model::Field::Time(backup.at))
        .with("names", names)
        .with("version", instance.id.as_str())
}
