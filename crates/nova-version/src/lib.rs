//! Mojang's version files and the loaders' installer profiles, as facts: what has to be on the disk, and how the game is started.
//!
//! Pure: bytes in, plain values out. The platform is a parameter ([`Platform`]), so that the plans of each are made on any. Everything
//! read here comes from outside: sizes, depths and counts are capped before anything is built from them.
//!
//! The way of a version: [`VersionFile::parse`] for each file of the chain, [`Merged::of`] them, [`FileSet::of`] for what must be on the
//! disk ([`AssetIndex`] for the assets), [`LaunchPlan::make`] for the command line. A loader's installer becomes steps by
//! [`installer::plan`]; what the servers of games, loaders and Javas answer is read in [`loaders`].

mod assets;
mod codes;
mod coordinate;
mod error;
mod files;
pub mod installer;
mod json;
pub mod loaders;
mod merge;
mod path;
pub mod plan;
mod platform;
mod read;
mod rules;
mod sha1;

pub use assets::{Asset, AssetIndex, AssetLayout};
pub use codes::CODES;
pub use coordinate::Coordinate;
pub use error::VersionError;
pub use files::{
    Check, ClientJar, FileSet, IndexFile, LibraryFile, LogConfig, LogSafety, NativeFile, OldLog, Remote,
    Source,
};
pub use json::{
    Action, Argument, Arguments, Artifact, AssetIndexRef, Download, JavaVersion, Library, Link, Logging,
    OsRule, Rule, VersionFile,
};
pub use merge::{Merged, Placed};
pub use path::SafePath;
pub use plan::{LaunchArg, LaunchInput, LaunchPlan};
pub use platform::Platform;
pub use rules::{Features, allows};
pub use sha1::Sha1;
