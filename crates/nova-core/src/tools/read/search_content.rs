//! `search_content`: mods, packs and shaders on Modrinth and CurseForge.

use std::sync::Arc;

use nova_model::{Explain, Loader, Message, Problem};
use nova_platform::{Found, Search, Source};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    installs::wait_or_stop,
    launcher::Launcher,
    tools::{
        choices::LoaderName,
        common::{answer, draft_read, said_list, with_problems},
        content::{ContentKind, ContentSort, ContentSource, project_line, project_row, project_said},
        params::GAMES,
    },
};

/// How many of each platform's hits are looked at: who wants more needs other words.
const HITS: usize = 40;

/// The parameters of `search_content`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The words to look for, in English where possible, for example `minimap`.
    query: String,
    /// What kind of thing, for example `mod`. Default: all kinds.
    #[serde(default)]
    kind: Option<ContentKind>,
    /// The mod loader it must work with, for example `fabric`. Default: any.
    #[serde(default)]
    loader: Option<LoaderName>,
    /// The game version it must work with, for example `1.20.1`. Default: any.
    #[serde(default)]
    game_version: Option<String>,
    /// The one platform to ask, for example `modrinth`. Default: all that can be asked.
    #[serde(default)]
    source: Option<ContentSource>,
    /// What comes first, for example `downloads`. Default: `relevance`.
    #[serde(default)]
    sort: ContentSort,
    /// Where the last answer ended, as it said, for example `8`. Default: the beginning.
    #[serde(default)]
    cursor: Option<String>,
}

/// Looks for projects.
pub(super) struct SearchContent(pub(super) Arc<Launcher>);

impl Read for SearchContent {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "game_version", from: GAMES }],
            ..draft_read(
                "search_content",
                Title { zh: "搜索模组和资源", en: "Search mods and packs" },
                "Searches Modrinth and CurseForge for mods, packs, shaders and modpacks.\n\
                 Use for what could be installed; list_mods for what is installed already.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let contents = self.0.contents()?;
        let asked = params.source.map_or_else(|| contents.open(), |source| vec![source.into()]);
        let search = params.search();
        let found = wait_or_stop(contents.platforms.search(&search, &asked), &call.cancel)?;
        if found.totals.is_empty() {
            return Err(none_answered(found));
        }
        let problems = contents.problem(&asked).into_iter().chain(problems(&found)).collect();
        Ok(with_problems(told(&params, &found), problems))
    }
}

impl Params {
    fn search(&self) -> Search {
        Search {
            text: self.query.trim().to_owned(),
            kind: self.kind.map(Into::into),
            loaders: self.loader.map(|loader| fitting(loader.into())).unwrap_or_default(),
            game_version: self.game_version.as_deref().map(str::trim).map(str::to_owned),
            sort: self.sort.into(),
            limit: HITS,
            ..Search::default()
        }
    }
}

/// The loaders whose mods one loads: Quilt takes Fabric's too.
fn fitting(loader: Loader) -> Vec<Loader> {
    if loader == Loader::Quilt { vec![Loader::Quilt, Loader::Fabric] } else { vec![loader] }
}

fn told(params: &Params, found: &Found) -> Answer {
    let lines: Vec<String> = found.projects.iter().map(project_line).collect();
    let rows: Vec<Value> = found.projects.iter().map(project_row).collect();
    let twins: Vec<Value> =
        found.twins.iter().map(|(one, other)| json!({ "project_id": one, "same_as_id": other })).collect();
    let total: usize = found.totals.iter().map(|(_, total)| total).sum();
    let data = json!({ "results": rows, "twins": twins, "total": total });
    let head = if rows.is_empty() { "core.content.none" } else { "core.content.head" };
    let head = Message::new(head).with("n", rows.len()).with("query", nova_model::clean(&params.query, 60));
    let said = said_list(head, &found.projects, project_said);
    Answer { foreign: true, ..answer(&lines, params.cursor.as_deref(), data, said) }
}

/// A platform that gave no answer, beside one that did.
fn problems(found: &Found) -> impl Iterator<Item = Problem> {
    found.failed.iter().map(|(source, error)| Problem::warning(source.label(), error.report().message))
}

fn none_answered(found: Found) -> ToolError {
    let first = found.failed.into_iter().next();
    let nobody = nova_platform::PlatformError::NoKey { platform: Source::CurseForge };
    first.map_or(nobody, |(_, error)| error).into()
}
