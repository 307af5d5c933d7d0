//! The worlds of a version: what is there, what is in one, moving and deleting.

mod change;
mod detail;
mod error;
mod find;
mod level;
mod list;

use std::path::PathBuf;

use nova_model::{Millis, Problem};
use serde::Serialize;

pub use change::{delete, move_to};
pub use detail::{WorldDetail, detail};
pub use error::WorldError;
pub use find::find;
pub use list::{count, list};

/// One folder under `saves/`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct World {
    /// The folder name, printable; what the world is called by.
    pub id: String,
    /// The name the player gave it; the folder name where level.dat says none.
    pub name: String,
    /// The versions that play it: one when isolated, all that share the folder otherwise.
    pub versions: Vec<String>,
    /// The game version it was last saved with.
    pub game_version: Option<String>,
    /// `survival`, `creative`, `adventure` or `spectator`.
    pub mode: Option<String>,
    /// One life.
    pub hardcore: bool,
    /// Bytes of everything in it (of what was counted, see `size_is_partial`).
    pub size: u64,
    /// Counting stopped at a limit, so that `size` is the least it can be.
    pub size_is_partial: bool,
    /// When it was last played.
    pub last_played: Option<Millis>,
    /// Whether a game has it open now.
    pub open: bool,
    /// Its folder, as it really is.
    #[serde(skip)]
    pub path: PathBuf,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// The worlds of one or more versions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorldList {
    /// The worlds, last played first.
    pub worlds: Vec<World>,
    /// What else lies there and looks like a world, or could not be read.
    pub problems: Vec<Problem>,
}
