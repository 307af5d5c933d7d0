//! Putting a version aside: its worlds are zipped first, then the whole folder goes to the trash area.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_files::{NewBackup, Step};
use nova_model::{ChangeKind, Message};

use super::{Scene, rename::children};
use crate::{
    GameError, GameRoot, Proposal, Result, Version,
    disk_usage::weigh,
    read::is_folder,
    world_names::{world_entry, world_id},
};

/// Plans the deletion of what is called `id` below `versions/`: a version, a folder that holds none, or a link.
pub(crate) fn delete(scene: &Scene, roots: &[GameRoot], id: &str) -> Result<Proposal> {
    match scene.versions.find_exact(id) {
        Ok(version) => delete_version(scene, version),
        Err(error @ GameError::NotAVersion { .. }) => {
            let places = roots.iter().map(|root| (root.path.as_path(), root.path.join("versions").join(id)));
            let mut there = places.filter(|(_, path)| path.symlink_metadata().is_ok());
            let (root, path) = there.next().ok_or(error)?;
            Ok(put_aside(root, &path, id))
        }
        Err(error) => Err(error),
    }
}

fn delete_version(scene: &Scene, version: &Version) -> Result<Proposal> {
    scene.refuse_running(version)?;
    let mut proposal = put_aside(&version.root, &version.folder, &version.id);
    let heirs: Vec<String> = children(scene, version).map(|child| child.id.clone()).collect();
    if !heirs.is_empty() {
        proposal
            .warnings
            .push(Message::new("game.warn.heirs").with("id", version.id.as_str()).with("heirs", heirs));
    }
    if !version.isolation.isolated {
        proposal.warnings.push(Message::new("game.warn.shared-stay").with("root", version.root.as_path()));
    }
    if scene.settings.current_in(&version.root) == Some(version.id.as_str()) {
        let edit = scene.current_edit(version, None);
        proposal.line(ChangeKind::Set, "current_version", None);
        proposal.add(edit.steps(scene.now), edit.file());
    }
    Ok(proposal)
}

/// The backup of the worlds, where there are any, and the trash. Of a link only the link itself is moved.
fn put_aside(root: &Path, path: &Path, id: &str) -> Proposal {
    let title = Message::new("game.change.delete").with("id", id);
    let mut proposal = Proposal::new(root, title, "game.undo.delete");
    proposal.version = Some(id.to_owned());
    let worlds = if is_folder(path) { worlds(&path.join("saves")) } else { Vec::new() };
    if !worlds.is_empty() {
        back_up(&worlds, id, &mut proposal);
    }
    let bytes = if is_folder(path) { weigh(path) } else { 0 };
    proposal.sized_line(ChangeKind::Trash, path, bytes);
    proposal.add([Step::Trash { path: path.to_owned() }], path);
    proposal
}

fn back_up(worlds: &[(PathBuf, String)], id: &str, proposal: &mut Proposal) {
    let mut sources = Vec::new();
    for (path, name) in worlds {
        let bytes = weigh(path);
        proposal.sized_line(ChangeKind::Backup, path, bytes);
        proposal.bytes_written = proposal.bytes_written.saturating_add(bytes);
        sources.push((path.clone(), format!("saves/{}", world_entry(name))));
    }
    let saves = worlds.iter().map(|(_, name)| world_entry(name)).collect();
    let backup = NewBackup { sources, version: Some(id.to_owned()), saves, why: "before-delete".to_owned() };
    proposal.batch.steps.push(Step::Backup { backup });
}

/// Folders below `saves/`, with their ids. Links are left to the trash.
fn worlds(saves: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(saves).into_iter().flatten().filter_map(std::result::Result::ok);
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut worlds: Vec<(PathBuf, String)> =
        folders.map(|entry| (entry.path(), world_id(&entry.file_name()))).collect();
    worlds.sort();
    worlds
}
