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
    /// Where the loader's own API goes, where it is wanted too.
    #[serde(default)]
    pub api: Option<ModsFolder>,
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

/// A version that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// The game version: an id, `latest` or `snapshot`.
    pub game: String,
    /// The loader, where one is wanted.
    pub loader: Option<LoaderWish>,
    /// The version's name; one that tells what it is where nothing is said.
    pub name: Option<String>,
    /// Where the loader's own API goes, where it is wanted too.
    #[serde(default)]
    pub api: Option<ModsFolder>,
}

/// A loader that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderWish {
    /// Which.
    pub loader: Loader,
    /// Its build; the recommended one where nothing is said.
    pub version: Option<String>,
}

/// Another loader, another build of it, or none, for an installed version. All of its own stays: mods, worlds, settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderChange {
    /// The version's id.
    pub id: String,
    /// Its game version.
    pub game: String,
    /// The loader it has, with its build, as far as that is known.
    #[serde(default)]
    pub was: Option<LoaderWish>,
    /// The loader it gets; none for the game alone.
    pub loader: Option<LoaderWish>,
    /// Where the loader's own API goes, where it is wanted too.
    #[serde(default)]
    pub api: Option<ModsFolder>,
}

/// The mods folder that a version plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModsFolder {
    /// Its own, below the version's folder.
    Own,
    /// The one of the game root.
    Shared,
}

impl ModsFolder {
    /// Where it lies below the root.
    pub fn place(self, id: &str) -> String {
        match self {
            Self::Own => format!("versions/{id}/mods"),
            Self::Shared => "mods".to_owned(),
        }
    }
}

impl LoaderChange {
    /// Whether the build is the one that is there: what the loader needs is made anew then.
    pub(crate) fn is_same(&self, loader: Loader, build: &str) -> bool {
        self.was.as_ref().is_some_and(|was| {
            was.loader == loader && was.version.as_deref().is_some_and(|there| is_build(build, there))
        })
    }
}

/// Whether a build of a list is the one that a version file names: old Forge's have a branch behind the number there
/// (`10.13.4.1614-1.7.10`).
fn is_build(listed: &str, named: &str) -> bool {
    listed == named || listed.strip_prefix(named).is_some_and(|rest| rest.starts_with('-'))
}
