//! Making a backup and putting one away.

use nova_files::{Backup, Files};

use super::{BackupError, What};
use nova_game::{Instance, Probe, Proposal};

/// Zips worlds, and what else is asked for, of a version.
pub fn create(instance: &Instance, what: &What, probe: &dyn Probe) -> Result<Proposal, BackupError> {
    let _ = (instance, what, probe);
    unimplemented!()
}

/// Moves a backup, zip and sidecar, to the trash area.
pub fn delete(files: &Files, backup: &Backup) -> Result<Proposal, BackupError> {
    let _ = (files, backup);
    unimplemented!()
}
