//! Versions of mods and ranges over them, in the notations of the loaders.

mod error;
mod fabric_range;
mod fabric_version;
mod maven_range;
mod maven_version;
mod quilt_range;
mod term;
#[cfg(test)]
mod tests;

pub use error::{LONGEST, RangeError};
pub use fabric_range::FabricRange;
pub use fabric_version::FabricVersion;
pub use maven_range::MavenRange;
pub use maven_version::MavenVersion;
pub use quilt_range::QuiltRange;
