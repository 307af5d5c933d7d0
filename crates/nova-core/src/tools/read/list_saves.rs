//! `list_saves`: the worlds of one version or of all.

use std::sync::Arc;

use nova_content::worlds::World;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, size, value, with_problems},
};

/// The parameters of `list_saves`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: all versions.
    #[serde(default)]
    version_id: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The worlds of one version or of all.
pub(super) struct ListSaves(pub(super) Arc<Launcher>);

impl Read for ListSaves {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "list_saves",
                Title { zh: "查看存档", en: "List worlds" },
                "Lists worlds with game version, mode, size, last played, open or not.\n\
                 Use for which worlds there are; read_save_detail for one world.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let list = self.0.worlds(params.version_id.as_deref())?;
        let lines: Vec<_> = list.worlds.iter().map(line).collect();
        let data = json!({ "saves": list.worlds.iter().map(entry).collect::<Vec<_>>() });
        let head = if list.worlds.is_empty() { "core.saves.none" } else { "core.saves.head" };
        let said = said_list(Message::new(head).with("n", list.worlds.len()), &list.worlds, sentence);
        let problems =
            list.worlds.iter().flat_map(|world| world.problems.clone()).chain(list.problems).collect();
        Ok(with_problems(answer(&lines, params.cursor.as_deref(), data, said), problems))
    }
}

fn line(world: &World) -> String {
    let mut facts = vec![format!("in {}", world.versions.join(", ")), size(world.size)];
    facts.extend(world.game_version.as_ref().map(|game| format!("Minecraft {game}")));
    facts.extend(world.mode.clone());
    facts.extend(world.last_played.map(|at| format!("last played {}", moment(at))));
    facts.extend(world.open.then(|| "open now".to_owned()));
    let name = if world.name == world.id { String::new() } else { format!(" \"{}\"", world.name) };
    format!("{}{name}: {}", world.id, facts.join(", "))
}

fn entry(world: &World) -> Value {
    let mut entry = value(world);
    if let Some(fields) = entry.as_object_mut() {
        fields.insert("version_id".into(), value(world.versions.first()));
    }
    entry
}

fn sentence(world: &World) -> Message {
    let code = match (world.open, world.problems.is_empty()) {
        (true, _) => "core.saves.open",
        (false, true) => "core.saves.line",
        (false, false) => "core.saves.broken",
    };
    Message::new(code)
        .with("name", world.name.as_str())
        .with("folder", world.id.as_str())
        .with("versions", world.versions.clone())
        .with("size", Field::Bytes(world.size))
}
