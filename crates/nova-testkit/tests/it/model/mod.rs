//! The scripted model server, over real sockets.

mod checks;
mod command;
mod dialects;
mod faults;
mod gullible;
mod scripts;
pub(crate) mod wire;
