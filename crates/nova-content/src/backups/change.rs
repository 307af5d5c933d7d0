//! Making a backup and putting one away.

use nova_files::{Backup, Files};

use super::{BackupError, Include, Worlds};
use crate::{Place, Proposal};

/// Zips worlds, and what else is asked for, of a version.
pub fn create(place: &Place, worlds: &Worlds, include: &[Include]) -> Result<Proposal, BackupError> {
    let _ = (place, worlds, include);
    unimplemented!()
}

/// Moves a backup, zip and sidecar, to the trash area.
pub fn delete(files: &Files, backup: &Backup) -> Result<Proposal, BackupError> {
    let _ = (files, backup);
    unimplemented!()
}
