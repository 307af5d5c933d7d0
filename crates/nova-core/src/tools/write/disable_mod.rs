//! `disable_mod`: switches a mod off by the rename to `.disabled`.

use std::sync::Arc;

use nova_content::mods;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneMod},
};

/// Switches a mod off by the rename to `.disabled`.
pub(super) struct DisableMod(pub(super) Arc<Launcher>);

impl Write for DisableMod {
    type Params = OneMod;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneMod::IDS,
            ..draft_write(
                "disable_mod",
                Title { zh: "停用模组", en: "Disable mod" },
                "Switches a mod off by renaming its jar to .disabled.\n\
                 Use to stop a mod from loading; delete_mod to put it aside.\n\
                 The mod is listed by list_mods.",
            )
        }
    }

    fn plan(&self, params: OneMod, _call: &Call) -> Result<Planned, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        let installed = mods::find(&list, &params.r#mod)?;
        self.0.planned(mods::disable(&instance, &list, installed)?)
    }
}
