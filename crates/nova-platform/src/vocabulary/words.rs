//! Small words: which platform, what kind of thing, which side, how finished.

use serde::{Deserialize, Serialize};

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `modrinth.com`.
    Modrinth,
    /// `curseforge.com`.
    CurseForge,
}

impl Source {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Modrinth, Self::CurseForge];

    /// Its name in lower case, as ids begin with it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Modrinth => "modrinth",
            Self::CurseForge => "curseforge",
        }
    }

    /// Its name as it writes it; the same in every language.
    pub fn label(self) -> &'static str {
        match self {
            Self::Modrinth => "Modrinth",
            Self::CurseForge => "CurseForge",
        }
    }
}

/// What a project is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A mod.
    Mod,
    /// A resource pack.
    ResourcePack,
    /// A shader pack.
    Shader,
    /// A data pack.
    DataPack,
    /// A modpack.
    Modpack,
    /// A world.
    World,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Mod, Self::ResourcePack, Self::Shader, Self::DataPack, Self::Modpack, Self::World];

    /// Its name in the tools.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mod => "mod",
            Self::ResourcePack => "resourcepack",
            Self::Shader => "shader",
            Self::DataPack => "datapack",
            Self::Modpack => "modpack",
            Self::World => "world",
        }
    }

    /// Whether a loader has to load it, so that one without the right loader is of no use.
    pub fn has_loader(self) -> bool {
        matches!(self, Self::Mod | Self::Modpack)
    }
}

/// Whether one side of the game needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// It must be there.
    Required,
    /// It may be there.
    Optional,
    /// It does not work there.
    Unsupported,
    /// Nobody says.
    #[default]
    Unknown,
}

/// Where a project is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// In the player's game.
    pub client: Side,
    /// On a server.
    pub server: Side,
}

/// How finished a release is, the most finished first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// For everybody.
    Release,
    /// To be tried out.
    Beta,
    /// Unfinished.
    Alpha,
}
