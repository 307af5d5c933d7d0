//! Everything about one world.

use serde::Serialize;

use super::World;

/// Everything about one world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorldDetail {
    /// The world as it is listed.
    pub world: World,
    /// The seed.
    pub seed: Option<i64>,
    /// Game rules by name, sorted.
    pub rules: Vec<(String, String)>,
    /// Data packs that are on, in order.
    pub data_packs_on: Vec<String>,
    /// Data packs that are off.
    pub data_packs_off: Vec<String>,
    /// Mods it was saved with, as `id version`.
    pub mods: Vec<String>,
    /// Players with data in it, by UUID.
    pub players: Vec<String>,
    /// Dimensions with data in it.
    pub dimensions: Vec<String>,
}

/// Everything about one world of a list.
pub fn detail(world: &World) -> WorldDetail {
    let _ = world;
    unimplemented!()
}
