//! `enable_mod`: switches a mod on by taking the `.disabled` ending away.

use std::sync::Arc;

use nova_content::mods;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneMod},
};

/// Switches a mod on by taking the `.disabled` ending away.
pub(super) struct EnableMod(pub(super) Arc<Launcher>);

impl Write for EnableMod {
    type Params = OneMod;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneMod::IDS,
            ..draft_write(
                "enable_mod",
                Title { zh: "启用模组", en: "Enable mod" },
                "Switches a mod on by taking the .disabled ending away.\n\
                 Use when a mod should load again; disable_mod for the opposite.\n\
                 The mod is listed by list_mods.",
            )
        }
    }

    fn plan(&self, params: OneMod, _call: &Call) -> Result<Planned, ToolError> {
        let (instance, list) = self.0.mods(params.version_id.as_deref())?;
        let installed = mods::find(&list, &params.r#mod)?;
        self.0.planned(mods::enable(&instance, &list, installed)?)
    }
}
