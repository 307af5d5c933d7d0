//! What an install comes to, before anything is changed: the version's files as bytes, every file it needs, and the installer to run.
//!
//! Making a recipe reads servers and the game root, and changes nothing but the cache.

mod forge;
mod loader;
mod name;
mod repair;
mod vanilla;

pub(crate) use forge::entry;
pub use name::{free_name, usual_names};

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_model::{Loader, Message, Millis, Problem};
use nova_version::{
    Download, JavaVersion, Platform,
    installer::InstallPlan,
    loaders::{LoaderBuild, manifest::GameEntry},
};
use tokio_util::sync::CancellationToken;

use crate::{Goal, InstallError, LoaderChange, LoaderWish, Need, Web, Wish, catalog, chain, need};

/// A file whose bytes are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Where it goes, below the root.
    pub place: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An installer that has to run.
#[derive(Clone, Debug)]
pub struct Installer {
    /// Its name, for messages.
    pub name: String,
    /// Its jar.
    pub jar: Vec<u8>,
    /// What it does.
    pub plan: InstallPlan,
    /// The files that it brings: their places below the root or in the stage, and their entries in the jar.
    pub brings: BTreeMap<String, String>,
}

/// What an install is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A version that is not there yet.
    #[default]
    New,
    /// Another loader for one that is.
    Loader,
    /// One that is: everything is hashed, and only what is not right is touched.
    Repair,
}

/// An install, worked out.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What it is about.
    pub aim: Aim,
    /// The id of the version that will be there.
    pub id: String,
    /// Its game version.
    pub game: String,
    /// Its loader, with the build.
    pub loader: Option<(Loader, String)>,
    /// The version's files, and those of the versions it builds on where they are not there.
    pub documents: Vec<Document>,
    /// Every file it needs.
    pub needs: Vec<Need>,
    /// Files that are copies of needed ones under another name: place, and the place of the original.
    pub copies: Vec<(String, String)>,
    /// The installer, where there is one.
    pub installer: Option<Installer>,
    /// Where the client jar lies.
    pub client: String,
    /// The names that Mojang gives the client's classes, where no version file of the game says more.
    pub mappings: Option<Download>,
    /// The Java the game asks for.
    pub java: Option<JavaVersion>,
    /// What was left out of files, and why.
    pub problems: Vec<Problem>,
    /// The oldest answer that had to be taken from the cache.
    pub kept_since: Option<Millis>,
}

impl Recipe {
    /// Its loader as a wish with nothing left to choose.
    pub fn settled_loader(&self) -> Option<LoaderWish> {
        let (loader, build) = self.loader.clone()?;
        Some(LoaderWish { loader, version: Some(build) })
    }

    /// What the install is, in one sentence: on the checklist and in the journal.
    pub fn title(&self) -> Message {
        let code = match (self.aim, self.loader.is_some()) {
            (Aim::New, true) => "install.title-loader",
            (Aim::New, false) => "install.title",
            (Aim::Loader, true) => "install.title-change",
            (Aim::Loader, false) => "install.title-plain",
            (Aim::Repair, _) => return Message::new("install.title-repair").with("id", self.id.as_str()),
        };
        let message = Message::new(code).with("id", self.id.as_str()).with("game", self.game.as_str());
        match &self.loader {
            Some((loader, build)) => message.with("loader", loader.label()).with("build", build.as_str()),
            None => message,
        }
    }
}

/// What recipes are made with.
pub struct Kitchen<'a> {
    /// The servers.
    pub web: &'a Web,
    /// The computer that will play.
    pub platform: &'a Platform,
    /// The game root.
    pub root: &'a Path,
    /// The stage into which the job will fetch, as a path: processors are given paths in it.
    pub stage: PathBuf,
    /// Cancels the reading.
    pub cancel: &'a CancellationToken,
}

impl Kitchen<'_> {
    /// Works a goal out.
    ///
    /// # Errors
    /// Where game, loader or build are not there, a server does not answer, or the name is taken.
    pub async fn recipe(&self, goal: &Goal) -> Result<Recipe, InstallError> {
        match goal {
            Goal::Version(wish) => self.version(wish).await,
            Goal::Repair(mend) => self.repair(mend).await,
            Goal::Loader(change) => self.change(change).await,
            Goal::Java(_) => Err(InstallError::NoVersion),
        }
    }

    /// The version under its own name, with another version file.
    async fn change(&self, change: &LoaderChange) -> Result<Recipe, InstallError> {
        if change.id.eq_ignore_ascii_case(&change.game) && change.loader.is_some() {
            return Err(InstallError::IsTheGame { id: change.id.clone() });
        }
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &change.game)?;
        let recipe = match &change.loader {
            None => self.vanilla(game, &change.id).await?,
            Some(wanted) => {
                let build = self.build(wanted, &game.id).await?;
                self.with_loader(game, &build, &change.id).await?
            }
        };
        Ok(Recipe { aim: Aim::Loader, ..recipe })
    }

    async fn build(&self, wanted: &LoaderWish, game: &str) -> Result<LoaderBuild, InstallError> {
        let builds = catalog::builds(self.web, wanted.loader, game, self.cancel).await?;
        Ok(catalog::pick(&builds, wanted.loader, game, wanted.version.as_deref())?.clone())
    }

    async fn with_loader(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        match build.loader {
            Loader::Fabric | Loader::Quilt => self.light(game, build, id).await,
            _ => self.installed(game, build, id).await,
        }
    }

    async fn version(&self, wish: &Wish) -> Result<Recipe, InstallError> {
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &wish.game)?;
        match &wish.loader {
            None => {
                let id = self.free_name(wish, &usual_names(&game.id, None))?;
                self.vanilla(game, &id).await
            }
            Some(wanted) => {
                let build = self.build(wanted, &game.id).await?;
                let names = usual_names(&game.id, Some((wanted.loader, &build.version)));
                let id = self.free_name(wish, &names)?;
                self.with_loader(game, &build, &id).await
            }
        }
    }

    /// The same wish with its game and its loader's build named; its name stays open.
    pub(crate) async fn settled(&self, wish: &Wish) -> Result<Wish, InstallError> {
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &wish.game)?.id.clone();
        let loader = match &wish.loader {
            Some(wanted) => {
                let build = self.build(wanted, &game).await?;
                Some(LoaderWish { loader: build.loader, version: Some(build.version) })
            }
            None => None,
        };
        Ok(Wish { game, loader, name: wish.name.clone() })
    }

    fn free_name(&self, wish: &Wish, names: &[String]) -> Result<String, InstallError> {
        free_name(self.root, wish.name.as_deref(), names)
    }

    /// The bytes of a file below the root, where it is there; larger ones than any version file has count as none.
    fn there(&self, place: &str) -> Option<Vec<u8>> {
        nova_files::read_state(&self.root.join(place), chain::LARGEST).ok().flatten()
    }
}

/// The place of a version's json, and whether a file says what it should.
fn document(id: &str, bytes: Vec<u8>) -> Document {
    Document { place: need::json_place(id), bytes }
}
