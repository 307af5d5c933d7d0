//! Worlds that are open in a running game: the game holds a POSIX record lock on `session.lock`.

use std::path::{Path, PathBuf};

use crate::disk::real::RealDisk;
use crate::disk::{Disk, Kind};

pub(crate) const LOCK: &str = "session.lock";

/// Where worlds lie below a folder that a step moves: the folder is a world itself, a `saves` folder, a version or game
/// root, or the `versions` folder. A star is any folder.
const PLACES: &[&[&str]] =
    &[&[], &["*"], &["saves", "*"], &["*", "saves", "*"], &["versions", "*", "saves", "*"]];

/// Whether a running game has this world folder open. A world without a readable `session.lock` is not open.
pub fn world_is_open(world: &Path) -> bool {
    RealDisk.is_held(&world.join(LOCK))
}

/// An open world at, below or above a path (above only below `top`), if there is one.
pub(crate) fn open_world(disk: &dyn Disk, path: &Path, top: &Path) -> Option<PathBuf> {
    let above =
        path.ancestors().skip(1).take_while(|part| *part != top && part.starts_with(top)).map(Path::to_owned);
    let places = if is_folder(disk, path) { PLACES } else { &[] };
    let inside = places.iter().flat_map(|place| worlds(disk, path, place));
    above.chain(inside).find(|world| disk.is_held(&world.join(LOCK)))
}

/// The folders that a pattern names below a folder; links are left out.
fn worlds(disk: &dyn Disk, top: &Path, place: &[&str]) -> Vec<PathBuf> {
    place.iter().fold(vec![top.to_owned()], |folders, part| {
        folders
            .iter()
            .flat_map(|folder| children(disk, folder, part))
            .filter(|path| is_folder(disk, path))
            .collect()
    })
}

fn children(disk: &dyn Disk, folder: &Path, part: &str) -> Vec<PathBuf> {
    if part == "*" {
        disk.list(folder).unwrap_or_default().into_iter().map(|name| folder.join(name)).collect()
    } else {
        vec![folder.join(part)]
    }
}

fn is_folder(disk: &dyn Disk, path: &Path) -> bool {
    matches!(disk.look(path), Ok(Some(meta)) if meta.kind == Kind::Folder)
}
