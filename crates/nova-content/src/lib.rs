//! Services for what is inside a version: mods, their config files, worlds, backups, logs, the trash and the history of changes.
//!
//! Looking only reads. A change is never done here: it comes back as a [`Proposal`], the steps for nova-files together
//! with everything a player should see before they are done.

pub mod backups;
pub mod clean;
mod codes;
pub mod configs;
mod draft;
mod facts;
mod folder_size;
mod hints;
pub mod history;
pub mod logs;
pub mod mods;
pub mod notes;
mod regular;
mod shown;
pub mod trash;
pub mod worlds;

pub use codes::CODES;
pub use nova_game::{Instance, Proposal};
