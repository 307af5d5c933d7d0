//! `reset_version_settings`: lets a version follow the general settings again.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneVersion},
};

/// Lets a version follow the general settings again.
pub(super) struct ResetVersionSettings(pub(super) Arc<Launcher>);

impl Write for ResetVersionSettings {
    type Params = OneVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneVersion::IDS,
            ..draft_write(
                "reset_version_settings",
                Title { zh: "清除版本设置", en: "Reset version settings" },
                "Removes a version's own memory, Java, arguments, variables and window.\n\
                 Use when it should follow the general settings again; its files stay.",
            )
        }
    }

    fn plan(&self, params: OneVersion, _call: &Call) -> Result<Planned, ToolError> {
        self.0.planned(self.0.game.reset_version_settings(&params.version_id)?)
    }
}
