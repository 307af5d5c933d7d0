//! Reads the saves folders.

use std::{
    ffi::OsStr,
    fs::{self, DirEntry, symlink_metadata},
    io,
    path::{Path, PathBuf},
};

use nova_game::{Instance, Probe, world_id};
use nova_meta::GameMode;
use nova_model::{Explain, Message, Millis, Problem, Severity};

use super::{World, WorldError, WorldList, level};
use crate::{folder_size, regular, shown::shown};

/// Entries of one saves folder that are looked at.
const ENTRIES: usize = 20_000;

/// The last millisecond of the year 9999; a later last-played time is damage.
const LAST_MOMENT: Millis = 253_402_300_799_999;

/// The worlds of these versions; a folder that several versions share is read once. Worlds that are links are not
/// followed. A saves folder
/// that cannot be read is a problem, and an error where it is the only one; one that is a link is read, since nothing is
/// changed.
pub fn list(instances: &[Instance], probe: &dyn Probe) -> Result<WorldList, WorldError> {
    let mut list = WorldList::default();
    let all = folders(instances);
    for saves in &all {
        match saves.read(&mut list) {
            Err(error) if all.len() == 1 => return Err(error),
            Err(error) => list.problems.push(saves.problem(Severity::Error, error.report().message)),
            Ok(()) => {}
        }
    }
    mark_open(&mut list.worlds, probe);
    list.worlds.sort_by(|a, b| b.last_played.cmp(&a.last_played).then_with(|| a.id.cmp(&b.id)));
    Ok(list)
}

/// How many worlds a version has, without reading them. A folder that cannot be read has none.
pub fn count(instance: &Instance) -> usize {
    let entries = entries(&instance.saves()).unwrap_or_default();
    entries.iter().filter(|entry| matches!(kind(entry, &entry.path()), Kind::World)).count()
}

fn mark_open(worlds: &mut [World], probe: &dyn Probe) {
    let folders: Vec<PathBuf> = worlds.iter().map(|world| world.path.clone()).collect();
    let open = probe.open_worlds(&folders);
    for world in worlds {
        world.open = open.contains(&world.path);
    }
}

/// A saves folder and the versions that play it.
struct Saves {
    folder: PathBuf,
    versions: Vec<String>,
}

fn folders(instances: &[Instance]) -> Vec<Saves> {
    let mut all: Vec<Saves> = Vec::new();
    for instance in instances {
        let folder = instance.saves();
        match all.iter_mut().find(|saves| saves.folder == folder) {
            Some(saves) => saves.versions.push(instance.id.clone()),
            None => all.push(Saves { folder, versions: vec![instance.id.clone()] }),
        }
    }
    all
}

impl Saves {
    fn read(&self, list: &mut WorldList) -> Result<(), WorldError> {
        if regular::is_link(&self.folder) {
            list.problems.push(self.problem(
                Severity::Note,
                Message::new("content.worlds.folder-link").with("path", self.folder.as_path()),
            ));
        }
        match entries(&self.folder) {
            Ok(entries) => entries.iter().for_each(|entry| self.look_at(entry, list)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(WorldError::Unreadable { path: self.folder.clone(), source }),
        }
        Ok(())
    }

    fn problem(&self, severity: Severity, message: Message) -> Problem {
        Problem { severity, message, about: Some(shown(self.folder.as_os_str())) }
    }

    fn look_at(&self, entry: &DirEntry, list: &mut WorldList) {
        let (id, path) = (world_id(&entry.file_name()), entry.path());
        let problem = |code| Problem::warning(id.as_str(), about(code, &id));
        match kind(entry, &path) {
            Kind::World => list.worlds.push(self.world(&path, id)),
            Kind::Link => list.problems.push(problem("content.worlds.link")),
            Kind::Broken => list.problems.push(problem("content.worlds.no-level")),
            Kind::Other => {}
        }
    }

    fn world(&self, path: &Path, id: String) -> World {
        let level::Level { facts, mut problems } = level::of(path, &id);
        let size = folder_size::of(path);
        if path.file_name() != Some(OsStr::new(&id)) {
            problems.push(Problem::warning(id.as_str(), about("content.worlds.odd-name", &id)));
        }
        World {
            name: if facts.name.trim().is_empty() { id.clone() } else { facts.name },
            id,
            versions: self.versions.clone(),
            game_version: facts.game_version,
            mode: facts.mode.map(|mode| mode_name(mode).to_owned()),
            hardcore: facts.hardcore,
            size: size.bytes,
            size_is_partial: size.partial,
            last_played: facts.last_played.filter(|at| (1..=LAST_MOMENT).contains(at)),
            open: false,
            path: path.to_owned(),
            problems,
        }
    }
}

fn mode_name(mode: GameMode) -> &'static str {
    match mode {
        GameMode::Survival => "survival",
        GameMode::Creative => "creative",
        GameMode::Adventure => "adventure",
        GameMode::Spectator => "spectator",
    }
}

fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    Ok(fs::read_dir(folder)?.take(ENTRIES).flatten().collect())
}

fn about(code: &'static str, id: &str) -> Message {
    Message::new(code).with("name", id)
}

enum Kind {
    World,
    /// A link, whatever it points at.
    Link,
    /// Looks like a world and has no level.dat that can be read.
    Broken,
    Other,
}

fn kind(entry: &DirEntry, path: &Path) -> Kind {
    let Ok(kind) = entry.file_type() else { return Kind::Other };
    if kind.is_symlink() {
        return Kind::Link;
    }
    if !kind.is_dir() {
        return Kind::Other;
    }
    let is_file = |name: &str| symlink_metadata(path.join(name)).is_ok_and(|metadata| metadata.is_file());
    let is_there = |name: &str| symlink_metadata(path.join(name)).is_ok();
    if is_file("level.dat") || is_file("level.dat_old") {
        Kind::World
    } else if is_there("level.dat") || is_there("region") {
        Kind::Broken
    } else {
        Kind::Other
    }
}
