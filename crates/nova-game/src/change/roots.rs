//! Which folders Nova works on: one is registered or forgotten, and one of them comes first. No file in them is touched.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_model::{ChangeKind, Message};
use serde_json::{Map, Value};

use super::{
    Scene,
    settings::{already, proposal},
};
use crate::{GameError, Proposal, Result, Roots, roots, settings::Edit};

/// A longer path is none.
const LONGEST: usize = 4_096;
/// What a game folder has at least one of.
const SIGNS: [&str; 8] = [
    "versions",
    "launcher_profiles.json",
    "options.txt",
    "assets",
    "libraries",
    "saves",
    "mods",
    "resourcepacks",
];

/// Registers a folder. `used` are the folders Nova works on now, `given` the one of the command line.
pub(crate) fn add(scene: &Scene, used: &Roots, given: Option<&Path>, asked: &str) -> Result<Proposal> {
    let path = candidate(scene, asked)?;
    if scene.settings.key_of(&path).is_some() {
        return already(Message::new("game.now.root").with("path", path.as_path()));
    }
    let around = used.items.iter().find(|root| path.starts_with(root.path.join("versions")));
    if let Some(root) = around {
        let why = Message::new("game.root.why.inside").with("root", root.path.as_path());
        return refused(path, why);
    }
    let mut edit = registering(scene);
    register(&mut edit, &path);
    // Without a choice the first path in order comes first: a new folder must not take that place by its name.
    let chosen = given.is_some() || scene.settings.current_root.is_some();
    if let Some(first) = used.items.first().filter(|_| !chosen) {
        let key = scene.settings.key_of(&first.path).unwrap_or(&first.path);
        edit.set(&["current_root"], Some(text(key)));
    }
    let title = Message::new("game.change.add-root").with("path", path.as_path());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "roots", Some(path.display().to_string()));
    proposal.watch.push(path.clone());
    if roots::count(&path) == 0 {
        proposal.warnings.push(Message::new("game.warn.root-empty").with("path", path.as_path()));
    }
    proposal.warnings.extend(given.map(only_given));
    Ok(proposal)
}

/// Forgets a folder; its files stay.
pub(crate) fn remove(scene: &Scene, used: &Roots, given: Option<&Path>, asked: &str) -> Result<Proposal> {
    let found = roots::existing(scene.machine);
    let path = PathBuf::from(asked);
    let key = known(scene, used, &path)?;
    let real = key.canonicalize().unwrap_or_else(|_| key.clone());
    let mut edit = registering(scene);
    edit.set(&["roots", &key.display().to_string()], None);
    let registered: Vec<&PathBuf> = if scene.settings.roots.is_empty() {
        found.iter().collect()
    } else {
        scene.settings.roots.keys().collect()
    };
    let left = registered.into_iter().filter(|other| **other != key).count();
    if left == 0 && found.contains(&real) {
        return Err(GameError::RootFound { path: key });
    }
    if scene.settings.current_root.as_ref().is_some_and(|first| *first == key || *first == real) {
        edit.set(&["current_root"], None);
    }
    let title = Message::new("game.change.remove-root").with("path", key.as_path());
    let mut proposal = Proposal::new(scene.data, title, "game.undo.root");
    proposal.add(edit.steps(scene.now), edit.file());
    proposal.line(ChangeKind::Set, "roots", Some(format!("- {}", key.display())));
    if left == 0 {
        proposal.warnings.push(Message::new("game.warn.root-last"));
    }
    proposal.warnings.extend(given.map(only_given));
    Ok(proposal)
}

/// Lets a folder come first: its current version is the one that is meant.
pub(crate) fn choose(scene: &Scene, used: &Roots, asked: &str) -> Result<Proposal> {
    let key = known(scene, used, Path::new(asked))?;
    let real = roots::usable(&key)?;
    if used.items.first().is_some_and(|first| first.path == real) {
        return already(Message::new("game.now.first-root").with("path", key.as_path()));
    }
    let mut edit = registering(scene);
    register(&mut edit, &key);
    edit.set(&["current_root"], Some(text(&key)));
    let title = Message::new("game.change.first-root").with("path", key.as_path());
    let mut proposal = proposal(scene, scene.data, title, &edit);
    proposal.line(ChangeKind::Set, "current_root", Some(key.display().to_string()));
    Ok(proposal)
}

