//! The running game: how a version is started, what it says, how far it has come, how it ended, and how it is stopped.
//!
//! # Who watches
//! Closing the launcher must neither end a game nor lose how it ended, so each game has a small process that watches it
//! ([`Watcher`]): the host's own program, started with [`WORD`]. It gets an [`Order`] over its standard input (the access token goes
//! nowhere else), starts the player's command before, the game, and the command after it, keeps what the game says, and writes how it
//! ended. [`start`] is the launcher's side of it.
//!
//! # What is kept
//! `<data>/runs/r-xxxxxxxx/`, see [`Run`]. No record holds a secret. The play history is what lies there.

mod codes;
mod ended;
mod environment;
mod error;
mod log;
mod order;
mod prepare;
mod process;
mod runs;
mod stop;
mod watch;
mod words;

pub use codes::CODES;
pub use ended::Ending;
pub use environment::{Graphics, Wish, environment};
pub use error::PlayError;
pub use log::Progress;
pub use order::{Commands, Order, Word};
pub use prepare::{Around, Installed, Launch, order as order_of};
pub use process::Identity;
pub use runs::{Begun, Ended, FOLDER, Run, read, runs};
pub use stop::{PATIENCE, Stopped, ask, kill, stop};
pub use watch::{ORDERED_WITHIN, WORD, Watcher, order as read_order, start};
pub use words::{filled, words};
