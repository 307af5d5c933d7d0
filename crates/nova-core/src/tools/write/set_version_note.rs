//! `set_version_note`: sets the player's note on a version, or its group.

use std::sync::Arc;

use nova_game::Setting;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `set_version_note`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    version_id: String,
    /// The note, for example `for the server with friends`; empty to remove it. Default: as it is.
    #[serde(default)]
    note: Option<String>,
    /// The group it is listed in, for example `modded`; empty to remove it. Default: as it is.
    #[serde(default)]
    group: Option<String>,
}

/// Sets the player's note on a version, or its group.
pub(super) struct SetVersionNote(pub(super) Arc<Launcher>);

impl Write for SetVersionNote {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "set_version_note",
                Title { zh: "设置版本备注", en: "Set version note" },
                "Sets the player's note on a version, or the group it is in.\n\
                 Use on a wish to mark or sort versions; rename_version for its name.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (note, group) = (Setting::of(params.note), Setting::of(params.group));
        self.0.planned(self.0.game.set_version_note(&params.version_id, &note, &group)?)
    }
}
