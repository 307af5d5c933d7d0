//! `add_game_root`: registers a folder that Nova works on.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `add_game_root`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The folder's whole path as the player named it, for example `D:\Games\.minecraft`.
    path: String,
}

/// Registers a folder that Nova works on.
pub(super) struct AddGameRoot(pub(super) Arc<Launcher>);

impl Write for AddGameRoot {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[],
            ..draft_write(
                "add_game_root",
                Title { zh: "添加游戏目录", en: "Add game folder" },
                "Registers a Minecraft folder that exists, or an empty one; no file in it changes.\n\
                 Use where the player names such a folder; list_game_roots shows those known.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.add_root(&params.path)?)
    }
}
