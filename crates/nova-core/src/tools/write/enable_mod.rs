//! `enable_mod`: switches a mod on by taking the `.disabled` ending away.

use std::sync::Arc;

use nova_content::mods;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};

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
            ids: &[
                IdParam { param: "mod", from: &["list_mods"] },
                IdParam { param: "version_id", from: &["list_versions"] },
            ],
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
        let instance = self.0.instance(params.version_id.as_deref())?;
        let list = mods::list(&instance)?;
        let installed = mods::find(&list, &params.r#mod)?;
        self.0.planned(mods::enable(&instance, &list, installed)?)
    }
}
