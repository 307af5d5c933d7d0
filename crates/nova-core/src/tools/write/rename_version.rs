//! `rename_version`: gives a version another name, and whatever inherits from it with it.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::params::VERSIONS;
use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `rename_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    version_id: String,
    /// The new name, a folder name all systems can hold, for example `Skyblock 1.20.1`.
    new_name: String,
}

/// Gives a version another name, and whatever inherits from it with it.
pub(super) struct RenameVersion(pub(super) Arc<Launcher>);

impl Write for RenameVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_write(
                "rename_version",
                Title { zh: "重命名版本", en: "Rename version" },
                "Gives an installed version another name.\n\
                 Use when the player wants another name; select_version to switch to it.\n\
                 The version is listed by list_versions.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.rename(&params.version_id, &params.new_name)?)
    }
}
