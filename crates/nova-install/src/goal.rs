//! What a job is to do: kept in its record, so that a job that was cut off is known again when the same is asked for.

use nova_model::Loader;
use serde::{Deserialize, Serialize};

use crate::JavaWish;

/// What a job is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "goal", rename_all = "snake_case")]
pub enum Goal {
    /// A version that is not there yet.
    Version(Wish),
    /// Another loader for a version that is there.
    Loader(LoaderChange),
    /// A Java that Nova brings itself.
    Java(JavaWish),
}

/// Another loader, another build of it, or none, for an installed version. All of its own stays: mods, worlds, settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderChange {
    /// The version's id.
    pub id: String,
    /// Its game version.
    pub game: String,
    /// The loader it gets; none for the game alone.
    pub loader: Option<LoaderWish>,
}

/// A version that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// The game version: an id, `latest` or `snapshot`.
    pub game: String,
    /// The loader, where one is wanted.
    pub loader: Option<LoaderWish>,
    /// The version's name; one that tells what it is where nothing is said.
    pub name: Option<String>,
}

/// A loader that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderWish {
    /// Which.
    pub loader: Loader,
    /// Its build; the recommended one where nothing is said.
    pub version: Option<String>,
}
