//! The protocol's bytes: a request going out, a stream coming in, and what its pieces add up to.

mod args;
mod assemble;
mod body;
mod chunk;
mod leak;
mod names;
mod slots;
mod sse;
mod think;

pub(crate) use args::read as read_args;
pub(crate) use assemble::{Assembly, Closed, Ending, Trouble};
pub(crate) use body::body;
pub(crate) use names::plain;
pub(crate) use sse::{Event, Sse};
