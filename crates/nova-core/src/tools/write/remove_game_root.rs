//! `remove_game_root`: forgets a folder that Nova works on; its files stay.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `remove_game_root`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The folder's path as `list_game_roots` shows it, for example `D:\Games\.minecraft`.
    path: String,
}

/// Forgets a folder that Nova works on.
pub(super) struct RemoveGameRoot(pub(super) Arc<Launcher>);

impl Write for RemoveGameRoot {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[],
            ..draft_write(
                "remove_game_root",
                Title { zh: "移除游戏目录", en: "Remove game folder" },
                "Takes a folder out of the list of game folders; all of its files stay.\n\
                 Use where Nova should forget a folder; delete_version removes a version.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.remove_root(&params.path)?)
    }
}
