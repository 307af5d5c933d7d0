//! level.dat of a world, or the copy the game keeps of the one before.

use std::{io, path::Path};

use nova_model::{Message, Problem};

use crate::{hints, regular};

/// Bytes of a packed level.dat that are read; real ones have under 100 kB, modded ones under 2 MB.
const LARGEST: u64 = 16 << 20;

/// What level.dat says, in the words of this crate.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelFacts {
    pub(super) name: Option<String>,
    pub(super) game_version: Option<String>,
    pub(super) mode: Option<String>,
    pub(super) hardcore: bool,
    pub(super) difficulty: Option<String>,
    pub(super) cheats: Option<bool>,
    pub(super) seed: Option<i64>,
    pub(super) last_played: Option<i64>,
    pub(super) rules: Vec<(String, String)>,
    pub(super) data_packs_on: Vec<String>,
    pub(super) data_packs_off: Vec<String>,
    pub(super) mods: Vec<String>,
}

/// What level.dat says, with what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub(super) facts: LevelFacts,
    pub(super) problems: Vec<Problem>,
}

/// The level of a world folder. `id` names it in problems. Never fails: what cannot be read is a problem.
pub(super) fn of(folder: &Path, id: &str) -> Level {
    let first = read(&folder.join("level.dat"));
    let Err(problem) = first else { return Level { facts: first.unwrap_or_default(), problems: Vec::new() } };
    let first = Problem::error(id, problem);
    match read(&folder.join("level.dat_old")) {
        Ok(facts) => Level {
            facts,
            problems: vec![first, Problem::warning(id, Message::new("content.worlds.used-old"))],
        },
        Err(_) => Level { facts: LevelFacts::default(), problems: vec![first] },
    }
}

fn read(path: &Path) -> Result<LevelFacts, Message> {
    let bytes = regular::read(path, LARGEST).map_err(|error| unreadable(path, &error))?;
    parse(&bytes).ok_or_else(|| Message::new("content.worlds.level-damaged").with("path", path))
}

fn unreadable(path: &Path, error: &io::Error) -> Message {
    match error.kind() {
        io::ErrorKind::NotFound => Message::new("content.worlds.level-missing").with("path", path),
        _ => hints::unreadable_message(path, error),
    }
}

fn parse(bytes: &[u8]) -> Option<LevelFacts> {
    (!bytes.is_empty()).then(LevelFacts::default)
}
