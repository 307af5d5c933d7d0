//! How much memory a game may have, and how much would suit it: the same bounds for advice, settings and checks.

use std::{fs, path::Path};

use nova_model::{GameVersion, Loader, Message};
use serde::Serialize;

use crate::{GameError, Java, Result, Version};

/// The game does not start with less, in MiB.
pub(crate) const LEAST_MB: u64 = 512;
/// A 32-bit Java cannot have more.
pub(crate) const NARROW_MB: u64 = 1_536;
/// More than this makes collecting garbage slow and no game faster.
const MOST_MB: u64 = 16_384;
/// Up to here the advice goes in small steps.
const SMALL_STEPS_MB: u64 = 2_048;
/// What a mod takes, over many packs.
const MB_A_MOD: u64 = 16;
/// What resource packs may add: most of a large one lies in the graphics card.
const MOST_PACKS_MB: u64 = 1_024;
/// What a shader pack adds.
const SHADERS_MB: u64 = 512;
/// Entries of a folder further than this are not looked at.
const MOST_ENTRIES: usize = 5_000;

/// What the system keeps for itself: a quarter of the memory, at least 1 GiB, at most 4.
pub(crate) fn room(total_mb: u64) -> u64 {
    (total_mb / 4).clamp(1_024, 4_096)
}

/// A limit that can be set: what the game starts with, and no more than there is.
pub(crate) fn bounded(asked: u64, total_mb: u64) -> Result<u32> {
    let bounds = GameError::MemoryBounds { asked, min: LEAST_MB, max: total_mb };
    if !(LEAST_MB..=total_mb).contains(&asked) {
        return Err(bounds);
    }
    u32::try_from(asked).map_err(|_| bounds)
}

/// A warning when the system keeps less than its room, or the Java cannot have so much.
pub(crate) fn warnings(max_mb: u64, total_mb: u64, java: Option<&Java>) -> Vec<Message> {
    let left = total_mb.saturating_sub(max_mb);
    let little = (left < room(total_mb))
        .then(|| Message::new("game.warn.memory").with("left", number(left)).with("total", number(total_mb)));
    let narrow = java.is_some_and(Java::is_32_bit) && max_mb > NARROW_MB;
    let narrow = narrow.then(|| Message::new("game.warn.memory-32-bit").with("most", number(NARROW_MB)));
    little.into_iter().chain(narrow).collect()
}

/// What the advice is worked out from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MemoryFacts {
    /// MiB of the computer.
    pub total_mb: u64,
    /// The game version, where known.
    pub game: Option<String>,
    /// The loader that loads mods.
    pub loader: Option<Loader>,
    /// Mods that are switched on.
    pub mods: u64,
    /// MiB of resource packs.
    pub packs_mb: u64,
    /// Shader packs.
    pub shaders: u64,
    /// Whether the Java has 32 bits.
    pub narrow: bool,
}

/// How much memory would suit a version, with the sum behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryAdvice {
    /// MiB to set.
    pub mb: u64,
    /// MiB the version would like to have.
    pub wanted_mb: u64,
    /// MiB that can be given: what the system leaves, or what the Java can have.
    pub most_mb: u64,
    /// What it was worked out from.
    pub facts: MemoryFacts,
    /// The sum and the bound, one sentence each.
    pub reasons: Vec<Message>,
}

impl MemoryAdvice {
    pub(crate) fn of(facts: MemoryFacts) -> Self {
        let parts = parts(&facts);
        let wanted_mb: u64 = parts.iter().map(|(mb, _)| mb).sum();
        let left = facts.total_mb.saturating_sub(room(facts.total_mb));
        let most_mb = left.min(if facts.narrow { NARROW_MB } else { MOST_MB }).max(LEAST_MB);
        let mb = stepped_up(wanted_mb).min(stepped_down(most_mb)).max(LEAST_MB);
        let mut reasons: Vec<Message> = parts.into_iter().map(|(_, reason)| reason).collect();
        reasons.push(Message::new("game.memory.sum").with("mb", number(wanted_mb)));
        reasons.extend(bounds(&facts, mb, stepped_up(wanted_mb)));
        Self { mb, wanted_mb, most_mb, facts, reasons }
    }
}

/// What each thing takes.
fn parts(facts: &MemoryFacts) -> Vec<(u64, Message)> {
    let game = facts.game.as_deref().unwrap_or("?");
    let base = base(facts.game.as_deref(), facts.loader.is_some());
    let mods = if facts.loader.is_some() { facts.mods } else { 0 };
    let packs = facts.packs_mb.min(MOST_PACKS_MB);
    let shaders = if facts.shaders > 0 { SHADERS_MB } else { 0 };
    let of_game = match facts.loader {
        Some(loader) => Message::new("game.memory.modded").with("loader", loader.label()),
        None => Message::new("game.memory.vanilla"),
    };
    let sum = mods.saturating_mul(MB_A_MOD);
    let rows = [
        (base, of_game.with("game", game).with("mb", number(base))),
        (
            sum,
            Message::new("game.memory.mods")
                .with("mods", number(mods))
                .with("each", number(MB_A_MOD))
                .with("mb", number(sum)),
        ),
        (packs, Message::new("game.memory.packs").with("mb", number(packs))),
        (shaders, Message::new("game.memory.shaders").with("mb", number(shaders))),
    ];
    rows.into_iter().filter(|(mb, _)| *mb > 0).collect()
}

