//! Modrinth and CurseForge: what there is to play with, which files it has, and what a file on the disk is there. Both speak their own
//! terms; here they speak one vocabulary. Nothing is installed and nothing is written.
//!
//! - [`Modrinth`] and [`CurseForge`] ask one platform each; [`Platforms`] has both, and merges what they find.
//! - `vocabulary/` is what both answer in: [`Project`], [`Release`], [`File`], [`Dependency`].
//! - `web/` is the one place where an address becomes a request: limits, retries, what was heard before, who gets the key.
//! - `node` reads answers, which come from strangers: whatever is odd in one entry costs that entry and no other.
//! - [`fingerprint`] is CurseForge's hash of a file.

mod codes;
mod curseforge;
mod error;
mod fingerprint;
mod modrinth;
mod node;
mod platforms;
mod vocabulary;
mod web;

pub use codes::CODES;
pub use curseforge::{CURSEFORGE, CURSEFORGE_KEY, CURSEFORGE_MIRROR, CurseForge};
pub use error::{PlatformError, Result};
pub use fingerprint::fingerprint;
pub use modrinth::{MODRINTH, MODRINTH_MIRROR, Modrinth, releases_address, releases_of};
pub use platforms::{Found, Mirrors, Platforms};
pub use vocabulary::{
    Access, Body, BodyForm, Category, Channel, Dependency, DependencyKind, Distribution, File, Fits, Hashes,
    Kind, Links, Listed, Member, Page, Project, ProjectId, Release, Role, Search, Side, Sides, Sort, Source,
};
pub use web::{Base, Web, WebOptions};
