//! `install_version`: puts a version of the game, with a loader or without, into the game folder.

use std::{path::Path, sync::Arc};

use nova_install::{Goal, LoaderWish, Need, Recipe, State, Wish, json_place};
use nova_model::{Change, ChangeKind, Field, Makes, Message, Plan, Problem, Undo};
use nova_tools::{Call, IdParam, Limit, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::{
        choices::LoaderName,
        common::draft_write,
        jobs::{JobWork, LIMIT},
        params::{BUILDS, GAMES},
    },
};

/// More files that are replaced are not listed one by one.
const MOST_REPLACED: usize = 200;

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
}

/// Puts a version of the game into the game folder.
pub(super) struct InstallVersion(pub(super) Arc<Launcher>);

impl Write for InstallVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ids: &[
                IdParam { param: "game_version", from: GAMES },
                IdParam { param: "loader_version", from: BUILDS },
            ],
            ..draft_write(
                "install_version",
                Title { zh: "安装版本", en: "Install version" },
                "Installs a game version, with a mod loader or without.\n\
                 Use when a version is wanted that is not there; change_loader for one that is.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let goal = Goal::Version(params.wish());
        let (root, shop) = (self.0.new_versions_root()?, self.0.workshop()?);
        let recipe = wait(shop.recipe(&root, &goal, &call.cancel))?;
        recipe.refuse_links(&root)?;
        let missing = wait(shop.missing(&root, &recipe));
        let json = root.join(json_place(&recipe.id));
        let stamps = self.0.files.stamps(std::slice::from_ref(&json))?;
        let plan = Plan { stamps, ..plan(&root, &recipe, &missing) };
        // What is confirmed is settled by now, whatever comes out or is installed before the line is done.
        let goal = Goal::Version(settled(&recipe));
        let (call, done) = (call.clone(), "core.install.done");
        Ok(Planned { plan, work: Box::new(JobWork { shop, root, goal, call, done }) })
    }
}

impl Params {
    fn wish(self) -> Wish {
        let version = self.loader_version;
        Wish {
            game: self.game_version,
            loader: self.loader.map(|loader| LoaderWish { loader: loader.into(), version }),
            name: self.name,
        }
    }
}

/// The same wish with nothing left to choose.
fn settled(recipe: &Recipe) -> Wish {
    let loader = recipe.loader.clone();
    Wish {
        game: recipe.game.clone(),
        loader: loader.map(|(loader, build)| LoaderWish { loader, version: Some(build) }),
        name: Some(recipe.id.clone()),
    }
}

fn plan(root: &Path, recipe: &Recipe, missing: &[(Need, State)]) -> Plan {
    let fetched = |begin: &'static str| {
        let of = missing.iter().filter(move |(need, _)| need.place.starts_with(begin));
        of.filter_map(|(need, _)| need.size).sum::<u64>()
    };
    let folder = |place: &str, bytes| Change {
        kind: ChangeKind::Create,
        what: root.join(place).display().to_string(),
        to: None,
        bytes: Some(bytes),
    };
    let mut changes = vec![folder(&format!("versions/{}", recipe.id), fetched("versions/"))];
    let shared = [("libraries", fetched("libraries/")), ("assets", fetched("assets/"))];
    changes.extend(
        shared.into_iter().filter(|(_, bytes)| *bytes > 0).map(|(place, bytes)| folder(place, bytes)),
    );
    // Files that are there and are not what they should be are replaced, which the player has to know.
    let wrong = missing.iter().filter(|(_, state)| *state != State::Missing);
    changes.extend(wrong.take(MOST_REPLACED).map(|(need, _)| Change {
        kind: ChangeKind::Write,
        what: root.join(&need.place).display().to_string(),
        to: None,
        bytes: need.size,
    }));
    let bytes = missing.iter().filter_map(|(need, _)| need.size).sum();
    Plan {
        title: recipe.title(),
        changes,
        bytes_written: bytes,
        bytes_downloaded: bytes,
        undo: Undo::Reversible(Message::new("core.install.undo")),
        warnings: warnings(recipe),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: vec![Makes { param: "version_id".to_owned(), id: recipe.id.clone() }],
    }
}

fn warnings(recipe: &Recipe) -> Vec<Message> {
    let kept = recipe.kept_since.map(|at| Message::new("core.install.kept").with("at", Field::Time(at)));
    let problems = recipe.problems.iter().map(|problem: &Problem| problem.message.clone());
    kept.into_iter().chain(problems.take(5)).collect()
}
