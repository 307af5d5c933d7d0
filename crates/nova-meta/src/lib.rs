//! Bytes to facts: mod metadata, NBT, options, conflicts. Pure: readers come in, facts and problems go out, never a panic.

pub mod draft;

mod conflict;
mod facts;
mod jar;
mod lenient;

pub use conflict::{Finding, FindingKind, Installed, Target, check};
pub use facts::{Alternative, Dependency, JarFacts, JarKind, Loader, ModFacts, Relation, Side};
pub use jar::read_jar;
