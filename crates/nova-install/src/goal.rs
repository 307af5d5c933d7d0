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
    /// An installed version whose files are not what they should be.
    Repair(Mend),
    /// Another loader for a version that is there.
    Loader(LoaderChange),
    /// A Java that Nova brings itself.
    Java(JavaWish),
}

/// An installed version that is looked at or repaired: what is known of it without its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mend {
    /// Its id.
    pub id: String,
    /// Its game version, where that is known.
    pub game: Option<String>,
    /// The loader that its files were made by, where that is known.
    pub loader: Option<LoaderWish>,
}

impl Mend {
    /// By what the files that its loader's installer made are remembered; none where it is no such loader, or its build is not known.
    pub(crate) fn maker(&self) -> Option<String> {
        let loader = self.loader.as_ref().filter(|wish| has_installer(wish.loader))?;
        let build = loader.version.as_ref().filter(|build| !build.is_empty())?;
        Some(crate::maker(loader.loader, self.game.as_deref()?, build))
    }
}

/// Whether a loader is installed by a program of its own, which makes files that nobody serves.
pub(crate) fn has_installer(loader: Loader) -> bool {
    matches!(loader, Loader::Forge | Loader::NeoForge)
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
