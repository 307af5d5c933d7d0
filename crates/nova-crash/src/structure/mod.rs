//! What the lines make up: exception chains, sections of a crash report, tables of mods, what a log says of itself.

pub(crate) mod frame;
pub(crate) mod mods;
pub(crate) mod report;
pub(crate) mod trace;

pub(crate) use frame::Frame;
pub(crate) use mods::{ModEntry, ModTable};
pub(crate) use report::{Detail, Sections, Zone};
pub(crate) use trace::{Link, LinkKind, Taken, Trace, Tracer, Words};
