//! `delete_backup`: moves a backup to the trash area.

use std::sync::Arc;

use nova_content::backups::{self, Filter};
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneBackup},
};

/// Moves a backup to the trash area.
pub(super) struct DeleteBackup(pub(super) Arc<Launcher>);

impl Write for DeleteBackup {
    type Params = OneBackup;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneBackup::IDS,
            ..draft_write(
                "delete_backup",
                Title { zh: "移除备份", en: "Remove backup" },
                "Moves a backup to the trash area, from where it can come back.\n\
                 Use when a backup should go; empty_trash frees the space for good.\n\
                 The backup id comes from list_backups.",
            )
        }
    }

    fn plan(&self, params: OneBackup, _call: &Call) -> Result<Planned, ToolError> {
        let backup = backups::find(&self.0.files, &params.backup_id, &Filter::default())?;
        self.0.planned(backups::delete(&self.0.files, &backup)?)
    }
}
