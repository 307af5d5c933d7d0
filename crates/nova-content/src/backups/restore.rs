//! Puts a backup back.

use nova_files::{Backup, Files};

use super::BackupError;
use nova_game::{Instance, Probe, Proposal};

/// Where a backup may go.
#[derive(Clone, Copy)]
pub struct Destinations<'a> {
    /// The versions there are.
    pub instances: &'a [Instance],
    /// Where it goes when its own version is not among them.
    pub fallback: Option<&'a Instance>,
    /// Tells which worlds are open.
    pub probe: &'a dyn Probe,
}

/// Puts back what a backup holds. What is there now under the same names is backed up and moved to the trash area first;
/// everything else stays. It goes to the backup's own version where that is among the destinations, else to the fallback.
pub fn restore(files: &Files, backup: &Backup, to: &Destinations<'_>) -> Result<Proposal, BackupError> {
    let _ = (files, backup, to);
    unimplemented!()
}
