//! `set_version_isolation`: gives versions folders of their own, or lets them share the root's.

use std::sync::Arc;

use nova_game::Folders;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_version_isolation`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// `true` for an own folder of worlds, mods and config; `false` to share the game root's, for example `true`.
    enabled: bool,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: for all versions without a setting of their own.
    #[serde(default)]
    version_id: Option<String>,
}

/// Gives versions folders of their own, or lets them share the root's.
pub(super) struct SetVersionIsolation(pub(super) Arc<Launcher>);

impl Write for SetVersionIsolation {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_version_isolation",
                Title { zh: "版本隔离", en: "Set version isolation" },
                "Turns own folders for worlds, mods and config on or off; moves no files.\n\
                 Use on a wish for separate folders; move_save moves worlds between them.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let folders = if params.enabled { Folders::Own } else { Folders::Shared };
        self.0.planned(self.0.game.set_isolation(folders, params.version_id.as_deref())?)
    }
}
