//! `move_save`: moves a world to another version, zipped first.

use std::sync::Arc;

use nova_content::worlds;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::{SAVES, VERSIONS};
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `move_save`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The world's folder name from `list_saves`, for example `New World`.
    save: String,
    /// The version the world goes to, from `list_versions`, for example `1.21.4`.
    to_version: String,
    /// The version the world is in, from `list_versions`, for example `1.16.5`. Default: the one version that has it.
    #[serde(default)]
    from_version: Option<String>,
}

/// Moves a world to another version, zipped first.
pub(super) struct MoveSave(pub(super) Arc<Launcher>);

impl Write for MoveSave {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[
                IdParam { param: "save", from: SAVES },
                IdParam { param: "to_version", from: VERSIONS },
                IdParam { param: "from_version", from: VERSIONS },
            ],
            ..draft_write(
                "move_save",
                Title { zh: "移动存档", en: "Move world" },
                "Moves a world into another version; a backup zip is made first.\n\
                 Use when a world should be played elsewhere; backup_version only copies.\n\
                 World and version come from list_saves and list_versions.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (world, from) = self.0.world(&params.save, params.from_version.as_deref())?;
        let to = self.0.instance(Some(&params.to_version))?;
        self.0.planned(worlds::move_to(&world, &from, &to)?)
    }
}
