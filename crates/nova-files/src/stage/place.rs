//! Where stages are, and what must not be in one.

use std::path::{Component, Path, PathBuf};

use super::key;
use crate::disk::{Disk, Kind, walk};
use crate::error::At;
use crate::{FilesError, Result, id};

/// Below a game root or the data folder.
const OURS: &str = ".nova";
const STAGES: &str = "stage";

/// The folder that the stages of a root lie in.
pub(super) fn home(top: &Path) -> PathBuf {
    top.join(OURS).join(STAGES)
}

/// Where a job's stage lies in a game root or the data folder, for whoever names it or builds paths in it.
pub fn stage_folder(top: &Path, job: &str) -> PathBuf {
    home(top).join(job)
}

/// The folder of a job's stage, there or not.
pub(super) fn folder(top: &Path, job: &str) -> Result<PathBuf> {
    if id::is(id::Kind::Job, job) {
        Ok(stage_folder(top, job))
    } else {
        Err(FilesError::UnknownStage { id: job.to_owned() })
    }
}

/// The folder of a stage that is there.
pub(crate) fn there(disk: &dyn Disk, top: &Path, job: &str) -> Result<PathBuf> {
    let folder = folder(top, job)?;
    if is_there(disk, top, &folder)? {
        Ok(folder)
    } else {
        Err(FilesError::UnknownStage { id: job.to_owned() })
    }
}

/// Whether a folder below a root is there, with no link on the way to it.
pub(super) fn is_there(disk: &dyn Disk, top: &Path, folder: &Path) -> Result<bool> {
    let parts: Vec<&Path> = folder.ancestors().take_while(|part| *part != top).collect();
    for part in parts.into_iter().rev() {
        match disk.look(part).at(part)?.map(|meta| meta.kind) {
            Some(Kind::Folder) => {}
            Some(Kind::Link) => return Err(FilesError::Link { path: part.to_owned() }),
            Some(_) => return Err(FilesError::Odd { path: part.to_owned() }),
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// Refuses a path in a stage with a link above it: what is freed or put there would be somewhere else. The way to a stage
/// is canonical, so there is no link above the root either.
pub(crate) fn refuse_links(disk: &dyn Disk, path: &Path) -> Result<()> {
    for part in path.ancestors().skip(1) {
        if disk.look(part).at(part)?.is_some_and(|meta| meta.kind == Kind::Link) {
            return Err(FilesError::Link { path: part.to_owned() });
        }
    }
    Ok(())
}

/// Refuses a folder that holds something unfinished, something that is no file, or a link to somewhere else.
pub(crate) fn refuse_what_leaves(disk: &dyn Disk, folder: &Path) -> Result<()> {
    for (path, meta) in walk(disk, folder).at(folder)? {
        let ours = path.file_name().and_then(|name| name.to_str()).is_some_and(key::is_ours);
        match meta.kind {
            Kind::Folder => {}
            Kind::File if !ours => {}
            Kind::Link => {
                let depth = path.strip_prefix(folder).unwrap_or(&path).components().count().saturating_sub(1);
                if !stays_inside(&disk.target(&path).at(&path)?, depth) {
                    return Err(FilesError::Link { path });
                }
            }
            Kind::File | Kind::Other => return Err(FilesError::Odd { path }),
        }
    }
    Ok(())
}

/// Whether a link this deep in a tree of real folders leads to something in the tree. Going up is only for the beginning:
/// behind a name, which may be a link itself, it would lead elsewhere than it says.
pub(super) fn stays_inside(target: &Path, depth: usize) -> bool {
    let mut parts = target.components().peekable();
    let mut up = 0;
    while parts.next_if_eq(&Component::ParentDir).is_some() {
        up += 1;
    }
    up <= depth && parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_up_as_far_as_their_tree_and_never_behind_a_name() {
        for (target, depth) in [("a", 0), ("a/b", 0), ("../a", 1), ("../../lib/x", 2)] {
            assert!(stays_inside(Path::new(target), depth), "{target}");
        }
        for (target, depth) in [
            ("../a", 0),
            ("../../a", 1),
            ("a/../b", 5),
            ("/etc/passwd", 9),
            ("", 3),
            ("..", 2),
            ("../a/../..", 4),
        ] {
            assert!(!stays_inside(Path::new(target), depth), "{target}");
        }
    }
}
