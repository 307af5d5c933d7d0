//! Who a player is: what every kind of account has in common.

use crate::PlayerId;

/// A player as a service names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The player's id.
    pub id: PlayerId,
    /// The name in the game.
    pub name: String,
}
