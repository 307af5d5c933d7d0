//! Puts a backup back.

use nova_files::{Backup, Files};

use super::BackupError;
use crate::{Place, Proposal};

/// Puts back what a backup holds. What is there now under the same names is backed up and moved to the trash area first;
/// everything else stays. It goes to the backup's own version where that is among `places`, else to `fallback`.
pub fn restore(
    files: &Files,
    backup: &Backup,
    places: &[Place],
    fallback: Option<&Place>,
) -> Result<Proposal, BackupError> {
    let _ = (files, backup, places, fallback);
    unimplemented!()
}
