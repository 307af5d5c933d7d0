//! Worlds, their backups and what was put aside, as the player sees them.

mod backups;
mod trash;

use nova_content::worlds::{World, WorldDetail};
use nova_game::Version;
use nova_model::{Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::ProblemRow;
use crate::turn::Names;
pub use backups::{BackupCheck, BackupEntry, BackupRow, BackupsPage};
pub(crate) use trash::change_title;
pub use trash::{TrashKind, TrashPage, TrashRow};

/// Characters of a name that others chose.
const NAME: usize = 200;
/// Rows of one list inside of a world: rules, players, mods.
const MOST: usize = 1_000;

/// The worlds of one version, or of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WorldsPage {
    /// The worlds, last played first.
    pub worlds: Vec<WorldRow>,
    /// The versions there are to choose from.
    pub versions: Vec<VersionChoice>,
    /// What lies there and is no world, or could not be read.
    pub problems: Vec<ProblemRow>,
}

/// One world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WorldRow {
    /// Tells it from all others of the list.
    pub key: String,
    /// Its folder's name, which tools call it by.
    pub folder: String,
    /// The name the player gave it.
    pub name: String,
    /// A version that plays it; none where no version is installed.
    pub version: Option<String>,
    /// All versions that play it.
    pub versions: Vec<String>,
    /// The game version it was last saved with.
    pub game_version: Option<String>,
    /// How it is played, where that is known.
    #[ts(type = "'survival' | 'creative' | 'adventure' | 'spectator' | null")]
    pub mode: Option<String>,
    /// One life.
    pub hardcore: bool,
    /// Bytes of everything in it.
    pub bytes: u64,
    /// Counting stopped at a limit: it is at least that large.
    pub bytes_are_partial: bool,
    /// When it was last played.
    pub last_played: Option<Millis>,
    /// A game has it open now.
    pub open: bool,
    /// What is wrong with it.
    pub problems: Vec<ProblemRow>,
}

/// A version to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct VersionChoice {
    /// Its id.
    pub id: String,
    /// The game it plays, and its loader: `1.20.1 Fabric`.
    pub about: String,
}

/// Everything about one world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WorldView {
    /// As it is listed.
    pub world: WorldRow,
    /// The seed, as text: it has more digits than a number of JSON keeps.
    pub seed: Option<String>,
    /// How hard it is.
    #[ts(type = "'peaceful' | 'easy' | 'normal' | 'hard' | null")]
    pub difficulty: Option<String>,
    /// Whether commands are allowed.
    pub cheats: bool,
    /// Game rules, sorted by name.
    pub rules: Vec<Rule>,
    /// Data packs that are on, in order.
    pub packs_on: Vec<String>,
    /// Data packs that are off.
    pub packs_off: Vec<String>,
    /// Mods it was saved with.
    pub mods: Vec<String>,
    /// Players with data in it, by UUID.
    pub players: Vec<String>,
    /// Dimensions with regions in it.
    pub dimensions: Vec<String>,
    /// Its backups, newest first.
    pub backups: Vec<BackupRow>,
    /// The versions it can be moved to.
    pub targets: Vec<VersionChoice>,
}

/// A game rule as it is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Rule {
    /// Its name in the game.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl WorldRow {
    pub(crate) fn of(world: &World, places: &Names) -> Self {
        let versions: Vec<_> = world.versions.iter().filter(|id| !id.is_empty()).cloned().collect();
        let version = versions.first().cloned();
        Self {
            key: format!("{}/{}", version.as_deref().unwrap_or_default(), world.id),
            folder: world.id.clone(),
            name: clean(&world.name, NAME),
            version,
            versions,
            game_version: world.game_version.as_deref().map(|game| clean(game, 60)),
            mode: world.mode.clone(),
            hardcore: world.hardcore,
            bytes: world.size,
            bytes_are_partial: world.size_is_partial,
            last_played: world.last_played,
            open: world.open,
            problems: world.problems.iter().map(|problem| ProblemRow::of(problem, places)).collect(),
        }
    }

    /// All of a list. Two game folders may have a version of the same name with a world of the same name.
    pub(crate) fn all(worlds: &[World], places: &Names) -> Vec<Self> {
        let mut rows: Vec<Self> = Vec::new();
        for world in worlds {
            let mut row = Self::of(world, places);
            let alike = rows.iter().filter(|other| other.key == row.key || other.is_again(&row.key)).count();
            if alike > 0 {
                row.key = format!("{}\n{alike}", row.key);
            }
            rows.push(row);
        }
        rows
    }

    fn is_again(&self, key: &str) -> bool {
        self.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('\n'))
    }
}

impl VersionChoice {
    pub(crate) fn of(version: &Version) -> Self {
        let game = version.game_version.as_deref().map(|game| clean(game, 60));
        let loader = version.loaders.first().map(|build| build.loader.label().to_owned());
        let about: Vec<_> = game.into_iter().chain(loader).collect();
        Self { id: version.id.clone(), about: about.join(" ") }
    }
}

impl WorldView {
    pub(crate) fn of(
        detail: &WorldDetail,
        backups: Vec<BackupRow>,
        targets: Vec<VersionChoice>,
        places: &Names,
    ) -> Self {
        let rule =
            |(name, value): &(String, String)| Rule { name: clean(name, NAME), value: clean(value, NAME) };
        Self {
            world: WorldRow::of(&detail.world, places),
            seed: detail.seed.map(|seed| seed.to_string()),
            difficulty: detail.difficulty.clone(),
            cheats: detail.cheats,
            rules: detail.rules.iter().take(MOST).map(rule).collect(),
            packs_on: names(&detail.data_packs_on),
            packs_off: names(&detail.data_packs_off),
            mods: names(&detail.mods),
            players: names(&detail.players),
            dimensions: names(&detail.dimensions),
            backups,
            targets,
        }
    }
}

/// Names that others chose, as far as they are shown.
fn names(names: &[String]) -> Vec<String> {
    names.iter().take(MOST).map(|name| clean(name, NAME)).collect()
}
