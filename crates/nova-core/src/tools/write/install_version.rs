//! `install_version`: puts a version of the game, with a loader or without, into the game folder.

use std::sync::Arc;

use nova_game::LoaderBuild;
use nova_install::{Goal, LoaderWish, ModsFolder, Recipe, Wish};
use nova_model::{Makes, Message};
use nova_tools::{Call, IdParam, Limit, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::runtime::Handle;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::{
        choices::LoaderName,
        common::draft_write,
        installing::{self, Job},
        loader_api::Mods,
        params::{BUILDS, GAMES},
        write::there,
    },
};

/// The parameters of `install_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The game version as `list_remote_versions` names it, for example `1.20.1`, or `latest`.
    game_version: String,
    /// The mod loader to install with it, for example `fabric`. Default: none, the plain game.
    #[serde(default)]
    loader: Option<LoaderName>,
    /// The loader's build from `list_loader_versions`, for example `0.16.14`. Default: the recommended one.
    #[serde(default)]
    loader_version: Option<String>,
    /// The name of the new version, a folder name, for example `Skyblock`. Default: one that tells game and loader.
    #[serde(default)]
    name: Option<String>,
    /// Whether Fabric API, or QFAPI/QSL for Quilt, comes with it, for example `true`. Default: it is only offered.
    #[serde(default)]
    with_api: Option<bool>,
}

/// Puts a version of the game into the game folder.
pub(super) struct InstallVersion(pub(super) Arc<Launcher>);

impl Write for InstallVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(installing::LIMIT),
            ids: &[
                IdParam { param: "game_version", from: GAMES },
                IdParam { param: "loader_version", from: BUILDS },
            ],
            ..draft_write(
                "install_version",
                Title { zh: "安装版本", en: "Install version" },
                "Installs a game version, with a mod loader or without; completes one that is there already.\n\
                 Use when a version is wanted that is not there; change_loader for one that is.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let (root, shop, asked) = (self.0.new_versions_root()?, self.0.workshop()?, params.with_api);
        let mods = Mods::of_new(&root, self.mods_folder());
        let wish = params.wish();
        if let Some(planned) = there::plan(&self.0, (&root, &shop, &wish), asked, call)? {
            return Ok(planned);
        }
        let wish = Wish { api: mods.place(asked), ..wish };
        // Javas are asked what they are while the servers are asked: the game remembers what was said.
        let game = self.0.game.clone();
        let javas = Handle::current().spawn_blocking(move || drop(game.java()));
        let recipe = wait(shop.recipe(&root, &Goal::Version(wish), &call.cancel))?;
        let job = Job { root, goal: Goal::Version(settled(&recipe)), done: "core.install.done" };
        let mut planned = installing::planned(&self.0, shop, (job, &recipe), call)?;
        let _ = wait(javas);
        planned.plan.warnings.extend(self.no_java(&recipe));
        planned.plan.warnings.extend(mods.message(&recipe, asked));
        planned.plan.warnings.extend(self.own_folders(&recipe));
        planned.plan.makes.push(Makes { param: "version_id".to_owned(), id: recipe.id });
        Ok(planned)
    }
}

impl InstallVersion {
    /// Mods of one version are seldom right for another, so it gets a folder of its own unless all versions share theirs.
    fn mods_folder(&self) -> ModsFolder {
        if self.0.game.settings().isolation == Some(false) { ModsFolder::Shared } else { ModsFolder::Own }
    }

    /// With a mods folder of its own it plays in its own folders altogether.
    fn own_folders(&self, recipe: &Recipe) -> Option<Message> {
        let is_own = recipe.api.as_ref().is_some_and(|api| api.mods == ModsFolder::Own);
        let is_news = is_own && self.0.game.settings().isolation.is_none();
        is_news.then(|| Message::new("core.api.own-folders").with("id", recipe.id.as_str()))
    }

    /// Nothing here could run it.
    fn no_java(&self, recipe: &Recipe) -> Option<Message> {
        let stated = recipe.java.as_ref().map(|java| java.major);
        let loader = recipe.loader.clone().map(|(loader, version)| LoaderBuild { loader, version });
        let game = &self.0.game;
        let need = game.foreseen_java(&recipe.game, stated, loader);
        let major = need.major.or(stated)?;
        let fits = game.java().choose(&need, &game.setup().machine.arch).is_some();
        (!fits).then(|| Message::new("core.install.no-java").with("major", i64::from(major)))
    }
}

impl Params {
    fn wish(self) -> Wish {
        let version = self.loader_version;
        Wish {
            game: self.game_version,
            loader: self.loader.map(|loader| LoaderWish { loader: loader.into(), version }),
            name: self.name,
            api: None,
        }
    }
}

/// The same wish with nothing left to choose.
pub(super) fn settled(recipe: &Recipe) -> Wish {
    Wish {
        game: recipe.game.clone(),
        loader: recipe.settled_loader(),
        name: Some(recipe.id.clone()),
        api: recipe.api.as_ref().map(|api| api.mods),
    }
}
