//! Giving a version another id: its folder, json, jar, the id inside the json, what inherits from it, and the choice of
//! the current version.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_files::Step;
use nova_model::{ChangeKind, Message};

use super::{Scene, json_text};
use crate::{
    GameError, Proposal, Result, Version,
    profiles::Profiles,
    read::{JSON_CAP, ReadFault, is_file, object, read_file},
    version::VersionJson,
};

/// Plans the new name.
pub(crate) fn rename(scene: &Scene, version: &Version, new: &str) -> Result<Proposal> {
    let old = version.id.as_str();
    if old == new {
        return Err(GameError::AlreadySo { now: Message::new("game.now.name").with("id", old) });
    }
    nova_files::safe_name(new)?;
    refuse_taken(version, new, Some(old))?;
    scene.refuse_running(version)?;
    let title = Message::new("game.change.rename").with("from", old).with("to", new);
    let mut proposal = Proposal::new(&version.root, title, "game.undo.rename");
    proposal.version = Some(old.to_owned());
    own_files(version, new, &mut proposal);
    for child in children(scene, version) {
        let file = json_file(&child.folder, &child.id);
        rewrite(&file, &[("inheritsFrom", old, new), ("jar", old, new)], &mut proposal)?;
        proposal.warnings.push(Message::new("game.warn.child-rewritten").with("id", child.id.as_str()));
    }
    follow_choice(scene, version, new, &mut proposal);
    Ok(proposal)
}

/// The versions of the same root that inherit directly from this one.
pub(super) fn children<'a>(scene: &'a Scene, version: &'a Version) -> impl Iterator<Item = &'a Version> {
    let same_root = |other: &&Version| other.root == version.root && other.id != version.id;
    let inherits = |other: &&Version| other.parents.first() == Some(&version.id);
    scene.versions.items.iter().filter(same_root).filter(inherits)
}

/// Anything in the folder, but for what is to get the name, whose name is the same on a system that does not tell case
/// apart.
pub(super) fn refuse_taken(version: &Version, new: &str, but: Option<&str>) -> Result<()> {
    let wanted = new.to_lowercase();
    let names =
        fs::read_dir(version.root.join("versions")).into_iter().flatten().filter_map(std::result::Result::ok);
    let mut others = names
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| Some(name.as_str()) != but);
    match others.find(|name| name.to_lowercase() == wanted) {
        Some(taken) => Err(GameError::NameTaken { name: new.to_owned(), taken }),
        None => Ok(()),
    }
}

/// The files inside first, while the folder still has its old name, the folder last.
fn own_files(version: &Version, new: &str, proposal: &mut Proposal) {
    let (old, folder) = (version.id.as_str(), version.folder.as_path());
    let json = json_file(folder, old);
    // A broken json does not keep the folder from getting another name.
    if let Ok(content) = renamed(version, &json, new) {
        write(&json, content, proposal);
    }
    for ending in ["json", "jar"] {
        let from = folder.join(format!("{old}.{ending}"));
        if is_file(&from) {
            let to = folder.join(format!("{new}.{ending}"));
            moved(&from, &to, proposal);
        }
    }
    moved(folder, &folder.with_file_name(new), proposal);
}

/// A version's json under another id, as a copy of it has to say.
///
/// # Errors
/// Where the file cannot be read.
pub fn json_under(version: &Version, new: &str) -> Result<Vec<u8>> {
    renamed(version, &json_file(&version.folder, &version.id), new)
}

/// The json under its new id. Where the old id was all that told the game version, `clientVersion` tells it from now on,
/// the key that PCL uses for it and other launchers pass over.
fn renamed(version: &Version, json: &Path, new: &str) -> Result<Vec<u8>> {
    let old = version.id.as_str();
    let before = readable(json)?;
    let content = edited(json, &before, &[("id", old, new), ("jar", old, new)])?;
    let told = object(&before).is_ok_and(|map| VersionJson::of(&map).tells_game());
    Ok(match version.game_version.as_deref().filter(|_| !told) {
        Some(game) => json_text::with_text(&content, "clientVersion", game),
        None => content,
    })
}

fn json_file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

fn moved(from: &Path, to: &Path, proposal: &mut Proposal) {
    proposal.line(ChangeKind::Rename, from.display().to_string(), Some(to.display().to_string()));
    proposal.add([Step::Rename { from: from.to_owned(), to: to.to_owned() }], from);
}

/// Rewrites texts of a json, where it has them.
fn rewrite(file: &Path, changes: &[(&str, &str, &str)], proposal: &mut Proposal) -> Result<()> {
    let before = readable(file)?;
    let content = edited(file, &before, changes)?;
    if content != before {
        write(file, content, proposal);
    }
    Ok(())
}

fn write(file: &Path, content: Vec<u8>, proposal: &mut Proposal) {
    proposal.line(ChangeKind::Write, file.display().to_string(), None);
    proposal.add([Step::Write { path: file.to_owned(), content }], file);
}

fn readable(file: &Path) -> Result<Vec<u8>> {
    read_file(file, JSON_CAP).map_err(|fault| unreadable(file, &fault))
}

fn edited(file: &Path, before: &[u8], changes: &[(&str, &str, &str)]) -> Result<Vec<u8>> {
    json_text::replaced(before, changes).map_err(|fault| unreadable(file, &fault))
}

fn unreadable(file: &Path, fault: &ReadFault) -> GameError {
    GameError::FileUnreadable { path: file.to_owned(), why: fault.message() }
}

/// Nova's own choice follows; the official launcher's file is left to it, so a choice that came from there is noted here.
fn follow_choice(scene: &Scene, version: &Version, new: &str, proposal: &mut Proposal) {
    let old = Some(version.id.as_str());
    let profiles = Profiles::read(&version.root);
    if scene.settings.current_in(&version.root) == old || (version.current && profiles.selected() == old) {
        let edit = scene.current_edit(version, Some(new));
        proposal.line(ChangeKind::Set, "current_version", Some(new.to_owned()));
        proposal.add(edit.steps(scene.now), edit.file());
    }
    if profiles.names(&version.id) {
        proposal.warnings.push(Message::new("game.warn.profile").with("id", version.id.as_str()));
    }
}
