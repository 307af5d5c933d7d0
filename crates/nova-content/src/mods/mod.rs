//! The mods of a version: what is installed, how mods hang together, and switching them on, off and away.

mod change;
mod detail;
mod error;
mod find;
mod folder;
mod icon;
mod list;
mod names;
mod relations;
mod resolve;
mod seen;

use std::path::PathBuf;

use nova_model::{Millis, Problem};
use serde::Serialize;

use crate::facts::{JarFacts, Loader, Side};

pub use nova_meta::Finding;

pub use change::{delete, disable, enable};
pub use detail::{Dependence, DependenceState, ModDetail, detail};
pub use error::{Fault, ModError};
pub use find::find;
pub use folder::{Count, count};
pub use icon::{ModFileOnDisk, on_disk};
pub use list::{list, list_again};
pub use relations::{Dependents, dependents};
pub use resolve::{Cure, conflicts, cure, resolve};
pub use seen::SeenJars;

/// One jar in the mods folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InstalledMod {
    /// What it is called by: its mod id, or its file name where ids clash or there is none.
    pub id: String,
    /// The ids of the mods it declares, the one that fits the version's loader first.
    pub mod_ids: Vec<String>,
    /// Its name for people.
    pub name: String,
    /// Its version; empty where it says none.
    pub version: String,
    /// The loaders it is made for.
    pub loaders: Vec<Loader>,
    /// Where it runs.
    pub side: Side,
    /// Whether the game loads it (the name does not end in `.disabled`).
    pub enabled: bool,
    /// Its path below `mods/`, printable: a file name, in old versions also `1.12.2/name.jar`.
    pub file: String,
    /// Its full path, as it really is.
    #[serde(skip)]
    pub path: PathBuf,
    /// Bytes.
    pub size: u64,
    /// When the file was last written.
    #[serde(skip)]
    pub modified: Millis,
    /// How many jars are inside it, at any depth.
    pub nested: usize,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Everything its metadata says.
    #[serde(skip)]
    pub facts: JarFacts,
}

/// The mods folder of a version.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModList {
    /// The version they belong to.
    pub version: String,
    /// The jars, by id and then by file name.
    pub mods: Vec<InstalledMod>,
    /// What else lies in the folder, or could not be read.
    pub problems: Vec<Problem>,
}
