//! Files of a version's configuration: by their hashes, with copies of the small ones.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use nova_model::Millis;
use serde::{Deserialize, Serialize};

use super::{
    shelf::Shelf,
    snapshot::{Snapshot, modified, sha1},
};

/// Folders of the configuration, and files beside them.
const FOLDERS: [&str; 3] = ["config", "defaultconfigs", "kubejs"];
const FILES: [&str; 3] = ["options.txt", "optionsof.txt", "optionsshaders.txt"];
/// More files are not looked at. What does not fit is not judged either.
const MOST: usize = 4_000;
/// Folders in one another.
const DEEPEST: usize = 8;
/// Larger files are told from others by size and time, and not kept.
const SMALL: u64 = 256 << 10;
/// Bytes of copies that one snapshot takes.
pub(super) const BUDGET: u64 = 20 << 20;
/// A file that was written just before it was looked at may be written again within the same tick of its clock.
const TICK: Millis = 2_000;

/// Copies, by their hashes.
pub(super) type Contents = BTreeMap<String, Vec<u8>>;

/// A file of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Config {
    /// Its path below the game folder.
    pub(super) path: String,
    /// What it was at the start; none where it was not there.
    pub(super) before: Option<State>,
    /// What the game left, where that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<State>,
}

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) size: u64,
    pub(super) modified: Millis,
    /// Of small files.
    pub(super) sha1: Option<String>,
}

impl State {
    /// Whether both are the same bytes.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.sha1, &other.sha1) {
            (Some(one), Some(two)) => one == two,
            _ => (self.size, self.modified) == (other.size, other.modified),
        }
    }
}

impl Config {
    /// What it was when the game was left.
    pub(super) fn last(&self) -> Option<&State> {
        self.after.as_ref().or(self.before.as_ref())
    }
}

/// Takes down the configuration, with copies of what is not kept yet. What has not changed since the snapshot before is not read.
pub(super) fn take(
    dir: &Path,
    known: Option<&Snapshot>,
    shelf: &Shelf,
    configs: &mut Vec<Config>,
) -> Contents {
    let mut contents = Contents::new();
    let mut left = BUDGET;
    for (path, state) in files(dir) {
        let hash = known.and_then(|known| hash_of(known, &path, &state)).filter(|hash| shelf.has(hash));
        let hash = hash.or_else(|| {
            let bytes = small(&dir.join(&path), left)?;
            let hash = sha1(&bytes);
            contents.insert(hash.clone(), bytes);
            Some(hash)
        });
        left = left.saturating_sub(if hash.is_some() { state.size } else { 0 });
        let before = Some(State { sha1: hash, ..state });
        configs.push(Config { path, before, after: None });
    }
    contents
}

/// The configuration as it is, without copies.
pub(super) fn look(dir: &Path, configs: &mut Vec<Config>) {
    for (path, state) in files(dir) {
        let sha1 = small(&dir.join(&path), SMALL).map(|bytes| sha1(&bytes));
        configs.push(Config { path, before: Some(State { sha1, ..state }), after: None });
    }
}

/// Adds what the game left, with copies of it.
pub(super) fn after(dir: &Path, configs: &mut Vec<Config>) -> Contents {
    let mut contents = Contents::new();
    let mut left = BUDGET;
    let mut places: BTreeMap<String, usize> =
        configs.iter().enumerate().map(|(at, config)| (config.path.clone(), at)).collect();
    for (path, state) in files(dir) {
        let at = places.remove(&path);
        let known = at.and_then(|at| configs.get_mut(at));
        let is_known = |before: &State| (before.size, before.modified) == (state.size, state.modified);
        if known.as_ref().and_then(|known| known.before.as_ref()).is_some_and(is_known) {
            continue;
        }
        let bytes = small(&dir.join(&path), left);
        let hash = bytes.as_deref().map(sha1);
        left = left.saturating_sub(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64));
        contents.extend(hash.clone().zip(bytes));
        let state = Some(State { sha1: hash, ..state });
        match known {
            Some(known) => known.after = state,
            None => configs.push(Config { path, before: None, after: state }),
        }
    }
    contents
}

/// The hash that a file had in a snapshot, where it has surely not changed since.
fn hash_of(known: &Snapshot, path: &str, state: &State) -> Option<String> {
    let config = known.configs.iter().find(|config| config.path == path)?;
    let same = config.last().filter(|last| (last.size, last.modified) == (state.size, state.modified))?;
    same.sha1.clone().filter(|_| state.modified.saturating_add(TICK) < known.at)
}

/// Every plain file of the configuration, sorted; links are not followed.
fn files(dir: &Path) -> Vec<(String, State)> {
    let mut found = Vec::new();
    for name in FILES {
        found.extend(look_at(dir, &dir.join(name)));
    }
    let mut open: Vec<(PathBuf, usize)> = FOLDERS.iter().rev().map(|name| (dir.join(name), 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        let is_folder = fs::symlink_metadata(&folder).is_ok_and(|meta| meta.is_dir());
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().filter(|_| is_folder);
        let mut paths: Vec<PathBuf> = entries.take(MOST).map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths.into_iter().rev() {
            if found.len() >= MOST {
                return found;
            }
            match look_at(dir, &path) {
                Some(file) => found.push(file),
                None if depth < DEEPEST => open.push((path, depth.saturating_add(1))),
                None => {}
            }
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

fn look_at(dir: &Path, path: &Path) -> Option<(String, State)> {
    let meta = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let below = path.strip_prefix(dir).ok()?.to_str()?.replace('\\', "/");
    Some((below, State { size: meta.len(), modified: modified(&meta), sha1: None }))
}

/// The bytes of a file that is small, and for which there is room.
fn small(path: &Path, room: u64) -> Option<Vec<u8>> {
    let most = SMALL.min(room);
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}
