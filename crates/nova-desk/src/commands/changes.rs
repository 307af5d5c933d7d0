//! The journal and the trash area.

use crate::Command;

pub(super) fn list() -> Vec<Command> {
    Vec::new()
}
