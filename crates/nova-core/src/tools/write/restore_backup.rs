//! `restore_backup`: puts a backup back after backing up what is there now.

use std::sync::Arc;

use nova_content::backups::{self, Destinations, Filter};
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneBackup},
};

/// Puts a backup back after backing up what is there now.
pub(super) struct RestoreBackup(pub(super) Arc<Launcher>);

impl Write for RestoreBackup {
    type Params = OneBackup;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneBackup::IDS,
            ..draft_write(
                "restore_backup",
                Title { zh: "恢复备份", en: "Restore backup" },
                "Puts a backup back; what is there now is backed up and put aside first.\n\
                 Use to return to an earlier world; read_backup to look inside first.\n\
                 The backup id comes from list_backups.",
            )
        }
    }

    fn plan(&self, params: OneBackup, _call: &Call) -> Result<Planned, ToolError> {
        let backup = backups::find(&self.0.files, &params.backup_id, &Filter::default())?;
        let instances = self.0.instances()?;
        let current = self.0.instance(None).ok();
        let probe = &*self.0.game.setup().probe;
        let to = Destinations { instances: &instances, fallback: current.as_ref(), probe };
        self.0.planned(backups::restore(&self.0.files, &backup, &to)?)
    }
}
