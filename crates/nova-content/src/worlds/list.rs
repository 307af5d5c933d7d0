//! Reads the saves folders.

use super::{WorldError, WorldList};
use nova_game::{Instance, Probe};

/// The worlds of these versions; a folder that several versions share is read once. Links are not followed.
pub fn list(instances: &[Instance], probe: &dyn Probe) -> Result<WorldList, WorldError> {
    let _ = (instances, probe);
    unimplemented!()
}
