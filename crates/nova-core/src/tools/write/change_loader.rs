//! `change_loader`: gives an installed version another mod loader, another build of it, or none.

use std::sync::Arc;

use nova_game::Version;
use nova_install::{Goal, LoaderChange, LoaderWish, Recipe};
use nova_model::{Loader, Message, Report, Undo};
use nova_tools::{Call, IdParam, Limit, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::{
        choices::LoaderChoice,
        common::draft_write,
        installing::{self, Job},
        loader_api::Mods,
        params::{BUILDS, VERSIONS},
    },
};

/// More versions are not named one by one.
const MOST_NAMED: usize = 5;

/// The parameters of `change_loader`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// The mod loader it shall have, for example `quilt`; `none` leaves the plain game. The same loader gets another build.
    loader: LoaderChoice,
    /// The loader's build from `list_loader_versions`, for example `0.16.14`. Default: the recommended one.
    #[serde(default)]
    loader_version: Option<String>,
    /// Whether Fabric API, or QFAPI/QSL for Quilt, comes with it, for example `true`. Default: it is only offered.
    #[serde(default)]
    with_api: Option<bool>,
}

/// Gives a version another loader.
pub(super) struct ChangeLoader(pub(super) Arc<Launcher>);

impl Write for ChangeLoader {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(installing::LIMIT),
            ids: &[
                IdParam { param: "version_id", from: VERSIONS },
                IdParam { param: "loader_version", from: BUILDS },
            ],
            ..draft_write(
                "change_loader",
                Title { zh: "更换加载器", en: "Change the mod loader" },
                "Gives an installed version another mod loader, another build of it, or none.\n\
                 Use to switch, update, reinstall or remove a loader; worlds, mods and settings stay.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        Launcher::refuse_played(&version)?;
        let (root, shop, asked) = (version.root.clone(), self.0.workshop()?, params.with_api);
        let mods = Mods::of(&version.instance());
        let change = LoaderChange { api: mods.place(asked), ..params.change(&version)? };
        let goal = Goal::Loader(change.clone());
        let recipe = wait(shop.recipe(&root, &goal, &call.cancel))?;
        let job = Job { root, goal: Goal::Loader(settled(&recipe, change)), done: "core.loader.done" };
        let mut planned = installing::planned(&self.0, shop, (job, &recipe), call)?;
        planned.plan.undo = Undo::Reversible(Message::new("core.loader.undo"));
        let warnings = &mut planned.plan.warnings;
        warnings.extend(mods.unfit(recipe.loader.as_ref().map(|(loader, _)| *loader)));
        warnings.extend(gone(&version, &recipe));
        warnings.extend(self.stands_on(&version)?);
        warnings.extend(mods.message(&recipe, asked));
        Ok(planned)
    }
}

impl ChangeLoader {
    /// Versions that build on this one get its loader too.
    fn stands_on(&self, version: &Version) -> Result<Option<Message>, ToolError> {
        let all = self.0.game.versions()?.items;
        let same_root = all.iter().filter(|other| other.root == version.root);
        let on = same_root.filter(|other| other.parents.contains(&version.id));
        let names: Vec<&str> = on.map(|other| other.id.as_str()).take(MOST_NAMED).collect();
        let message = || {
            let message = Message::new("core.loader.stands").with("id", version.id.as_str());
            message.with("names", names.join(", "))
        };
        Ok((!names.is_empty()).then(message))
    }
}

/// What rode on the loader and goes with it. `OptiFine` has a second way beside Forge, which is a mod.
fn gone(version: &Version, recipe: &Recipe) -> Vec<Message> {
    let new = recipe.loader.as_ref().map(|(loader, _)| *loader);
    let beside = version.loaders.iter().skip(1).filter(|build| Some(build.loader) != new);
    let names: Vec<&str> = beside.map(|build| build.loader.label()).collect();
    let goes = || Message::new("core.loader.goes").with("names", names.join(", "));
    let main = version.loaders.first().map(|build| build.loader);
    let as_mod = matches!(main, Some(Loader::Forge | Loader::LegacyForge)) && new == Some(Loader::OptiFine);
    let hint = || Message::new("core.loader.optifine-mod").with("id", version.id.as_str());
    (!names.is_empty()).then(goes).into_iter().chain(as_mod.then(hint)).collect()
}

impl Params {
    fn change(self, version: &Version) -> Result<LoaderChange, ToolError> {
        let Some(game) = version.game_version.clone() else {
            let message = Message::new("core.loader.no-game").with("version", version.id.as_str());
            return Err(ToolError::Tell(Report::new(message)));
        };
        let build = self.loader_version;
        let loader = self.loader.loader().map(|loader| LoaderWish { loader, version: build });
        let was = version.loaders.first().map(|build| LoaderWish {
            loader: build.loader,
            version: Some(build.version.clone()).filter(|version| !version.is_empty()),
        });
        Ok(LoaderChange { id: version.id.clone(), game, was, loader, api: None })
    }
}

/// The same change with nothing left to choose.
fn settled(recipe: &Recipe, change: LoaderChange) -> LoaderChange {
    LoaderChange { game: recipe.game.clone(), loader: recipe.settled_loader(), ..change }
}
