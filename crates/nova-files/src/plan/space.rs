//! Whether the disk has room for what is going to be written.

use std::collections::BTreeMap;

use super::Plan;
use crate::disk::Disk;
use crate::error::At;
use crate::{FilesError, Result};

/// What a change leaves free for everything else.
const SPARE: u64 = 1 << 20;

/// Refuses a plan that would fill a disk. Small writes are left to fail by themselves.
pub(crate) fn check_space(disk: &dyn Disk, plan: &Plan) -> Result<()> {
    let mut sums = BTreeMap::new();
    for (folder, bytes) in &plan.need {
        let device = disk.look(folder).at(folder)?.map_or(0, |meta| meta.device);
        let sum = sums.entry(device).or_insert((folder, 0_u64));
        sum.1 = sum.1.saturating_add(*bytes);
    }
    for (folder, need) in sums.into_values() {
        let free = disk.free(folder).at(folder)?;
        if need.saturating_add(SPARE) > free {
            return Err(FilesError::Full { path: folder.clone(), need, free });
        }
    }
    Ok(())
}
