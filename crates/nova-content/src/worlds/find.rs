//! Finds the world a player or a model means.

use nova_model::{clean, suggest};

use super::{World, WorldError, WorldList};

/// The world with this folder name; else the only one with this name in the game. What differs only in case is not taken but
/// named as the candidate, since a world is a thing to lose. What is no folder name (a path, `..`, control characters) is
/// refused.
pub fn find<'a>(list: &'a WorldList, name: &str) -> Result<&'a World, WorldError> {
    if !is_name(name) {
        return Err(WorldError::BadName { name: clean(name, 100) });
    }
    let by_folder = |world: &World| world.id == name;
    let by_name = |world: &World| world.name == name;
    let ways: [&dyn Fn(&World) -> bool; 2] = [&by_folder, &by_name];
    for fits in ways {
        let found: Vec<&World> = list.worlds.iter().filter(|world| fits(world)).collect();
        match found.as_slice() {
            [] => {}
            [world] => return Ok(world),
            several => return Err(ambiguous(name, several)),
        }
    }
    Err(unknown(list, name))
}

fn is_name(name: &str) -> bool {
    let blank = name.trim().is_empty() || name == "." || name == "..";
    !blank && !name.contains(['/', '\\']) && !name.chars().any(char::is_control)
}

fn ambiguous(name: &str, worlds: &[&World]) -> WorldError {
    let places = worlds.iter().map(|world| format!("{} ({})", world.id, world.versions.join(", "))).collect();
    WorldError::Ambiguous { name: name.to_owned(), places }
}

fn unknown(list: &WorldList, name: &str) -> WorldError {
    let linked = list.problems.iter().any(|problem| {
        problem.about.as_deref() == Some(name) && problem.message.code == "content.worlds.link"
    });
    if linked {
        return WorldError::Linked { name: name.to_owned() };
    }
    let near = suggest(name, list.worlds.iter().flat_map(|world| [world.id.as_str(), world.name.as_str()]));
    let mut candidates: Vec<String> = near.into_iter().map(str::to_owned).collect();
    if candidates.is_empty() {
        candidates = list.worlds.iter().take(8).map(|world| world.id.clone()).collect();
    }
    candidates.dedup();
    WorldError::NoSuchWorld { name: clean(name, 100), candidates }
}
