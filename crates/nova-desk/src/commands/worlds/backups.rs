//! The backups there are, and whether one is whole.

use std::sync::Arc;

use nova_content::backups::{self, Filter};
use nova_model::Explain;
use serde::Deserialize;
use ts_rs::TS;

use super::WorldsOf;
use crate::{
    Desk, Fault, Silent, To,
    blocking::blocking,
    view::{BackupCheck, BackupRow, BackupsPage, ProblemRow},
};

/// One backup.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneBackup {
    /// Its id.
    id: String,
}

/// The backups of one version, or all.
pub(super) async fn list(desk: Arc<Desk>, args: WorldsOf, _: To<Silent>) -> Result<BackupsPage, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let filter = Filter { version: args.version, save: None };
        let list = backups::list(&app.launcher().files, &filter);
        Ok(BackupsPage {
            backups: list.items.iter().map(BackupRow::of).collect(),
            problems: list.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}

/// Reads all of a backup: it takes as long as the backup is large.
pub(super) async fn check(desk: Arc<Desk>, args: OneBackup, _: To<Silent>) -> Result<BackupCheck, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let files = &app.launcher().files;
        let found = backups::find(files, &args.id, &Filter::default());
        let contents = found.and_then(|backup| backups::read(files, &backup));
        Ok(BackupCheck::of(&contents.map_err(|error| error.report())?, &names))
    })
    .await
}
