//! Bytes to facts: mod metadata, NBT, options, conflicts. Pure: readers come in, facts and problems go out, never a panic.
//!
//! [`read_jar`] says what a jar declares, [`check`] whether a set of jars works together; [`read_level`],
//! [`read_servers`] and [`Options`] read what the game itself writes. Strings out of files are cut to sane lengths and freed
//! of control characters here, at the border.

mod codes;
mod conflict;
mod facts;
mod jar;
mod lenient;
mod level;
pub mod nbt;
mod options;
mod servers;

pub use codes::CODES;
pub use conflict::{Finding, FindingKind, Installed, Target, check};
pub use facts::{Alternative, Dependency, JarFacts, JarKind, Loader, ModFacts, Relation, Side};
pub use jar::read_jar;
pub use level::{Difficulty, Edition, GameMode, LevelFacts, RecordedMod, read_level};
pub use options::Options;
pub use servers::{ServerEntry, ServerList, read_servers};
