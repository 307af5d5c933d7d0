//! `delete_mod`: moves a mod to the trash area.

use std::sync::Arc;

use nova_content::mods;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneMod},
};

/// Moves a mod to the trash area.
pub(super) struct DeleteMod(pub(super) Arc<Launcher>);

impl Write for DeleteMod {
    type Params = OneMod;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneMod::IDS,
            ..draft_write(
                "delete_mod",
                Title { zh: "移除模组", en: "Remove mod" },
                "Moves a mod file to the trash area, from where it can come back.\n\
                 Use when a mod should go; disable_mod to only switch it off.\n\
                 The mod is listed by list_mods.",
            )
        }
    }

    fn plan(&self, params: OneMod, _call: &Call) -> Result<Planned, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        let installed = mods::find(&list, &params.r#mod)?;
        self.0.planned(mods::delete(&instance, &list, installed)?)
    }
}
