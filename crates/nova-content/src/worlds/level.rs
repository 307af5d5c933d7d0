//! level.dat of a world, or the copy the game keeps of the one before.

use std::{io, path::Path};

use nova_meta::{LevelFacts, nbt::Tag, read_level};
use nova_model::{Message, Problem, clean};

use crate::{hints, regular};

/// Bytes of a packed level.dat that are read; real ones have under 100 kB, modded ones under 2 MB.
const LARGEST: u64 = 16 << 20;

/// Game rules that are listed; the game has about 60, mods add some.
const RULES: usize = 500;

/// What level.dat says, with what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub(super) facts: LevelFacts,
    pub(super) problems: Vec<Problem>,
}

/// The level of a world folder. `id` names it in problems. Never fails: what cannot be read is a problem.
pub(super) fn of(folder: &Path, id: &str) -> Level {
    let message = match read(&folder.join("level.dat")) {
        Ok(facts) => return Level { problems: own(&facts, id), facts },
        Err(message) => Problem::error(id, message),
    };
    match read(&folder.join("level.dat_old")) {
        Ok(facts) => {
            let used_old = Problem::warning(id, Message::new("content.worlds.used-old"));
            Level { facts, problems: vec![message, used_old] }
        }
        Err(_) => Level { facts: LevelFacts::default(), problems: vec![message] },
    }
}

/// The game rules a world was saved with, by name; empty where level.dat cannot be read.
pub(super) fn rules(folder: &Path) -> Vec<(String, String)> {
    let bytes = regular::read(&folder.join("level.dat"), LARGEST).ok();
    let root = bytes.and_then(|bytes| Tag::read(&bytes).ok());
    let data = root.as_ref().and_then(|root| root.get("Data"));
    let rules = data.and_then(|data| data.get("GameRules").or_else(|| data.get("game_rules")));
    let Some(Tag::Compound(rules)) = rules else { return Vec::new() };
    let mut found: Vec<_> = rules.iter().take(RULES).filter_map(|(name, value)| rule(name, value)).collect();
    found.sort();
    found
}

/// Rules are texts up to 1.21.10 and numbers after it.
fn rule(name: &str, value: &Tag) -> Option<(String, String)> {
    let text = value.text().map(str::to_owned).or_else(|| value.int().map(|number| number.to_string()))?;
    Some((clean(name, 100), clean(&text, 100)))
}

fn read(path: &Path) -> Result<LevelFacts, Message> {
    let bytes = regular::read(path, LARGEST).map_err(|error| unreadable(path, &error))?;
    let facts = read_level(&bytes).ok().filter(|facts| !is_void(facts));
    facts.ok_or_else(|| Message::new("content.worlds.level-damaged").with("path", path))
}

/// Whether there is a tree in the file, but nothing that a world says.
fn is_void(facts: &LevelFacts) -> bool {
    let says = facts.name.is_empty() && facts.game_version.is_none() && facts.last_played.is_none();
    says && !facts.problems.is_empty()
}

fn unreadable(path: &Path, error: &io::Error) -> Message {
    match error.kind() {
        io::ErrorKind::NotFound => Message::new("content.worlds.level-missing").with("path", path),
        _ => hints::unreadable_message(path, error),
    }
}

/// The problems of the file as problems of the world.
fn own(facts: &LevelFacts, id: &str) -> Vec<Problem> {
    let of_world = |problem: &Problem| Problem { about: Some(id.to_owned()), ..problem.clone() };
    facts.problems.iter().map(of_world).collect()
}
