//! Who needs whom.

use serde::Serialize;

use super::{InstalledMod, ModList};

/// The mods that stop working without a mod.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dependents {
    /// Ids of those that require it themselves.
    pub direct: Vec<String>,
    /// Ids of those that require one of the former.
    pub transitive: Vec<String>,
}

/// The enabled mods that need this one.
pub fn dependents(list: &ModList, installed: &InstalledMod) -> Dependents {
    let _ = (list, installed);
    unimplemented!()
}
