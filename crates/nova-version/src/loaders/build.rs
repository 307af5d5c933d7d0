//! One build of a loader.

use nova_model::{Loader, MavenVersion};

use crate::coordinate::Coordinate;

/// What its makers say of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// It is finished.
    Stable,
    /// It is being tried out.
    Unstable,
    /// They do not say.
    Unsaid,
}

/// One build of a loader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoaderBuild {
    /// The loader.
    pub loader: Loader,
    /// The build's version, without the game's.
    pub version: String,
    /// The game version it is for; nothing where it is for all.
    pub game: Option<String>,
    /// What its makers say of it.
    pub stability: Stability,
    /// Whether its makers recommend it for its game version.
    pub recommended: bool,
    /// Its installer, below the loader's maven repository; nothing where it has none that we can run.
    pub installer: Option<Coordinate>,
}

/// Newest first, by the order of maven versions.
pub(super) fn newest_first(builds: &mut [LoaderBuild]) {
    builds.sort_by_cached_key(|build| std::cmp::Reverse(MavenVersion::parse(&build.version)));
}
