//! Versions of the game: what an id says, their order, and what loaders compare instead.

use std::{cmp::Ordering, fmt};

use serde::{Deserialize, Serialize};

/// What kind of version an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// `1.20.4`, `26.1`.
    Release,
    /// Snapshots, pre-releases, release candidates, experiments.
    Snapshot,
    /// `b1.7.3`.
    Beta,
    /// `a1.0.4`, and what came before it (infdev, indev, classic, `rd-…`).
    Alpha,
    /// Jokes of the first of April.
    AprilFools,
    /// Not an id we can read.
    Unknown,
}

/// A version id of the game, of any age. Any text is one; those we cannot read come after all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct GameVersion {
    id: String,
}

impl GameVersion {
    /// Reads an id. Never fails.
    pub fn parse(id: &str) -> Self {
        Self { id: id.to_owned() }
    }

    /// The id as given.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// What kind of version it is.
    pub fn channel(&self) -> Channel {
        unimplemented!()
    }

    /// The release it is or leads to (`1.20.5` for `24w05a`), where that is known.
    pub fn release(&self) -> Option<String> {
        unimplemented!()
    }

    /// The first two numbers of that release (`1.20` for `1.20.4`; `26.1` for `26.1.2`).
    pub fn family(&self) -> Option<String> {
        unimplemented!()
    }

    /// Whether it is the other one or comes after it.
    pub fn is_at_least(&self, other: &Self) -> bool {
        self >= other
    }

    /// The version as Fabric Loader sees it, for ranges on `minecraft`: `1.20-alpha.23.13.a` for `23w13a`.
    pub fn to_fabric(&self) -> String {
        unimplemented!()
    }

    /// The version as Forge and `NeoForge` compare it, for ranges on `minecraft` in `mods.toml`.
    pub fn to_maven(&self) -> &str {
        &self.id
    }
}

impl Ord for GameVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl PartialOrd for GameVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for GameVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl From<String> for GameVersion {
    fn from(id: String) -> Self {
        Self::parse(&id)
    }
}

impl From<GameVersion> for String {
    fn from(version: GameVersion) -> Self {
        version.id
    }
}
