//! `get_game_options`: the game's own options of a version.

use std::sync::Arc;

use nova_game::GameOption;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, value},
};

/// The parameters of `get_game_options`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
    /// Only options whose key contains this, for example `renderDistance` or `sound`. Default: all.
    #[serde(default)]
    key: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The game's own options of a version.
pub(super) struct GetGameOptions(pub(super) Arc<Launcher>);

impl Read for GetGameOptions {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "get_game_options",
                Title { zh: "查看游戏选项", en: "Read game options" },
                "Reads the game's own options (options.txt): distances, FOV, sound, keys.\n\
                 Use for how the game is set; get_settings for the launcher's settings.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        let mut options = self.0.game.game_options(&version)?;
        if let Some(wanted) = params.key.as_deref() {
            let wanted = wanted.to_lowercase();
            options.items.retain(|option| option.key.to_lowercase().contains(&wanted));
        }
        let lines: Vec<_> = options.items.iter().map(line).collect();
        let head = match (options.exists, options.items.len()) {
            (false, _) => Message::new("core.options.missing"),
            (true, 0) => Message::new("core.options.none"),
            (true, n) => Message::new("core.options.head").with("n", n),
        };
        // Those with a name are what a player knows; all others are in the table.
        let named: Vec<_> = options.items.iter().filter(|option| option.name.is_some()).collect();
        let shown: Vec<_> = if named.is_empty() { options.items.iter().collect() } else { named };
        let said = said_list(head.with("id", version.id.as_str()), &shown, |option| sentence(option));
        let data =
            json!({ "version_id": version.id, "exists": options.exists, "options": value(&options.items) });
        Ok(answer(&lines, params.cursor.as_deref(), data, said))
    }
}

fn line(option: &GameOption) -> String {
    if option.shown == option.value {
        return format!("{} = {}", option.key, option.value);
    }
    format!("{} = {} ({})", option.key, option.value, option.shown)
}

fn sentence(option: &GameOption) -> Message {
    let name = option.name.clone().map_or_else(|| Field::Text(option.key.clone()), Field::from);
    Message::new("core.options.line").with("name", name).with("value", option.shown.as_str())
}
