//! Everything about one world.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_meta::{Difficulty, RecordedMod};
use serde::Serialize;

use super::{World, level};
use crate::shown::shown;

/// Players and dimensions that are named at most.
const MOST: usize = 1_000;

/// Everything about one world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorldDetail {
    /// The world as it is listed.
    pub world: World,
    /// The seed.
    pub seed: Option<i64>,
    /// `peaceful`, `easy`, `normal` or `hard`.
    pub difficulty: Option<String>,
    /// Whether commands are allowed.
    pub cheats: bool,
    /// Game rules by name, sorted.
    pub rules: Vec<(String, String)>,
    /// Data packs that are on, in order.
    pub data_packs_on: Vec<String>,
    /// Data packs that are off.
    pub data_packs_off: Vec<String>,
    /// Mods it was saved with, as `id version`.
    pub mods: Vec<String>,
    /// Players with data in it, by UUID, sorted.
    pub players: Vec<String>,
    /// Dimensions with regions in it, sorted.
    pub dimensions: Vec<String>,
}

/// Everything about one world of a list.
pub fn detail(world: &World) -> WorldDetail {
    let facts = level::of(&world.path, &world.id).facts;
    WorldDetail {
        world: world.clone(),
        seed: facts.seed,
        difficulty: facts.difficulty.map(|difficulty| difficulty_name(difficulty).to_owned()),
        cheats: facts.cheats,
        rules: level::rules(&world.path),
        data_packs_on: facts.data_packs,
        data_packs_off: facts.data_packs_off,
        mods: facts.mods.iter().map(recorded).collect(),
        players: players(&world.path),
        dimensions: dimensions(&world.path),
    }
}

fn difficulty_name(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Peaceful => "peaceful",
        Difficulty::Easy => "easy",
        Difficulty::Normal => "normal",
        Difficulty::Hard => "hard",
    }
}

fn recorded(one: &RecordedMod) -> String {
    format!("{} {}", one.id, one.version).trim_end().to_owned()
}

/// Player files: `playerdata/<uuid>.dat`, from 26.1 on `players/data/<uuid>.dat`.
fn players(world: &Path) -> Vec<String> {
    let names = |folder: &str| entries(&world.join(folder)).filter_map(|path| path.file_name().map(shown));
    let files = names("playerdata").chain(names("players/data"));
    let mut ids: Vec<String> =
        files.filter_map(|name| Some(name.strip_suffix(".dat")?.to_owned())).take(MOST).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Folders with regions: `region`, `DIM-1/region`, `DIM1/region`, `DIM<n>/region` of old mods, and
/// `dimensions/<namespace>/<path>/region`.
fn dimensions(world: &Path) -> Vec<String> {
    let mut found: Vec<String> = entries(world).filter_map(|path| old_style(&path)).collect();
    if has_regions(world) {
        found.push("minecraft:overworld".to_owned());
    }
    found.extend(entries(&world.join("dimensions")).flat_map(|namespace| new_style(&namespace)).take(MOST));
    found.sort();
    found.dedup();
    found
}

fn old_style(folder: &Path) -> Option<String> {
    let name = shown(folder.file_name()?);
    let number = name.strip_prefix("DIM").filter(|_| has_regions(folder))?;
    match number {
        "-1" => Some("minecraft:the_nether".to_owned()),
        "1" => Some("minecraft:the_end".to_owned()),
        _ => number.parse::<i32>().is_ok().then_some(name),
    }
}

fn new_style(namespace: &Path) -> Vec<String> {
    let Some(name) = namespace.file_name().map(shown) else { return Vec::new() };
    let walk = walkdir::WalkDir::new(namespace).follow_links(false).min_depth(1).max_depth(6).into_iter();
    let folders = walk.filter_entry(|entry| entry.file_type().is_dir()).flatten().take(MOST);
    let with_regions = folders.filter(|entry| has_regions(entry.path()));
    let below =
        with_regions.filter_map(|entry| Some(shown(entry.path().strip_prefix(namespace).ok()?.as_os_str())));
    below.map(|path| format!("{name}:{path}")).collect()
}

fn has_regions(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join("region")).is_ok_and(|metadata| metadata.is_dir())
}

/// What lies in a folder, links left out.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let is_dir = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_dir());
    let entries = is_dir.then(|| fs::read_dir(folder).ok()).flatten();
    let plain = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| !kind.is_symlink());
    entries
        .into_iter()
        .flatten()
        .take(20_000)
        .flatten()
        .filter(plain)
        .map(|entry| entry.path())
        .collect::<Vec<_>>()
        .into_iter()
}
