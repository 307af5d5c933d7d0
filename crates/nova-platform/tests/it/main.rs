//! The clients against a stand-in of both platforms, over real HTTP on this machine.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

mod codes;
mod curseforge;
mod downloads;
mod modrinth;
mod scene;
mod together;
mod trouble;
