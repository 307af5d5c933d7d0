//! `list_content_versions`: the builds of a project on Modrinth or CurseForge.

use std::sync::Arc;

use nova_model::Message;
use nova_platform::{Fits, Release};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    contents::project_id,
    installs::wait_or_stop,
    launcher::Launcher,
    tools::{
        choices::LoaderName,
        common::{answer, draft_read, said_list, with_problems},
        content::{PROJECTS, release_line, release_row, release_said},
        params::GAMES,
    },
};

/// The parameters of `list_content_versions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The project's id from `search_content`, for example `modrinth:AANobbMI`.
    project_id: String,
    /// The game version they must work with, for example `1.20.1`. Default: any.
    #[serde(default)]
    game_version: Option<String>,
    /// The mod loader they must work with, for example `fabric`. Default: any.
    #[serde(default)]
    loader: Option<LoaderName>,
    /// Where the last answer ended, as it said, for example `6`. Default: the beginning.
    #[serde(default)]
    cursor: Option<String>,
}

/// The builds of a project.
pub(super) struct ListContentVersions(pub(super) Arc<Launcher>);

impl Read for ListContentVersions {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[
                IdParam { param: "project_id", from: PROJECTS },
                IdParam { param: "game_version", from: GAMES },
            ],
            ..draft_read(
                "list_content_versions",
                Title { zh: "查看项目的版本", en: "List a project's builds" },
                "Lists builds of a project, newest first, with games, loaders and what they need.\n\
                 Use to choose a certain build; search_content finds the project.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let (contents, id) = (self.0.contents()?, project_id(&params.project_id)?);
        let loader = params.loader.map(Into::into);
        let game = params.game_version.as_deref().map(|game| game.trim().to_owned());
        let fits = Fits { loaders: loader.into_iter().collect(), game_versions: game.into_iter().collect() };
        let listed = wait_or_stop(contents.platforms.releases(&id, &fits), &call.cancel)??;
        let lines: Vec<String> = listed.items.iter().map(release_line).collect();
        let rows: Vec<Value> = listed.items.iter().map(release_row).collect();
        let data = json!({ "project_id": id, "versions": rows, "left_out": listed.odd, "more": listed.more });
        let said = said_list(head(&params.project_id, &listed.items), &listed.items, release_said);
        let told = Answer { foreign: true, ..answer(&lines, params.cursor.as_deref(), data, said) };
        Ok(with_problems(told, contents.problem(&[id.source]).into_iter().collect()))
    }
}

fn head(project: &str, releases: &[Release]) -> Message {
    let code = if releases.is_empty() { "core.content.no-versions" } else { "core.content.versions" };
    Message::new(code).with("n", releases.len()).with("name", nova_model::clean(project, 80))
}
