//! Which mod loaders a version json brings, from its libraries and arguments.

use serde::{Deserialize, Serialize};

/// What loads mods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loader {
    /// Fabric.
    Fabric,
    /// Quilt.
    Quilt,
    /// Forge.
    Forge,
    /// NeoForge.
    NeoForge,
    /// LiteLoader.
    LiteLoader,
    /// OptiFine.
    OptiFine,
}

/// A loader with its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderBuild {
    /// Which one.
    pub loader: Loader,
    /// Its version without the game version (`0.15.11`, `47.2.0`); empty where the json does not say.
    pub version: String,
}
