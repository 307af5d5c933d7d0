//! Game roots: which `.minecraft`-like folders there are, where the knowledge comes from, and which is the present one.

use std::path::PathBuf;

use nova_model::Problem;
use serde::{Deserialize, Serialize};

/// How a root became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootSource {
    /// Given on the command line.
    Given,
    /// Registered in the settings.
    Settings,
    /// Found in the official place.
    Official,
    /// Found beside the program, where HMCL and PCL keep theirs.
    Beside,
}

/// A game root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRoot {
    /// Canonical absolute path.
    pub path: PathBuf,
    /// How it became known.
    pub source: RootSource,
    /// The version that is current in it, where one is chosen and still there or is the only one.
    pub current: Option<String>,
    /// How many version folders it has.
    pub versions: usize,
}

/// The usable roots, the preferred one first, and what is wrong with others. Never empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// The roots, preferred one first.
    pub items: Vec<GameRoot>,
    /// Registered roots that cannot be used now.
    pub problems: Vec<Problem>,
}
