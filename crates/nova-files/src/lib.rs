//! The only crate that changes the disk. Every change is a list of [`Step`]s that is written to the journal before it is
//! done; after a crash the next start finds either the state before or the state after.

mod api;

pub use api::*;
