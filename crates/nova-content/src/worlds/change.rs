//! Moving and deleting worlds.

use std::{fs, path::Path};

use nova_files::NewBackup;
use nova_game::{Instance, Proposal, world_entry, world_id};
use nova_model::{GameVersion, Message};

use super::{World, WorldError};
use crate::draft::{Draft, Sized, reversible};

/// Backs a world up, then moves it into another version's `saves/`. Refused while it is open, where a world of that name
/// is (in any case), and between versions that share their worlds or lie in different game folders.
pub fn move_to(world: &World, from: &Instance, to: &Instance) -> Result<Proposal, WorldError> {
    let name = check_move(world, from, to)?;
    let target = to.saves().join(name);
    let mut draft = Draft::new(&from.root);
    draft.warnings = warnings(world, from, to);
    back_up(&mut draft, world, &from.id, "before-move");
    draft.rename(Sized { path: &world.path, bytes: world.size }, &target);
    let title = Message::new("content.worlds.move.title")
        .with("name", world.id.as_str())
        .with("from", from.id.as_str())
        .with("to", to.id.as_str());
    Ok(draft.finish(title, reversible("content.undo.move-world"), Some(&from.id)))
}

/// Backs a world up, then moves it to the trash area.
pub fn delete(world: &World, instance: &Instance) -> Result<Proposal, WorldError> {
    refuse_open(world)?;
    let mut draft = Draft::new(&instance.root);
    back_up(&mut draft, world, &instance.id, "before-delete");
    draft.trash(Sized { path: &world.path, bytes: world.size });
    let title = Message::new("content.worlds.delete.title").with("name", world.id.as_str());
    Ok(draft.finish(title, reversible("content.undo.delete-world"), Some(&instance.id)))
}

/// The folder name it keeps.
fn check_move<'a>(
    world: &'a World,
    from: &Instance,
    to: &Instance,
) -> Result<&'a std::ffi::OsStr, WorldError> {
    refuse_open(world)?;
    if from.saves() == to.saves() || world.path.parent() == Some(&to.saves()) {
        return Err(WorldError::SameFolder { from: from.id.clone(), to: to.id.clone() });
    }
    if from.root != to.root {
        return Err(WorldError::OtherRoot { to: to.id.clone(), root: to.root.clone() });
    }
    if let Some(taken) = taken(&to.saves(), &world.id) {
        return Err(WorldError::Taken { to: to.id.clone(), taken });
    }
    world.path.file_name().ok_or_else(|| WorldError::BadName { name: world.id.clone() })
}

fn refuse_open(world: &World) -> Result<(), WorldError> {
    if world.open { Err(WorldError::Open { name: world.id.clone() }) } else { Ok(()) }
}

/// What is there under this name, in any case: worlds are copied between systems that do not tell case apart.
fn taken(saves: &Path, name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let names = fs::read_dir(saves).ok()?.flatten().map(|entry| world_id(&entry.file_name()));
    names.into_iter().find(|there| there.to_lowercase() == lower)
}

fn back_up(draft: &mut Draft, world: &World, version: &str, why: &str) {
    let entry = world_entry(&world.id);
    let backup = NewBackup {
        sources: vec![(world.path.clone(), format!("saves/{entry}"))],
        version: Some(version.to_owned()),
        saves: vec![entry],
        why: why.to_owned(),
    };
    draft.backup(backup, &[world.size]);
}

fn warnings(world: &World, from: &Instance, to: &Instance) -> Vec<Message> {
    [older_game(world, to), other_loader(from, to)].into_iter().flatten().collect()
}

/// A world that was saved by a newer game than the target's.
fn older_game(world: &World, to: &Instance) -> Option<Message> {
    let (saved, plays) = (world.game_version.as_deref()?, to.game_version.as_deref()?);
    (GameVersion::parse(plays) < GameVersion::parse(saved)).then(|| {
        Message::new("content.worlds.warn.older-game")
            .with("name", world.id.as_str())
            .with("saved", saved)
            .with("to", to.id.as_str())
            .with("plays", plays)
    })
}

/// Blocks and items of mods vanish from a world that is opened without them.
fn other_loader(from: &Instance, to: &Instance) -> Option<Message> {
    let (old, new) =
        (from.loader.as_ref().map(|build| build.loader), to.loader.as_ref().map(|build| build.loader));
    (old != new && old.is_some()).then(|| {
        Message::new("content.worlds.warn.other-loader")
            .with("from", from.id.as_str())
            .with("to", to.id.as_str())
    })
}
