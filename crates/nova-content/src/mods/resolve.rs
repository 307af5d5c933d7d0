//! What is wrong between the mods, and the change that mends one finding.

use nova_meta::draft::Finding;

use super::{ModError, ModList};
use nova_game::{Instance, Proposal};

/// What is wrong with the mods of a version.
pub fn conflicts(instance: &Instance, list: &ModList) -> Vec<Finding> {
    let _ = (instance, list);
    unimplemented!()
}

/// The change that mends a finding: the losing file is switched off, or a file that is switched off and would satisfy it
/// is switched on. Where neither helps, the error says what would be needed; an id that is no longer found, which are.
pub fn resolve(instance: &Instance, list: &ModList, finding: &str) -> Result<Proposal, ModError> {
    let _ = (instance, list, finding);
    unimplemented!()
}