/// What the game takes by itself: 1 GiB before 1.13, 2 since, half a GiB more for a loader.
fn base(game: Option<&str>, modded: bool) -> u64 {
    let old = game.is_some_and(|game| !GameVersion::parse(game).is_at_least(&GameVersion::parse("17w43a")));
    let game = if old { 1_024 } else { 2_048 };
    if modded { game + 512 } else { game }
}

/// What the computer and the Java leave.
fn bounds(facts: &MemoryFacts, mb: u64, wanted: u64) -> Vec<Message> {
    let total = facts.total_mb;
    let room =
        Message::new("game.memory.room").with("total", number(total)).with("room", number(room(total)));
    let narrow = facts.narrow.then(|| Message::new("game.memory.narrow").with("most", number(NARROW_MB)));
    let short = (mb < wanted).then(|| Message::new("game.memory.short").with("mb", number(mb)));
    std::iter::once(room).chain(narrow).chain(short).collect()
}

fn step(mb: u64) -> u64 {
    if mb <= SMALL_STEPS_MB { 256 } else { 512 }
}

fn stepped_up(mb: u64) -> u64 {
    mb.div_ceil(step(mb)).saturating_mul(step(mb))
}

fn stepped_down(mb: u64) -> u64 {
    mb / step(mb) * step(mb)
}

/// The facts of a version.
pub(crate) fn facts(version: &Version, total_mb: u64, java: Option<&Java>) -> MemoryFacts {
    let instance = version.instance();
    let loader = version.loaders.iter().map(|build| build.loader).find(|loader| *loader != Loader::OptiFine);
    MemoryFacts {
        total_mb,
        game: version.game_version.clone(),
        loader,
        mods: mods(&instance.mods()) as u64,
        packs_mb: entries(&instance.dir.join("resourcepacks")).map(|path| weight(&path)).sum::<u64>() >> 20,
        shaders: entries(&instance.dir.join("shaderpacks")).filter(|path| is_pack(path)).count() as u64,
        narrow: java.is_some_and(Java::is_32_bit),
    }
}

/// How many jars a mods folder has that are switched on.
pub(crate) fn mods(folder: &Path) -> usize {
    entries(folder).filter(|path| has_ending(path, "jar")).count()
}

fn is_pack(path: &Path) -> bool {
    path.is_dir() || has_ending(path, "zip")
}

fn weight(path: &Path) -> u64 {
    if crate::read::is_folder(path) {
        return crate::disk_usage::weigh(path);
    }
    path.symlink_metadata().map_or(0, |seen| seen.len())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn entries(folder: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    let list = fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES);
    list.filter_map(|entry| Some(entry.ok()?.path()))
}

fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(total_mb: u64, game: &str, loader: Option<Loader>, mods: u64) -> MemoryAdvice {
        MemoryAdvice::of(MemoryFacts {
            total_mb,
            game: Some(game.to_owned()),
            loader,
            mods,
            ..MemoryFacts::default()
        })
    }

    #[test]
    fn the_number_follows_game_loader_and_mods() {
        let table = [
            (16_384, "1.8.9", None, 0, 1_024),
            (16_384, "1.20.1", None, 0, 2_048),
            (16_384, "1.20.1", Some(Loader::Fabric), 30, 3_072),
            (16_384, "1.12.2", Some(Loader::Forge), 150, 4_096),
            (32_768, "1.20.1", Some(Loader::Forge), 300, 7_680),
            (131_072, "1.20.1", Some(Loader::Forge), 2_000, 16_384),
        ];
        for (total, game, loader, mods, mb) in table {
            assert_eq!(advice(total, game, loader, mods).mb, mb, "{game} {mods}");
        }
    }

    #[test]
    fn the_system_keeps_its_room() {
        for total in [0, 1_024, 2_048, 4_096, 7_900, 8_192, 16_000, 32_768] {
            let advice = advice(total, "1.20.1", Some(Loader::Forge), 500);
            assert!(advice.mb == LEAST_MB || advice.mb + room(total) <= total, "{total}: {}", advice.mb);
        }
        let small = advice(4_096, "1.20.1", Some(Loader::Forge), 300);
        assert_eq!(small.mb, 3_072);
        assert_eq!(small.reasons.last().unwrap().code, "game.memory.short");
    }

    #[test]
    fn the_sum_is_said_in_its_parts() {
        let advice = MemoryAdvice::of(MemoryFacts {
            total_mb: 16_384,
            game: Some("1.20.1".to_owned()),
            loader: Some(Loader::Fabric),
            mods: 10,
            packs_mb: 5_000,
            shaders: 2,
            narrow: false,
        });
        let codes: Vec<_> = advice.reasons.iter().map(|reason| &*reason.code).collect();
        let parts =
            ["modded", "mods", "packs", "shaders", "sum", "room"].map(|code| format!("game.memory.{code}"));
        assert_eq!(codes, parts);
        assert_eq!(advice.wanted_mb, 2_560 + 160 + 1_024 + 512);
        assert_eq!(advice.mb, 4_608);
    }

    #[test]
    fn a_32_bit_java_bounds_it() {
        let facts = MemoryFacts { total_mb: 16_384, narrow: true, ..MemoryFacts::default() };
        assert_eq!(MemoryAdvice::of(facts).mb, NARROW_MB);
    }
}
