//! The disk as it will be after the acts that are planned so far.

use std::path::{Path, PathBuf};

use super::Planner;
use crate::act::{Act, Thing};
use crate::disk::{Kind, Meta};
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

enum Sight {
    /// Settled by this act.
    Is(Found),
    /// The same thing had this path before the act.
    Was(PathBuf),
}

impl Planner<'_> {
    /// Goes back through the acts to where the thing comes from. Links above it are refused.
    pub(super) fn find(&self, path: &Path) -> Result<Found> {
        let mut path = path.to_owned();
        for act in self.plan.acts.iter().rev() {
            match sight(act, path) {
                Sight::Is(found) => return Ok(found),
                Sight::Was(before) => path = before,
            }
        }
        self.no_links_above(&path)?;
        Ok(match self.look(&path)? {
            Some(meta) => Found::There { path, meta },
            None => Found::Nothing,
        })
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

fn sight(act: &Act, path: PathBuf) -> Sight {
    match act {
        Act::Move { from, to, thing } => moved(from, to, *thing, path),
        Act::MakeDir { path: made } if *made == path => Sight::Is(Found::Made(Kind::Folder)),
        Act::Put { path: made, .. } | Act::Note { path: made, .. } if *made == path => {
            Sight::Is(Found::Made(Kind::File))
        }
        Act::RemoveDir { path: gone } | Act::Unnote { path: gone, .. } if *gone == path => {
            Sight::Is(Found::Nothing)
        }
        _ => Sight::Was(path),
    }
}

fn moved(from: &Path, to: &Path, thing: Thing, path: PathBuf) -> Sight {
    match path.strip_prefix(to) {
        // What is prepared aside cannot be looked into yet.
        Ok(_) if matches!(thing, Thing::Staged(_)) => Sight::Is(Found::Made(Kind::Folder)),
        Ok(rest) if rest.as_os_str().is_empty() => Sight::Was(from.to_owned()),
        Ok(rest) => Sight::Was(from.join(rest)),
        Err(_) if path.starts_with(from) => Sight::Is(Found::Nothing),
        Err(_) => Sight::Was(path),
    }
}
