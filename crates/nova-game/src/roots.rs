//! Game roots: which `.minecraft`-like folders there are, where the knowledge comes from, and which comes first.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use nova_model::{Explain, Message, Problem};
use serde::{Deserialize, Serialize};

use crate::{
    GameError, Machine, Os, Result, Settings, names,
    profiles::Profiles,
    read::{is_file, is_folder},
};

/// More folders than this are not looked at.
const MOST_VERSIONS: usize = 20_000;

/// How a root became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootSource {
    /// Given on the command line.
    Given,
    /// Registered in the settings.
    Settings,
    /// Found in the official place.
    Official,
    /// Found beside the program, where HMCL and PCL keep theirs.
    Beside,
}

/// A game root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRoot {
    /// Canonical absolute path.
    pub path: PathBuf,
    /// How it became known.
    pub source: RootSource,
    /// The version that is current in it: Nova's choice, else the official launcher's, else the only one.
    pub current: Option<String>,
    /// How many versions it has.
    pub versions: usize,
}

impl GameRoot {
    fn look(path: PathBuf, source: RootSource, settings: &Settings) -> Self {
        let ids = version_ids(&path);
        let there = |id: &str| ids.iter().any(|known| known == id).then(|| id.to_owned());
        let chosen = settings.current_in(&path).and_then(there);
        let current =
            chosen.or_else(|| Profiles::read(&path).selected().and_then(there)).or_else(|| match &*ids {
                [only] => Some(only.clone()),
                _ => None,
            });
        Self { path, source, current, versions: ids.len() }
    }
}

/// How many versions a folder has.
pub(crate) fn count(root: &Path) -> usize {
    version_ids(root).len()
}

/// The folders below `versions/` that have a json of their name.
fn version_ids(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root.join("versions")).into_iter().flatten().take(MOST_VERSIONS);
    let folders = entries
        .filter_map(|entry| entry.ok().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())));
    let named = folders.filter_map(|folder| Some((folder.path(), folder.file_name().into_string().ok()?)));
    let with_json = named.filter(|(path, id)| {
        names::is_folder_name(id) && !id.starts_with('.') && is_file(&path.join(format!("{id}.json")))
    });
    with_json.map(|(_, id)| id).collect()
}

/// A folder that is registered or in use, whether it can be used or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootState {
    /// As it is registered; canonical where it is only found.
    pub path: PathBuf,
    /// What it holds; none where it cannot be used now.
    pub root: Option<GameRoot>,
    /// Why it cannot be used.
    pub fault: Option<Message>,
    /// Whether the settings name it, rather than the command line or a well-known place.
    pub registered: bool,
    /// Whether Nova works on it now.
    pub in_use: bool,
}

impl RootState {
    fn is_at(&self, root: Option<&GameRoot>) -> bool {
        matches!((&self.root, root), (Some(one), Some(other)) if one.path == other.path)
    }
}

/// The usable roots and what is wrong with others. Never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// The roots, preferred one first.
    pub items: Vec<GameRoot>,
    /// Registered roots that cannot be used now.
    pub problems: Vec<Problem>,
}

/// The roots: the given one alone; else the registered ones; else the ones in well-known places.
pub(crate) fn find(given: Option<&Path>, settings: &Settings, machine: &Machine) -> Result<Roots> {
    if let Some(path) = given {
        let root = GameRoot::look(usable(path)?, RootSource::Given, settings);
        return Ok(Roots { items: vec![root], problems: Vec::new() });
    }
    let roots = registered(settings);
    if !roots.items.is_empty() {
        return Ok(roots);
    }
    let known = well_known(machine);
    let mut items = Vec::new();
    for (path, source) in known.iter().filter(|(path, _)| is_folder(path)) {
        let Ok(path) = usable(path) else { continue };
        add(&mut items, GameRoot::look(path, *source, settings));
    }
    if items.is_empty() {
        let looked = known.into_iter().map(|(path, _)| path).collect();
        return Err(GameError::NoRoot { looked, problems: roots.problems });
    }
    Ok(Roots { items, problems: roots.problems })
}

