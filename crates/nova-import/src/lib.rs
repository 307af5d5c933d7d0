//! Instances of other launchers: where they are, what they are, and what of their settings means something here. Everything is
//! read and nothing is changed, not even a database's log beside it.
//!
//! [`find`] looks at the places where launchers keep their things (`places`, as data for each system) and gives
//! [`Source`]s: a game folder, a game version, a loader, and [`Wishes`]. Making a version out of one is not done here.
//!
//! | to change | look at |
//! |---|---|
//! | where a launcher keeps its instances | `places.rs` |
//! | how one launcher's files are read | `launchers/`, one file a launcher |
//! | folders in the official layout (official launcher, HMCL, PCL) | `launchers/roots.rs`, `launchers/official.rs` |
//! | what a source says of itself | `source.rs` |
//!
//! What other launchers wrote is text from outside: files are capped before they are read, names are cleaned, and settings are
//! only wishes, which whoever uses them judges like the player's own.

mod codes;
mod find;
mod launchers;
mod places;
mod read;
mod source;

pub use codes::CODES;
pub use find::{Found, Root, find, installed};
pub use source::{Launcher, Source, Version, Wishes};
