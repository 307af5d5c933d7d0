//! Moving and deleting worlds.

use super::{World, WorldError};
use crate::{Place, Proposal};

/// Backs a world up, then moves it into another version's `saves/`.
pub fn move_to(world: &World, from: &Place, to: &Place) -> Result<Proposal, WorldError> {
    let _ = (world, from, to);
    unimplemented!()
}

/// Backs a world up, then moves it to the trash area.
pub fn delete(world: &World, place: &Place) -> Result<Proposal, WorldError> {
    let _ = (world, place);
    unimplemented!()
}
