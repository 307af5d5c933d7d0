//! Looks into a backup.

use nova_files::{Backup, Files};

use super::{BackupError, Contents};

/// What is in a backup, and whether all of it reads back.
pub fn read(files: &Files, backup: &Backup) -> Result<Contents, BackupError> {
    let _ = (files, backup);
    unimplemented!()
}
