//! Moving and deleting worlds.

use super::{World, WorldError};
use nova_game::{Instance, Proposal};

/// Backs a world up, then moves it into another version's `saves/`.
pub fn move_to(world: &World, from: &Instance, to: &Instance) -> Result<Proposal, WorldError> {
    let _ = (world, from, to);
    unimplemented!()
}

/// Backs a world up, then moves it to the trash area.
pub fn delete(world: &World, instance: &Instance) -> Result<Proposal, WorldError> {
    let _ = (world, instance);
    unimplemented!()
}
