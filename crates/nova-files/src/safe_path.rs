//! Which paths a step may name: absolute, plain, below the game root or the data folder, and no link on the way.

use std::path::{Component, Path, PathBuf};

use crate::disk::{Disk, Kind};
use crate::error::At;
use crate::{FilesError, Result};

/// The folders that a batch may change.
pub(crate) struct Bounds<'a> {
    pub disk: &'a dyn Disk,
    /// The root and the data folder as they were named, which may be through links.
    pub given: [&'a Path; 2],
    /// The game root, canonical.
    pub root: &'a Path,
    /// The data folder, canonical where it is there.
    pub data: &'a Path,
}

impl Bounds<'_> {
    /// The path below the canonical root or data folder. Refuses everything else; links are looked for separately.
    pub(crate) fn place(&self, path: &Path) -> Result<PathBuf> {
        let outside = || FilesError::Outside { path: path.to_owned(), root: self.root.to_owned() };
        if !is_plain(path) {
            return Err(outside());
        }
        let path = self.without_links(path);
        let top = self.top(&path).ok_or_else(outside)?;
        if path == top { Err(outside()) } else { Ok(path) }
    }

    fn without_links(&self, path: &Path) -> PathBuf {
        if self.top(path).is_some() {
            return path.to_owned();
        }
        let pairs = self.given.into_iter().zip([self.root, self.data]);
        let mut moved = pairs.filter_map(|(given, real)| Some(real.join(path.strip_prefix(given).ok()?)));
        moved.next().unwrap_or_else(|| path.to_owned())
    }

    /// The canonical folder that a path lies below: the deeper one, if one lies in the other.
    pub(crate) fn top(&self, path: &Path) -> Option<&Path> {
        let mut tops = [self.root, self.data];
        tops.sort_by_key(|top| std::cmp::Reverse(top.components().count()));
        tops.into_iter().find(|top| path.starts_with(top))
    }

    /// Refuses a path with a link, or a file, in the place of a folder above it (below the root or the data folder).
    pub(crate) fn no_links_above(&self, path: &Path) -> Result<()> {
        let Some(top) = self.top(path) else { return Ok(()) };
        let above = path.ancestors().skip(1).take_while(|part| *part != top && part.starts_with(top));
        let mut above: Vec<&Path> = above.collect();
        above.reverse();
        for part in above {
            match self.disk.look(part).at(part)?.map(|meta| meta.kind) {
                Some(Kind::Folder) => {}
                Some(Kind::Link) => return Err(FilesError::Link { path: part.to_owned() }),
                Some(_) => return Err(FilesError::Odd { path: part.to_owned() }),
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

/// Absolute, and nothing but names after the start.
pub(crate) fn is_plain(path: &Path) -> bool {
    let plain = path.components().all(|part| !matches!(part, Component::ParentDir | Component::CurDir));
    path.is_absolute() && plain && !path.as_os_str().as_encoded_bytes().contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::real::RealDisk;

    fn bounds() -> Bounds<'static> {
        let given = [Path::new("/g"), Path::new("/d")];
        Bounds { disk: &RealDisk, given, root: Path::new("/real/g"), data: Path::new("/real/d") }
    }

    #[test]
    fn paths_below_either_folder_are_placed() {
        assert_eq!(bounds().place(Path::new("/g/mods/a.jar")).unwrap(), Path::new("/real/g/mods/a.jar"));
        assert_eq!(
            bounds().place(Path::new("/d/settings.json")).unwrap(),
            Path::new("/real/d/settings.json")
        );
        assert_eq!(bounds().place(Path::new("/real/g/a")).unwrap(), Path::new("/real/g/a"));
        assert_eq!(
            bounds().place(Path::new("/real/d/settings.json")).unwrap(),
            Path::new("/real/d/settings.json")
        );
    }

    #[test]
    fn everything_else_is_outside() {
        for path in
            ["mods/a.jar", "/g/../x", "/etc/passwd", "/g", "/real/d", "/d", "/real/gg/x", "/g/a\0b", ""]
        {
            assert!(matches!(bounds().place(Path::new(path)), Err(FilesError::Outside { .. })), "{path:?}");
        }
    }
}
