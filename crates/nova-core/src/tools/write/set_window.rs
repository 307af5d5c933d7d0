//! `set_window`: sets the size of the game's window, or full screen.

use std::sync::Arc;

use nova_game::Window;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_window`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The width in pixels, for example `1280`; `0` leaves it to the game. Default: as it is.
    #[serde(default)]
    width: Option<u32>,
    /// The height in pixels, for example `720`; `0` leaves it to the game. Default: as it is.
    #[serde(default)]
    height: Option<u32>,
    /// Whether the game starts in full screen, for example `true`. Default: as it is.
    #[serde(default)]
    fullscreen: Option<bool>,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions.
    #[serde(default)]
    version_id: Option<String>,
}

/// Sets the size of the game's window, or full screen.
pub(super) struct SetWindow(pub(super) Arc<Launcher>);

impl Write for SetWindow {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_window",
                Title { zh: "设置游戏窗口", en: "Set game window" },
                "Sets the window size the game starts with, or full screen.\n\
                 Use on a wish for another size; set_appearance for Nova's own window.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let Params { width, height, fullscreen, version_id } = params;
        let window = Window { width, height, fullscreen };
        self.0.planned(self.0.game.set_window(&window, version_id.as_deref())?)
    }
}
