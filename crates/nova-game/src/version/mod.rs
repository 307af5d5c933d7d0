//! Installed versions: `versions/<id>/<id>.json` below a game root.

mod loader;

use std::path::PathBuf;

use nova_model::{Millis, Problem};
use serde::Serialize;

use crate::{Instance, Isolation, JavaNeed, OwnSettings};
pub use loader::{Loader, LoaderBuild};

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
