//! The folders on the way to many files: each of them is looked at once.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::Planner;
use super::view::Found;
use crate::disk::Kind;
use crate::{FilesError, Result, safe_name};

/// What is known of the folders below one folder.
pub(super) struct Grounds {
    pub top: PathBuf,
    known: HashMap<PathBuf, Ground>,
    /// The missing ones, by paths below the top; they sort before what is in them.
    pub make: BTreeSet<PathBuf>,
    names: Names,
}

/// Which names new folders may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Those that every system can hold.
    Safe,
    /// Whatever they had before.
    Any,
}

/// A folder that files go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    /// It is there, or an earlier step makes it.
    pub there: bool,
    /// Its device, or that of the nearest folder above it that is there.
    pub device: u64,
}

impl Grounds {
    pub(super) fn new(top: &Path, names: Names) -> Self {
        Self { top: top.to_owned(), known: HashMap::new(), make: BTreeSet::new(), names }
    }

    /// The missing folders, parents first.
    pub(super) fn missing(self) -> Vec<PathBuf> {
        self.make.into_iter().collect()
    }

    /// A path below the top without it.
    pub(super) fn below(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.top).unwrap_or(path).to_owned()
    }
}

impl Planner<'_> {
    /// The folder of a file below the top. Links, files in the place of folders, and open worlds are refused.
    pub(super) fn ground(&self, grounds: &mut Grounds, folder: &Path) -> Result<Ground> {
        if let Some(ground) = grounds.known.get(folder) {
            return Ok(*ground);
        }
        let ground = if folder == grounds.top || !folder.starts_with(&grounds.top) {
            self.top_ground(&grounds.top)?
        } else {
            let above = self.ground(grounds, folder.parent().unwrap_or(folder))?;
            self.ground_in(above, grounds, folder)?
        };
        grounds.known.insert(folder.to_owned(), ground);
        Ok(ground)
    }

    fn top_ground(&self, top: &Path) -> Result<Ground> {
        let there = self.look(top)?.is_some();
        Ok(Ground { there, device: self.nearest(top)?.1 })
    }

    fn ground_in(&self, above: Ground, grounds: &mut Grounds, folder: &Path) -> Result<Ground> {
        let found = if above.there { self.find(folder)? } else { Found::Nothing };
        match found {
            Found::Nothing => {
                if grounds.names == Names::Safe {
                    safe_name(&folder.file_name().unwrap_or_default().to_string_lossy())?;
                }
                grounds.make.insert(grounds.below(folder));
                Ok(Ground { there: false, device: above.device })
            }
            Found::Made(Kind::Folder) => Ok(Ground { there: true, device: above.device }),
            Found::There { path, meta } if meta.kind == Kind::Folder => {
                self.refuse_open_world(path)?;
                Ok(Ground { there: true, device: meta.device })
            }
            Found::There { path, meta } if meta.kind == Kind::Link => Err(FilesError::Link { path }),
            Found::Made(_) | Found::There { .. } => Err(FilesError::Odd { path: folder.to_owned() }),
        }
    }

    fn refuse_open_world(&self, folder: PathBuf) -> Result<()> {
        if self.disk().is_held(&folder.join(crate::session::LOCK)) {
            return Err(FilesError::WorldOpen { world: folder });
        }
        Ok(())
    }
}
