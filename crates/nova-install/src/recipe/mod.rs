//! What an install comes to, before anything is changed: the version's files as bytes, every file it needs, and the installer to run.
//!
//! Making a recipe reads servers and the game root, and changes nothing but the cache.

mod api;
mod base;
mod flat;
mod forge;
mod liteloader;
mod loader;
mod name;
mod optifine;
mod repair;
mod swap;
mod tweak;
mod vanilla;

pub use api::Api;
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

use crate::{Goal, InstallError, LoaderWish, Need, Web, Wish, catalog, chain, need};

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
    /// Where it lies itself while it runs.
    pub lies: String,
    /// The client jar that is copied without its signatures: where it comes from, and where it goes.
    pub strips: Option<(String, String)>,
}

/// What an install is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A version that is not there yet.
    #[default]
    New,
    /// Another loader for one that is, another build of the one it has, or none.
    Loader,
    /// The build that it has once more: every file is read, and what the installer makes is made anew.
    Again,
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
    /// What the version has before it that goes into the trash in the same change: places below the root.
    pub goes: Vec<String>,
    /// The loader's API, where it comes along.
    pub api: Option<Api>,
    /// The client jar that the game is started with, below the root.
    pub client: String,
    /// The names of its classes, which installers want.
    pub mappings: Option<Download>,
    /// The version's files, and those of the versions it builds on where they are not there.
    pub documents: Vec<Document>,
    /// Every file it needs.
    pub needs: Vec<Need>,
    /// Files that are copies of needed ones under another name: place, and the place of the original.
    pub copies: Vec<(String, String)>,
    /// The installer, where there is one.
    pub installer: Option<Installer>,
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
        let code = match (self.aim, &self.loader) {
            (Aim::New, Some(_)) => "install.title-loader",
            (Aim::New, None) => "install.title",
            (Aim::Loader, Some(_)) => "install.title-change",
            (Aim::Again, Some(_)) => "install.title-again",
            (Aim::Loader | Aim::Again, None) => "install.title-plain",
            (Aim::Repair, _) => return self.title_of_repair(),
        };
        let message = Message::new(code).with("id", self.id.as_str()).with("game", self.game.as_str());
        match &self.loader {
            Some((loader, build)) => message.with("loader", loader.label()).with("build", build.as_str()),
            None => message,
        }
    }

    /// What comes is named before what is mended besides.
    fn title_of_repair(&self) -> Message {
        let id = self.id.as_str();
        match &self.api {
            Some(api) => Message::new("install.title-api").with("id", id).with("name", api.name.as_str()),
            None => Message::new("install.title-repair").with("id", id),
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

    async fn version(&self, wish: &Wish) -> Result<Recipe, InstallError> {
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &wish.game)?;
        let Some(wanted) = &wish.loader else {
            let id = self.free_name(wish, &usual_names(&game.id, None))?;
            let mut recipe = self.vanilla(game, &id).await?;
            self.add_api(&mut recipe, None, wish.api).await?;
            return Ok(recipe);
        };
        let build = self.build(game, wanted).await?;
        let names = usual_names(&game.id, Some((wanted.loader, &build.version)));
        let id = self.free_name(wish, &names)?;
        let mut recipe = self.with_loader(game, &build, &id).await?;
        self.add_api(&mut recipe, Some(build.loader), wish.api).await?;
        Ok(recipe)
    }

    async fn build(&self, game: &GameEntry, wanted: &LoaderWish) -> Result<LoaderBuild, InstallError> {
        let builds = catalog::builds(self.web, wanted.loader, &game.id, self.cancel).await?;
        catalog::pick(&builds, wanted.loader, &game.id, wanted.version.as_deref()).cloned()
    }

    /// A version of the game with a build of a loader.
    async fn with_loader(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        let mut recipe = match build.loader {
            Loader::Fabric | Loader::Quilt => self.light(game, build, id).await?,
            Loader::OptiFine => self.optifine(game, build, id).await?,
            Loader::LiteLoader => self.liteloader(game, build, id).await?,
            _ => self.installed(game, build, id).await?,
        };
        recipe.loader = Some((build.loader, build.version.clone()));
        Ok(recipe)
    }

    /// The same wish with its game and its loader's build named; its name stays open.
    pub(crate) async fn settled(&self, wish: &Wish) -> Result<Wish, InstallError> {
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &wish.game)?;
        let loader = match &wish.loader {
            Some(wanted) => {
                let build = self.build(game, wanted).await?;
                Some(LoaderWish { loader: build.loader, version: Some(build.version) })
            }
            None => None,
        };
        Ok(Wish { game: game.id.clone(), loader, ..wish.clone() })
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
