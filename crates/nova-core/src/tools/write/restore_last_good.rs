//! `restore_last_good`: brings a version back to what it was when it last ran well.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::AnyVersion},
};

/// Brings a version back.
pub(super) struct RestoreLastGood(pub(super) Arc<Launcher>);

impl Write for RestoreLastGood {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: AnyVersion::IDS,
            ..draft_write(
                "restore_last_good",
                Title { zh: "恢复到上次能玩的时候", en: "Back to when it last ran well" },
                "Brings mods, config files, Java and settings back to when the version last ran well.\n\
                 Use when nobody knows what broke it; undo_change for one change.\n\
                 diff_since_last_good finds a good run.",
            )
        }
    }

    fn plan(&self, params: AnyVersion, _call: &Call) -> Result<Planned, ToolError> {
        let version = self.0.version(params.version_id.as_deref())?;
        Launcher::refuse_played(&version)?;
        self.0.planned(self.0.back_to_good(&version)?)
    }
}
