//! `select_version`: makes a version the current one.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneVersion},
};

/// Makes a version the current one.
pub(super) struct SelectVersion(pub(super) Arc<Launcher>);

impl Write for SelectVersion {
    type Params = OneVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneVersion::IDS,
            ..draft_write(
                "select_version",
                Title { zh: "切换当前版本", en: "Select version" },
                "Makes a version the current one that is played and meant by default.\n\
                 Use to switch versions; read_version_detail to look at one first.\n\
                 The version is listed by list_versions.",
            )
        }
    }

    fn plan(&self, params: OneVersion, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.select(&params.version_id)?)
    }
}