/// An edit that has all folders in it. A folder in the settings counts as registered, and registered ones hide those that are only
/// found; so the first entry brings the found ones along.
pub(super) fn registering(scene: &Scene) -> Edit {
    let mut edit = scene.settings.edit(scene.data);
    if scene.settings.roots.is_empty() {
        for found in roots::existing(scene.machine) {
            register(&mut edit, &found);
        }
    }
    edit
}

/// Adds a folder to the registered ones; what is set for it stays.
fn register(edit: &mut Edit, path: &Path) {
    let key = path.display().to_string();
    if !edit.has(&["roots", &key]) {
        edit.set(&["roots", &key], Some(Value::Object(Map::new())));
    }
}

/// The name a folder is registered under, or its own where it was found; a folder that is gone is known all the same.
fn known(scene: &Scene, used: &Roots, path: &Path) -> Result<PathBuf> {
    if let Some(key) = scene.settings.key_of(path) {
        return Ok(key.clone());
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if let Some(key) = scene.settings.key_of(&real) {
        return Ok(key.clone());
    }
    let found = roots::existing(scene.machine);
    let is_found = scene.settings.roots.is_empty() && found.contains(&real);
    if is_found {
        return Ok(real);
    }
    let known = used.items.iter().map(|root| root.path.clone()).collect();
    Err(GameError::NoSuchRoot { path: path.to_owned(), known })
}

/// A folder that may be registered, by its canonical path.
fn candidate(scene: &Scene, asked: &str) -> Result<PathBuf> {
    let typed = expanded(scene, asked.trim());
    if asked.len() > LONGEST || asked.chars().any(char::is_control) || !typed.is_absolute() {
        return refused(PathBuf::from(nova_model::clean(asked, 200)), Message::new("game.root.why.relative"));
    }
    let path = roots::usable(&typed)?;
    match reason(scene, &path) {
        Some(why) => refused(path, why),
        None => Ok(path),
    }
}

/// `~` is the player's home.
fn expanded(scene: &Scene, typed: &str) -> PathBuf {
    let below = typed.strip_prefix('~').filter(|below| below.is_empty() || below.starts_with(['/', '\\']));
    match (below, &scene.machine.home) {
        (Some(below), Some(home)) => home.join(below.trim_start_matches(['/', '\\'])),
        _ => PathBuf::from(typed),
    }
}

/// Why a folder is no game folder: a change in it could hit what has nothing to do with the game.
fn reason(scene: &Scene, path: &Path) -> Option<Message> {
    let real = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let home = scene.machine.home.as_deref().map(real);
    let (data, system) = (real(scene.data), real(&scene.machine.system_root));
    if path.to_str().is_none() {
        return Some(Message::new("game.root.why.name"));
    }
    let above = |folder: &Path| folder.starts_with(path);
    if path.parent().is_none() || above(&system) || home.as_deref().is_some_and(above) {
        return Some(Message::new("game.root.why.system"));
    }
    if above(&data) || path.starts_with(&data) {
        return Some(Message::new("game.root.why.data"));
    }
    let in_versions =
        || path.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "versions"));
    if let Some(root) = in_versions().and_then(Path::parent).filter(|root| looks_like_one(root)) {
        return Some(Message::new("game.root.why.inside").with("root", root));
    }
    (!looks_like_one(path) && !is_empty(path)).then(|| Message::new("game.root.why.other"))
}

fn looks_like_one(path: &Path) -> bool {
    SIGNS.iter().any(|sign| path.join(sign).symlink_metadata().is_ok())
}

fn is_empty(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

fn only_given(given: &Path) -> Message {
    Message::new("game.warn.root-given").with("path", given)
}

fn refused<T>(path: PathBuf, why: Message) -> Result<T> {
    Err(GameError::RootRefused { path, why })
}

fn text(path: &Path) -> Value {
    Value::from(path.display().to_string())
}
