//! `delete_version`: moves a version to the trash area, its own worlds zipped first.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneVersion},
};

/// Moves a version to the trash area, its own worlds zipped first.
pub(super) struct DeleteVersion(pub(super) Arc<Launcher>);

impl Write for DeleteVersion {
    type Params = OneVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneVersion::IDS,
            ..draft_write(
                "delete_version",
                Title { zh: "移除版本", en: "Remove version" },
                "Moves a version to the trash area; its own worlds are zipped first.\n\
                 Use when a version should go; rename_version or select_version otherwise.\n\
                 The version is listed by list_versions.",
            )
        }
    }

    fn plan(&self, params: OneVersion, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.delete(&params.version_id)?)
    }
}
