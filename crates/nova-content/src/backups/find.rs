//! Finds the backup a player or a model means.

use nova_files::{Backup, Files};
use nova_model::clean;

use super::{BackupError, Filter, list};

/// The backup with this id (exact, else the only one that differs in case), or for `latest` the newest one that passes the
/// filter.
pub fn find(files: &Files, id: &str, filter: &Filter) -> Result<Backup, BackupError> {
    let mut backups = list(files, filter).items;
    let index = if id == "latest" { (!backups.is_empty()).then_some(0) } else { position(&backups, id) };
    match index {
        Some(index) => Ok(backups.swap_remove(index)),
        None => Err(BackupError::NoSuchBackup {
            id: clean(id, 100),
            present: backups.into_iter().map(|backup| backup.id).collect(),
        }),
    }
}

fn position(backups: &[Backup], id: &str) -> Option<usize> {
    let exact = backups.iter().position(|backup| backup.id == id);
    exact.or_else(|| {
        let lower = id.to_lowercase();
        let mut alike = backups.iter().enumerate().filter(|(_, backup)| backup.id.to_lowercase() == lower);
        alike.next().filter(|_| alike.next().is_none()).map(|(index, _)| index)
    })
}
