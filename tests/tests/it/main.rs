//! Scenarios over the real `nova` binary: a game folder before, one command or several, the folder after.
//!
//! The binary belongs to another package, so cargo hands its path to nobody here: [`nova`] builds it once a process, or takes
//! the one that `NOVA_BIN` names, as `cargo xtask test` does.

mod accounts;
mod bad_input;
mod conflict;
mod crashes;
mod desk;
mod keyring;
mod lastgood;
mod looking;
mod model;
mod models;
mod nova;
mod playing;
mod worlds;
