//! Everything about one mod.

use serde::Serialize;

use super::{Dependents, InstalledMod, ModList};
use nova_game::Instance;

/// Whether what a mod needs is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DependenceState {
    /// There, switched on, and of a version that fits.
    Present,
    /// There, but switched off.
    Disabled,
    /// There, but of another version.
    WrongVersion,
    /// Not there.
    Missing,
}

/// One thing a mod says about another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dependence {
    /// The other mod's id.
    pub id: String,
    /// `requires`, `recommends`, `suggests`, `conflicts` or `breaks`.
    pub relation: nova_meta::draft::Relation,
    /// The range as written; empty for any.
    pub range: String,
    /// Whether it is there.
    pub state: DependenceState,
    /// The version that is there.
    pub found: Option<String>,
    /// The file that holds it; none for what the game or the loader brings.
    pub file: Option<String>,
}

/// Everything about one mod.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModDetail {
    /// The mod as it is listed.
    pub installed: InstalledMod,
    /// What it is about, in its author's words.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where it lives.
    pub homepage: Option<String>,
    /// What it needs, and does not go with.
    pub dependencies: Vec<Dependence>,
    /// What breaks without it.
    pub dependents: Dependents,
    /// Jars inside it, by path.
    pub nested: Vec<String>,
    /// Files and folders in `config/` that carry its id, relative to `config/`.
    pub config: Vec<String>,
}

/// Everything about one mod of a list.
pub fn detail(instance: &Instance, list: &ModList, installed: &InstalledMod) -> ModDetail {
    let _ = (instance, list, installed);
    unimplemented!()
}
