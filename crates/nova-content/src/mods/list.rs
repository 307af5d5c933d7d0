//! Reads the mods folder.

use super::{ModError, ModList};
use crate::Place;

/// The mods of a version: every jar of `mods/` (and `mods/<game version>/`), switched on or off. A folder that is not
/// there holds no mods; what is odd in it is a problem of the list.
pub fn list(place: &Place) -> Result<ModList, ModError> {
    let _ = place;
    unimplemented!()
}
