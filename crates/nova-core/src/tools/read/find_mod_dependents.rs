//! `find_mod_dependents`: which mods stop working without a mod.

use std::sync::Arc;

use nova_content::mods;
use nova_model::Message;
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value},
        params::OneMod,
    },
};

/// Which mods stop working without a mod.
pub(super) struct FindModDependents(pub(super) Arc<Launcher>);

impl Read for FindModDependents {
    type Params = OneMod;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneMod::IDS,
            ..draft_read(
                "find_mod_dependents",
                Title { zh: "查看依赖此模组的模组", en: "Find dependents" },
                "Finds the mods that stop working without a mod.\n\
                 Use before switching a mod off; read_mod_detail for what it needs itself.\n\
                 The mod is listed by list_mods.",
            )
        }
    }

    fn run(&self, params: OneMod, _call: &Call) -> Result<Answer, ToolError> {
        let (_, list) = self.0.mods(params.version_id.as_deref())?;
        let found = mods::find(&list, &params.r#mod)?;
        let dependents = mods::dependents(&list, found);
        let lines = [
            format!("Need {}: {}", found.id, dependents.direct.join(", ")),
            format!("Need one of those: {}", dependents.transitive.join(", ")),
        ];
        let code = if dependents.direct.is_empty() { "core.dependents.none" } else { "core.dependents" };
        let said = Message::new(code)
            .with("name", found.name.as_str())
            .with("direct", dependents.direct.clone())
            .with("more", dependents.transitive.clone());
        let data = json!({ "mod": found.id, "dependents": value(&dependents) });
        Ok(answer(&lines, None, data, vec![said]))
    }
}
