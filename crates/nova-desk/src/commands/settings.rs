//! Settings: folders, model, trust, limits, look.

use crate::Command;

pub(super) fn list() -> Vec<Command> {
    Vec::new()
}
