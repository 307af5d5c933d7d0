//! Installed versions.

use crate::Command;

pub(super) fn list() -> Vec<Command> {
    Vec::new()
}
