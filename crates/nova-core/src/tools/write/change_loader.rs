//! `change_loader`: gives an installed version another mod loader, another build of it, or none.

use std::sync::Arc;

use nova_content::mods;
use nova_game::Version;
use nova_install::{Goal, LoaderChange, LoaderWish, Recipe};
use nova_model::{Loader, Message, Report};
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
        params::{BUILDS, VERSIONS},
    },
};

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
        refuse_running(&version)?;
        let (root, shop) = (version.root.clone(), self.0.workshop()?);
        let goal = Goal::Loader(params.change(&version)?);
        let recipe = wait(shop.recipe(&root, &goal, &call.cancel))?;
        let job = Job { root, goal: Goal::Loader(settled(&recipe)), done: "core.loader.done" };
        let mut planned = installing::planned(&self.0, shop, (job, &recipe), call)?;
        let unfit = unfit_mods(&version, recipe.loader.as_ref().map(|(loader, _)| *loader));
        planned.plan.warnings.extend(unfit);
        Ok(planned)
    }
}

/// Mods that are for other loaders than the new one.
fn unfit_mods(version: &Version, loader: Option<Loader>) -> Option<Message> {
    let list = mods::list(&version.instance()).ok()?;
    let on = list.mods.iter().filter(|one| one.enabled && !one.loaders.is_empty());
    let unfit: Vec<&str> = on
        .filter(|one| !loader.is_some_and(|loader| one.loaders.iter().any(|of| runs(loader, *of))))
        .map(|one| one.file.as_str())
        .collect();
    let some = unfit.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    (!unfit.is_empty()).then(|| Message::new("core.loader.unfit").with("n", unfit.len()).with("names", some))
}

/// Quilt runs most of Fabric's mods as well.
fn runs(loader: Loader, of: Loader) -> bool {
    loader == of || (loader == Loader::Quilt && of == Loader::Fabric)
}

fn refuse_running(version: &Version) -> Result<(), ToolError> {
    if !version.running {
        return Ok(());
    }
    Err(ToolError::Tell(Report::new(Message::new("core.play.running").with("version", version.id.as_str()))))
}

impl Params {
    fn change(self, version: &Version) -> Result<LoaderChange, ToolError> {
        let Some(game) = version.game_version.clone() else {
            let message = Message::new("core.loader.no-game").with("version", version.id.as_str());
            return Err(ToolError::Tell(Report::new(message)));
        };
        let build = self.loader_version;
        let loader = self.loader.loader().map(|loader| LoaderWish { loader, version: build });
        Ok(LoaderChange { id: version.id.clone(), game, loader })
    }
}

/// The same change with nothing left to choose.
fn settled(recipe: &Recipe) -> LoaderChange {
    let loader = recipe.loader.clone();
    LoaderChange {
        id: recipe.id.clone(),
        game: recipe.game.clone(),
        loader: loader.map(|(loader, build)| LoaderWish { loader, version: Some(build) }),
    }
}
