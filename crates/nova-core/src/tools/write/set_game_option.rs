//! `set_game_option`: sets one of the game's own options.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_game_option`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The option's key in options.txt, for example `renderDistance`, `fov`, `maxFps`, `lang`.
    key: String,
    /// The value, for example `12`, `90` degrees for fov, `50%` for gamma, `on`, `zh_cn`.
    value: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: the current version.
    #[serde(default)]
    version_id: Option<String>,
}

/// Sets one of the game's own options.
pub(super) struct SetGameOption(pub(super) Arc<Launcher>);

impl Write for SetGameOption {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_game_option",
                Title { zh: "更改游戏选项", en: "Set game option" },
                "Sets one of the game's own options in options.txt.\n\
                 Use for render distance, FOV, sound; get_game_options lists the keys.\n\
                 The game does not run.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let version = params.version_id.as_deref();
        self.0.planned(self.0.game.set_game_option(&params.key, &params.value, version)?)
    }
}
