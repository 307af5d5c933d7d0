//! `list_loader_versions`: the builds of a loader for a game version.

use std::sync::Arc;

use nova_install::catalog;
use nova_model::Message;
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use nova_version::loaders::{LoaderBuild, Stability};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    installs::wait,
    launcher::Launcher,
    tools::{
        choices::LoaderName,
        common::{answer, draft_read, said_list},
        params::GAMES,
    },
};

/// The parameters of `list_loader_versions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The game version as `list_remote_versions` names it, for example `1.20.1`.
    game_version: String,
    /// The mod loader whose builds are wanted, for example `fabric`.
    loader: LoaderName,
}

/// The builds of a loader for a game version.
pub(super) struct ListLoaderVersions(pub(super) Arc<Launcher>);

impl Read for ListLoaderVersions {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "game_version", from: GAMES }],
            ..draft_read(
                "list_loader_versions",
                Title { zh: "查看加载器版本", en: "List loader builds" },
                "Lists the builds of a mod loader for one game version.\n\
                 Use before a certain build is installed; install_version takes the best one by itself.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let web = self.0.web()?;
        let builds = wait(catalog::builds(&web, params.loader.into(), &params.game_version, &call.cancel))?;
        let lines: Vec<String> = builds.iter().map(line).collect();
        let rows: Vec<_> = builds.iter().map(row).collect();
        let head = if builds.is_empty() { "core.builds.none" } else { "core.builds.head" };
        let head = Message::new(head)
            .with("n", builds.len())
            .with("game", params.game_version.as_str())
            .with("loader", nova_model::Loader::from(params.loader).label());
        let said = said_list(head, &builds, |build| {
            let code = if build.recommended { "core.builds.recommended" } else { "core.builds.line" };
            Message::new(code).with("version", build.version.as_str())
        });
        Ok(answer(&lines, None, json!({ "builds": rows }), said))
    }
}

fn line(build: &LoaderBuild) -> String {
    let mark = match (build.recommended, build.stability) {
        (true, _) => " (recommended)",
        (false, Stability::Unstable) => " (unstable)",
        (false, _) => "",
    };
    format!("{}{mark}", build.version)
}

fn row(build: &LoaderBuild) -> serde_json::Value {
    json!({
        "id": build.version,
        "recommended": build.recommended,
        "stable": build.stability != Stability::Unstable,
        "game": build.game,
    })
}
