//! What can be installed, for a page that lets the player choose: the game's versions, the builds of each loader, a name, a place.

use std::path::PathBuf;

use nova_install::{InstallError, catalog, free_name, usual_names};
use nova_model::{Explain, Loader, Millis, Report};
use nova_version::loaders::{LoaderBuild, Stability, manifest::Manifest};
use tokio_util::sync::CancellationToken;

use crate::{App, launcher::Launcher};

/// The game's versions.
#[derive(Clone, Debug)]
pub struct Games {
    /// The list, newest first.
    pub list: Manifest,
    /// Since when it was kept, where the server could not be asked.
    pub kept_since: Option<Millis>,
}

/// A build of a loader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// Whether it is the one to take.
    pub recommended: bool,
    /// Whether its makers call it unfinished.
    pub unstable: bool,
}

impl App {
    /// The loaders that can be installed, as the tool for it has them.
    pub fn loaders(&self) -> Vec<Loader> {
        let tool = self.registry().get("list_loader_versions");
        let schema = tool.map(|tool| &tool.spec().parameters["properties"]["loader"]["enum"]);
        let names = schema.and_then(serde_json::Value::as_array).into_iter().flatten();
        names.filter_map(|name| Loader::parse(name.as_str()?)).collect()
    }
}

impl Launcher {
    /// The game's versions: asked for, or as they were kept.
    ///
    /// # Errors
    /// Where no server answers and none were kept.
    pub async fn games(&self) -> Result<Games, Report> {
        let asked = async {
            let (list, kept_since) = catalog::games_with_age(&self.web()?, &CancellationToken::new()).await?;
            Ok::<_, InstallError>(Games { list, kept_since })
        };
        asked.await.map_err(|error| error.report())
    }

    /// The builds of a loader for a game version, newest first; none where it has none for it.
    ///
    /// # Errors
    /// Where its servers do not answer.
    pub async fn builds(&self, loader: Loader, game: &str) -> Result<Vec<Build>, Report> {
        let asked = async { catalog::builds(&self.web()?, loader, game, &CancellationToken::new()).await };
        let builds = asked.await.map_err(|error: InstallError| error.report())?;
        let first = catalog::pick(&builds, loader, game, None).map(|build| build.version.clone()).ok();
        let build = |build: &LoaderBuild| Build {
            recommended: first.as_ref() == Some(&build.version),
            unstable: build.stability == Stability::Unstable,
            version: build.version.clone(),
        };
        Ok(builds.iter().map(build).collect())
    }

    /// What a new version is called: the wished name, else one that tells what it is.
    ///
    /// # Errors
    /// Where the wished name is taken or no name.
    pub fn new_name(
        &self,
        game: &str,
        loader: Option<(Loader, &str)>,
        wished: Option<&str>,
    ) -> Result<String, Report> {
        let root = self.install_root().unwrap_or_default();
        free_name(&root, wished, &usual_names(game, loader)).map_err(|error| error.report())
    }

    /// Where new versions go; the folder need not be there yet. None where nothing says where.
    pub fn install_root(&self) -> Option<PathBuf> {
        self.new_versions_root().ok()
    }
}
