//! Switching mods on and off, and putting them away.

use super::{InstalledMod, ModError, ModList};
use nova_game::{Instance, Proposal};

/// Switches a mod on: the file loses its `.disabled`. Warns about what it needs and is not there.
pub fn enable(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    let _ = (instance, list, installed);
    unimplemented!()
}

/// Switches a mod off: the file gets `.disabled` behind its name. Warns about what breaks.
pub fn disable(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    let _ = (instance, list, installed);
    unimplemented!()
}

/// Moves a mod to the trash area. Warns about what breaks.
pub fn delete(instance: &Instance, list: &ModList, installed: &InstalledMod) -> Result<Proposal, ModError> {
    let _ = (instance, list, installed);
    unimplemented!()
}
