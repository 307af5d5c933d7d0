//! Reads the mods folder.

use super::{ModError, ModList};
use nova_game::Instance;

/// The mods of a version: every jar of `mods/` (and `mods/<game version>/`), switched on or off. A folder that is not
/// there holds no mods; what is odd in it is a problem of the list.
pub fn list(instance: &Instance) -> Result<ModList, ModError> {
    let _ = instance;
    unimplemented!()
}
