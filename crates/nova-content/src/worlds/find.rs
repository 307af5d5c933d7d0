//! Finds the world a player or a model means.

use super::{World, WorldError, WorldList};

/// The world with this folder name; else the only one with this name in the game; else the only one that differs in case.
pub fn find<'a>(list: &'a WorldList, name: &str) -> Result<&'a World, WorldError> {
    let _ = (list, name);
    unimplemented!()
}
