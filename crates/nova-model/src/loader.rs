//! The things that load mods into the game.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// What loads a mod. Serialised by its [`as_str`](Loader::as_str) name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loader {
    /// Fabric Loader.
    Fabric,
    /// Quilt Loader, which also takes Fabric mods.
    Quilt,
    /// Forge from 1.13 on (`mods.toml`).
    Forge,
    /// `NeoForge`.
    NeoForge,
    /// Forge up to 1.12.2 (`mcmod.info`).
    LegacyForge,
    /// `LiteLoader`.
    LiteLoader,
    /// `OptiFine` by itself, without a loader below it.
    OptiFine,
}

/// A name that stands for no loader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no loader is called {name:?}")]
pub struct UnknownLoader {
    /// The name as given.
    pub name: String,
}

impl Loader {
    /// Every loader.
    pub const ALL: [Self; 7] = [
        Self::Fabric,
        Self::Quilt,
        Self::Forge,
        Self::NeoForge,
        Self::LegacyForge,
        Self::LiteLoader,
        Self::OptiFine,
    ];

    /// Its name in lower case, as in version ids and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fabric => "fabric",
            Self::Quilt => "quilt",
            Self::Forge => "forge",
            Self::NeoForge => "neoforge",
            Self::LegacyForge => "legacyforge",
            Self::LiteLoader => "liteloader",
            Self::OptiFine => "optifine",
        }
    }

    /// Its name as its makers write it; the same in every language.
    pub fn label(self) -> &'static str {
        match self {
            Self::Fabric => "Fabric",
            Self::Quilt => "Quilt",
            Self::Forge | Self::LegacyForge => "Forge",
            Self::NeoForge => "NeoForge",
            Self::LiteLoader => "LiteLoader",
            Self::OptiFine => "OptiFine",
        }
    }

    /// The loader of a name, in any case and with or without `-`, `_`, blanks and a trailing `loader`
    /// (`fabric-loader`, `Neo Forge`, `minecraftforge`).
    pub fn parse(name: &str) -> Option<Self> {
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        match plain.as_str() {
            "fabric" | "fabricloader" => Some(Self::Fabric),
            "quilt" | "quiltloader" => Some(Self::Quilt),
            "forge" | "minecraftforge" | "forgemodloader" | "javafml" => Some(Self::Forge),
            "neoforge" | "neoforged" => Some(Self::NeoForge),
            "legacyforge" | "fml" => Some(Self::LegacyForge),
            "liteloader" => Some(Self::LiteLoader),
            "optifine" => Some(Self::OptiFine),
            _ => None,
        }
    }
}

impl fmt::Display for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Loader {
    type Err = UnknownLoader;

    fn from_str(name: &str) -> Result<Self, UnknownLoader> {
        Self::parse(name).ok_or_else(|| UnknownLoader { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loader_is_read_back_from_its_name_and_label() {
        for loader in Loader::ALL {
            assert_eq!(loader.to_string().parse(), Ok(loader));
            assert_eq!(serde_json::to_value(loader).unwrap(), loader.as_str());
            assert!(Loader::parse(loader.label()).is_some());
        }
    }

    #[test]
    fn names_are_read_however_they_are_written() {
        let table = [
            ("Fabric Loader", Some(Loader::Fabric)),
            ("fabric-loader", Some(Loader::Fabric)),
            ("NeoForged", Some(Loader::NeoForge)),
            ("MINECRAFT_FORGE", Some(Loader::Forge)),
            ("OptiFine", Some(Loader::OptiFine)),
            ("", None),
            ("vanilla", None),
            ("锻造", None),
        ];
        for (name, expected) in table {
            assert_eq!(Loader::parse(name), expected, "{name}");
        }
        assert_eq!("rift".parse::<Loader>(), Err(UnknownLoader { name: "rift".to_owned() }));
    }
}
