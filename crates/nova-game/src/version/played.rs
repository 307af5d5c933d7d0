//! When a version was last played, from the times of the files a run leaves behind.

use std::{fs, path::Path};

use nova_model::Millis;

use crate::{Instance, read::modified};

/// More worlds than this are not looked at.
const MOST_WORLDS: usize = 500;

/// The latest time of the log and of the worlds, for a version with its own folders. In shared folders they tell nothing
/// about one version.
pub(crate) fn last_played(instance: &Instance) -> Option<Millis> {
    if !instance.isolated {
        return None;
    }
    modified(&instance.logs().join("latest.log")).max(last_saved(&instance.saves()))
}

fn last_saved(saves: &Path) -> Option<Millis> {
    let worlds = fs::read_dir(saves).ok()?.take(MOST_WORLDS).filter_map(std::result::Result::ok);
    let folders = worlds.filter(|world| world.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.filter_map(|world| modified(&world.path().join("level.dat"))).max()
}
