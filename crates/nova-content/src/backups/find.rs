//! Finds the backup a player or a model means.

use nova_files::{Backup, Files};

use super::{BackupError, Filter};

/// The backup with this id, or the newest one that passes the filter for `latest`.
pub fn find(files: &Files, id: &str, filter: &Filter) -> Result<Backup, BackupError> {
    let _ = (files, id, filter);
    unimplemented!()
}
