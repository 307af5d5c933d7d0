//! `list_versions`: the installed versions of every game root.

use std::sync::Arc;

use nova_game::Version;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, value, with_problems},
};

/// The parameters of `list_versions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The installed versions of every game root.
pub(super) struct ListVersions(pub(super) Arc<Launcher>);

impl Read for ListVersions {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_versions",
            Title { zh: "查看版本", en: "List versions" },
            "Lists installed versions with game version, loader and state.\n\
                 Use to learn which versions there are; read_version_detail for one of them.",
        )
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let list = self.0.game.versions()?;
        let lines: Vec<_> = list.items.iter().map(line).collect();
        let data = json!({ "versions": list.items.iter().map(entry).collect::<Vec<_>>() });
        let said = said_list(head(&list.items), &list.items, sentence);
        let problems =
            list.items.iter().flat_map(|version| version.problems.clone()).chain(list.problems).collect();
        Ok(with_problems(answer(&lines, params.cursor.as_deref(), data, said), problems))
    }
}

fn loader(version: &Version) -> Option<String> {
    version.loaders.first().map(|build| format!("{} {}", build.loader.as_str(), build.version))
}

fn line(version: &Version) -> String {
    let mut facts = vec![format!("Minecraft {}", version.game_version.as_deref().unwrap_or("unknown"))];
    facts.extend(loader(version));
    let marks = [
        (version.current, "current"),
        (version.running, "running"),
        (version.isolation.isolated, "isolated"),
        (!version.problems.is_empty(), "has problems"),
    ];
    facts.extend(marks.iter().filter(|(is, _)| *is).map(|(_, mark)| (*mark).to_owned()));
    facts.extend(version.last_played.map(|at| format!("last played {}", moment(at))));
    format!("{}: {}", version.id, facts.join(", "))
}

pub(super) fn entry(version: &Version) -> serde_json::Value {
    let build = version.loaders.first();
    json!({
        "id": version.id,
        "game_version": version.game_version,
        "loader": build.map(|build| build.loader.as_str()),
        "loader_version": build.map(|build| build.version.as_str()),
        "isolated": version.isolation.isolated,
        "current": version.current,
        "running": version.running,
        "last_played": version.last_played,
        "root": version.root,
        "problems": value(&version.problems),
    })
}

fn head(versions: &[Version]) -> Message {
    match versions.len() {
        0 => Message::new("core.versions.none"),
        n => Message::new("core.versions.head").with("n", n),
    }
}

/// The loader for people, as its makers write it.
pub(super) fn loader_name(version: &Version) -> Field {
    let build = version.loaders.first();
    build.map_or_else(
        || Message::new("core.vanilla").into(),
        |build| Field::Text(format!("{} {}", build.loader.label(), build.version)),
    )
}

fn sentence(version: &Version) -> Message {
    let game = version.game_version.clone().map_or_else(|| Message::new("core.unknown").into(), Field::Text);
    let loader = loader_name(version);
    let code = match (version.current, version.problems.is_empty()) {
        (true, _) => "core.versions.current",
        (false, true) => "core.versions.line",
        (false, false) => "core.versions.broken",
    };
    Message::new(code).with("id", version.id.as_str()).with("game", game).with("loader", loader)
}
