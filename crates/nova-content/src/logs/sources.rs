//! Which logs a version has.

use super::LogFile;
use nova_game::Instance;

/// The logs, crash reports and Java crashes of a version, newest first. Links, pipes and folders among them are left out.
pub fn sources(instance: &Instance) -> Vec<LogFile> {
    let _ = instance;
    unimplemented!()
}
