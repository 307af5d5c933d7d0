//! `delete_save`: zips a world, then moves it to the trash area.

use std::sync::Arc;

use nova_content::worlds;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneSave},
};

/// Zips a world, then moves it to the trash area.
pub(super) struct DeleteSave(pub(super) Arc<Launcher>);

impl Write for DeleteSave {
    type Params = OneSave;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneSave::IDS,
            ..draft_write(
                "delete_save",
                Title { zh: "移除存档", en: "Remove world" },
                "Zips a world, then moves it to the trash area.\n\
                 Use when a world should go; move_save to play it in another version.\n\
                 The world is listed by list_saves.",
            )
        }
    }

    fn plan(&self, params: OneSave, _call: &Call) -> Result<Planned, ToolError> {
        let (world, instance) = self.0.world(&params.save, params.version_id.as_deref())?;
        self.0.planned(worlds::delete(&world, &instance)?)
    }
}
