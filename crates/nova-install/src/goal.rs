//! What a job is to do: kept in its record, so that a job that was cut off is known again when the same is asked for.

use nova_model::Loader;
use serde::{Deserialize, Serialize};

/// What a job is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "goal", rename_all = "snake_case")]
pub enum Goal {
    /// A version that is not there yet.
    Version(Wish),
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
