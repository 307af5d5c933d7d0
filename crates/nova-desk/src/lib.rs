//! What a window calls. Every action of the window is a command: a name, a JSON argument, a JSON result, and a sink for what happens
//! meanwhile. The desktop shell, the bridge for browsers and the tests call the very same ones through [`Desk::call`].
//!
//! Everything that leaves here is a view ([`view`]): plain data in the player's language, with its TypeScript made by [`bindings`].
//! A checklist, a question or a masked prompt waits under an id that works once ; the desk is the host of each turn.

mod asks;
mod bindings;
mod blocking;
mod call;
mod chat;
mod codes;
mod commands;
mod desk;
mod fault;
mod icons;
mod live;
mod logs;
mod notice;
mod picture;
mod shell;
#[cfg(test)]
mod still;
mod surface;
mod turn;
pub mod view;

pub use bindings::{SameName, bindings};
pub use call::{Command, Silent, Sink, To};
pub use codes::CODES;
pub use commands::names;
pub use desk::{Desk, DeskSetup};
pub use fault::Fault;
pub use shell::{NoShell, Shell};
