//! What servers answer when they are asked for games, loaders and Javas: each as a plain list, newest first.
//!
//! An entry that cannot be read is left out; an answer that is of another shape altogether is an error.

pub mod adoptium;
pub mod azul;
mod build;
pub mod fabric;
pub mod forge;
mod java_package;
pub mod liteloader;
pub mod manifest;
pub mod mojang_java;
pub mod neoforge;
pub mod optifine;
mod xml;

pub use self::{
    build::{LoaderBuild, Stability},
    java_package::{Archive, JavaPackage},
};

/// The largest recorded answers have 500 KiB.
const CAP: usize = 16 << 20;
/// No list has more entries.
const MOST: usize = 100_000;
