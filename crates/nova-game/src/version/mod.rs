//! Installed versions: `versions/<id>/<id>.json` below a game root.

mod game_version;
mod inherit;
mod json;
mod list;
mod loader;
mod played;
mod scan;

use std::path::PathBuf;

use nova_model::{Millis, Problem};
use serde::Serialize;

use crate::{GameError, Instance, Isolation, JavaNeed, OwnSettings, Result, names};
pub(crate) use json::VersionJson;
pub(crate) use list::{Survey, survey};
pub use loader::LoaderBuild;
pub use nova_model::Loader;

/// An installed version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The folder's name under `versions/`.
    pub id: String,
    /// The game root (canonical).
    pub root: PathBuf,
    /// `versions/<id>`.
    pub folder: PathBuf,
    /// The game version, where it could be found out.
    pub game_version: Option<String>,
    /// `release`, `snapshot`, `old_beta` …, as the json says.
    pub channel: Option<String>,
    /// The loaders, the one that loads mods first; empty for vanilla.
    pub loaders: Vec<LoaderBuild>,
    /// The versions it inherits from, nearest first.
    pub parents: Vec<String>,
    /// The client jar: its own or an ancestor's; `None` when there is none.
    pub jar: Option<PathBuf>,
    /// The Java it needs.
    pub java: JavaNeed,
    /// Whether its folders are its own.
    pub isolation: Isolation,
    /// Its own settings.
    pub own: OwnSettings,
    /// When it was last played, as far as the files tell.
    pub last_played: Option<Millis>,
    /// Whether it runs now.
    pub running: bool,
    /// Whether it is the current version of its root.
    pub current: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

impl Version {
    /// Where it plays.
    pub fn instance(&self) -> Instance {
        Instance {
            id: self.id.clone(),
            root: self.root.clone(),
            dir: if self.isolation.isolated { self.folder.clone() } else { self.root.clone() },
            folder: self.folder.clone(),
            isolated: self.isolation.isolated,
            game_version: self.game_version.clone(),
            loader: self.loaders.first().cloned(),
            java_major: self.java.major,
        }
    }
}

/// The versions of all roots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VersionList {
    /// The versions: preferred root first, then by game version, newest first, then by id.
    pub items: Vec<Version>,
    /// Folders that hold no version, and roots that cannot be read.
    pub problems: Vec<Problem>,
}

impl VersionList {
    /// The version with this id. Exact id first, then the only one that differs in case; the preferred root wins over
    /// the others, and two of the others together are ambiguous.
    pub fn find(&self, id: &str) -> Result<&Version> {
        if !names::is_folder_name(id) {
            return Err(GameError::BadId { id: id.to_owned() });
        }
        let Some(name) = names::pick(id, self.ids()) else { return Err(self.unknown(id)) };
        let preferred = self.items.first().map(|version| &version.root);
        let mut named = self.items.iter().filter(|version| version.id == name);
        match (named.next(), named.next()) {
            (Some(first), Some(second)) if Some(&first.root) != preferred => Err(GameError::AmbiguousRoot {
                id: name.to_owned(),
                roots: vec![first.root.clone(), second.root.clone()],
            }),
            (Some(first), _) => Ok(first),
            (None, _) => Err(self.unknown(id)),
        }
    }

    /// As [`Self::find`], for a thing to lose: what differs in case is not taken but named as the candidate.
    pub(crate) fn find_exact(&self, id: &str) -> Result<&Version> {
        if names::is_folder_name(id) && !self.ids().any(|known| known == id) {
            return Err(self.unknown(id));
        }
        self.find(id)
    }

    /// The current version of the preferred root; else the only version there is that no other one stands on: who installs 1.20.1
    /// with Fabric has the plain game as well, and means the other.
    pub fn current(&self) -> Result<&Version> {
        let preferred = self.items.first().map(|version| &version.root);
        let mut current =
            self.items.iter().filter(|version| version.current && Some(&version.root) == preferred);
        let tops: Vec<&Version> = self.items.iter().filter(|version| !self.is_stood_on(version)).collect();
        match (current.next(), tops.as_slice()) {
            (Some(version), _) => Ok(version),
            (None, [only]) => Ok(*only),
            _ if self.items.is_empty() => Err(GameError::NoVersions),
            _ => Err(GameError::NoCurrent { ids: self.ids().map(str::to_owned).collect() }),
        }
    }

    /// Whether another version of the same root inherits from this one.
    fn is_stood_on(&self, version: &Version) -> bool {
        let same_root = self.items.iter().filter(|other| other.root == version.root);
        same_root.flat_map(|other| &other.parents).any(|parent| *parent == version.id)
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.items.iter().map(|version| version.id.as_str())
    }

    /// Why there is no version of this id: a folder that holds none, or nothing at all.
    fn unknown(&self, id: &str) -> GameError {
        match self.problems.iter().find(|problem| problem.about.as_deref() == Some(id)) {
            Some(problem) => GameError::NotAVersion { id: id.to_owned(), why: problem.message.clone() },
            None => GameError::no_version(id, self.ids()),
        }
    }
}