/// Every folder that is registered or in use, the preferred one first.
pub(crate) fn states(given: Option<&Path>, settings: &Settings, machine: &Machine) -> Vec<RootState> {
    let used = find(given, settings, machine).map(|roots| roots.items).unwrap_or_default();
    let is_used = |path: &Path| used.iter().any(|root| root.path == path);
    let found = used.iter().filter(|root| root.source != RootSource::Settings);
    let mut states: Vec<RootState> = found
        .map(|root| RootState {
            path: root.path.clone(),
            root: Some(root.clone()),
            fault: None,
            registered: false,
            in_use: true,
        })
        .collect();
    for path in in_order(settings) {
        let state = state(path, settings, is_used);
        let same = |known: &&mut RootState| known.is_at(state.root.as_ref());
        match states.iter_mut().find(same) {
            Some(known) => known.registered = true,
            None => states.push(state),
        }
    }
    states
}

fn state(path: &Path, settings: &Settings, is_used: impl Fn(&Path) -> bool) -> RootState {
    let (root, fault) = match usable(path) {
        Ok(real) => (Some(GameRoot::look(real, RootSource::Settings, settings)), None),
        Err(error) => (None, Some(error.report().message)),
    };
    let in_use = root.as_ref().is_some_and(|root| is_used(&root.path));
    RootState { path: path.to_owned(), root, fault, registered: true, in_use }
}

/// The registered folders, the preferred one first.
fn in_order(settings: &Settings) -> impl Iterator<Item = &PathBuf> {
    let rest = settings.roots.keys().filter(|path| Some(*path) != settings.current_root.as_ref());
    settings.current_root.iter().chain(rest)
}

fn registered(settings: &Settings) -> Roots {
    let mut roots = Roots::default();
    for path in in_order(settings) {
        match usable(path) {
            Ok(path) => add(&mut roots.items, GameRoot::look(path, RootSource::Settings, settings)),
            Err(error) => {
                let about = path.display().to_string();
                roots.problems.push(Problem::warning(about, error.report().message));
            }
        }
    }
    roots
}

fn add(items: &mut Vec<GameRoot>, root: GameRoot) {
    if !items.iter().any(|known| known.path == root.path) {
        items.push(root);
    }
}

/// The canonical path of a folder that can be listed. The root itself may be reached through a link.
pub(crate) fn usable(path: &Path) -> Result<PathBuf> {
    let fault = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => GameError::RootMissing { path: path.to_owned() },
        io::ErrorKind::NotADirectory => GameError::RootNotFolder { path: path.to_owned() },
        _ => GameError::RootUnreadable { path: path.to_owned(), source },
    };
    let canonical = path.canonicalize().map_err(fault)?;
    if !canonical.is_dir() {
        return Err(GameError::RootNotFolder { path: path.to_owned() });
    }
    fs::read_dir(&canonical).map_err(fault)?;
    Ok(canonical)
}

/// The well-known places that have a usable root.
pub(crate) fn existing(machine: &Machine) -> Vec<PathBuf> {
    let known = well_known(machine).into_iter().filter(|(path, _)| is_folder(path));
    known.filter_map(|(path, _)| usable(&path).ok()).collect()
}

/// Where the official launcher keeps its game folder on each system.
pub(crate) fn official(machine: &Machine) -> Option<PathBuf> {
    let home = machine.home.as_ref();
    match machine.os {
        Os::Linux => home.map(|home| home.join(".minecraft")),
        Os::Windows => machine.env_path("APPDATA").map(|data| data.join(".minecraft")),
        Os::MacOs => home.map(|home| home.join("Library/Application Support/minecraft")),
    }
}

/// Where launchers keep their game folder on each system.
fn well_known(machine: &Machine) -> Vec<(PathBuf, RootSource)> {
    let official = official(machine);
    let beside = machine.program_dir.as_ref().map(|dir| dir.join(".minecraft"));
    let official = official.map(|path| (path, RootSource::Official));
    official.into_iter().chain(beside.map(|path| (path, RootSource::Beside))).collect()
}
