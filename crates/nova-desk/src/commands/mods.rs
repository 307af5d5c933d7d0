//! The mods of a version.

use crate::Command;

pub(super) fn list() -> Vec<Command> {
    Vec::new()
}
