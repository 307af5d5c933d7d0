//! What installs: versions, loaders and runtimes, as jobs of typed steps that survive being cut off.
//!
//! A job fetches into a stage beside the game root, and one batch of nova-files puts all of it into place.

mod codes;

pub use codes::CODES;
