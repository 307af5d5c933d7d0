//! The disk as it will be after the acts that are planned so far.

use std::path::{Path, PathBuf};

use super::Planner;
use super::acts::Trace;
use crate::disk::{Kind, Meta};
use crate::error::At;
use crate::{FilesError, Result};

/// What will be at a path.
pub(super) enum Found {
    Nothing,
    /// Something that is on the disk now, under this path.
    There {
        path: PathBuf,
        meta: Meta,
    },
    /// Something that the batch makes.
    Made(Kind),
}

impl Planner<'_> {
    /// What will be at a path. Links above the place where it is now are refused.
    pub(super) fn find(&self, path: &Path) -> Result<Found> {
        match self.plan.acts.trace(path) {
            Trace::Nothing => Ok(Found::Nothing),
            Trace::Made(kind) => Ok(Found::Made(kind)),
            Trace::Now(path) => {
                self.no_links_above(&path)?;
                let meta = self.look(&path)?;
                Ok(meta.map_or(Found::Nothing, |meta| Found::There { path, meta }))
            }
        }
    }

    /// The same for one of many files, whose folder was looked at before.
    pub(super) fn find_in_known_folder(&self, path: &Path) -> Result<Found> {
        match self.plan.acts.trace(path) {
            Trace::Nothing => Ok(Found::Nothing),
            Trace::Made(kind) => Ok(Found::Made(kind)),
            Trace::Now(path) => {
                let meta = self.disk().look(&path).at(&path)?;
                Ok(meta.map_or(Found::Nothing, |meta| Found::There { path, meta }))
            }
        }
    }

    fn no_links_above(&self, path: &Path) -> Result<()> {
        let Some(top) = self.place.bounds.top(path) else { return Ok(()) };
        let above = path.ancestors().skip(1).take_while(|part| *part != top);
        for part in above.collect::<Vec<_>>().into_iter().rev() {
            match self.look(part)?.map(|meta| meta.kind) {
                Some(Kind::Folder) => {}
                Some(Kind::Link) => return Err(FilesError::Link { path: part.to_owned() }),
                Some(_) => return Err(FilesError::Odd { path: part.to_owned() }),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// The nearest folder above a path that is on the disk now and stays where it is.
    pub(super) fn steady_folder(&self, path: &Path) -> Result<(PathBuf, u64)> {
        for part in path.ancestors().skip(1) {
            match self.find(part)? {
                Found::There { path, meta } if path == part && meta.kind == Kind::Folder => {
                    return Ok((path, meta.device));
                }
                _ => {}
            }
        }
        Err(FilesError::Missing { path: path.to_owned() })
    }
}
