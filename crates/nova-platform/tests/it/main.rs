//! The clients against a stand-in of both platforms, over real HTTP on this machine.

mod codes;
mod curseforge;
mod downloads;
mod modrinth;
mod scene;
mod together;
mod trouble;
