//! `delete_version`: moves a version to the trash area, its own worlds zipped first.

use std::sync::Arc;

use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `delete_version`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`.
    version_id: String,
}

/// Moves a version to the trash area, its own worlds zipped first.
pub(super) struct DeleteVersion(pub(super) Arc<Launcher>);

impl Write for DeleteVersion {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: &["list_versions"] }],
            ..draft_write(
                "delete_version",
                Title { zh: "移除版本", en: "Remove version" },
                "Moves a version to the trash area; its own worlds are zipped first.\n\
                          Use when a version should go; rename_version or select_version otherwise.\n\
                          The version is listed by list_versions.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.delete(&params.version_id)?)
    }
}
