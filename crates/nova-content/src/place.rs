//! Where a version keeps its things, and what it loads mods into.

use std::path::PathBuf;

use nova_meta::draft::{Loader, Target};

/// What the services need to know of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The version's id: its folder name under `versions/`.
    pub version: String,
    /// The game root, canonical.
    pub root: PathBuf,
    /// The folder that holds `saves/`, `mods/`, `config/` and `logs/`: the version's own when it is isolated, else the root.
    pub dir: PathBuf,
    /// The game version, where known.
    pub game: Option<String>,
    /// The loader and its version, where there is one.
    pub loader: Option<(Loader, String)>,
    /// The major version of the Java it runs on, where known.
    pub java: Option<u32>,
}

impl Place {
    /// `mods/`.
    pub fn mods(&self) -> PathBuf {
        self.dir.join("mods")
    }

    /// `saves/`.
    pub fn saves(&self) -> PathBuf {
        self.dir.join("saves")
    }

    /// `config/`.
    pub fn config(&self) -> PathBuf {
        self.dir.join("config")
    }

    /// What the mods are loaded into, for the conflict check.
    pub fn target(&self) -> Target {
        Target { game: self.game.clone().unwrap_or_default(), loader: self.loader.clone(), java: self.java }
    }
}
