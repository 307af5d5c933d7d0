//! Who has which stage: a lock on its folder, and the list of those that this program has.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{lock, place};
use crate::disk::{Disk, Guard, Share, make_dirs, walk};
use crate::error::At;
use crate::{Files, FilesError, Result, id};

/// The stages that this program has, by folder: a change that places from one of them must not try to lock it again.
pub(crate) type Registry = Arc<Mutex<HashSet<PathBuf>>>;

/// A stage that a killed run left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftStage {
    /// The job's id.
    pub job: String,
    /// Files in it, finished or not.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Where the stage of a handle stands.
pub(super) enum Hold {
    /// It has no folder yet.
    Absent,
    /// Its folder is there and locked.
    Open(Held),
    /// It was freed.
    Gone,
}

/// A locked stage.
pub(super) struct Held {
    registry: Registry,
    folder: PathBuf,
    _lock: Box<dyn Guard>,
}

impl Drop for Held {
    fn drop(&mut self) {
        lock(&self.registry).remove(&self.folder);
    }
}

/// Takes a stage whose folder is there.
pub(super) fn take(files: &Files, top: &Path, folder: &Path) -> Result<Hold> {
    if !place::is_there(files.disk(), top, folder)? {
        return Ok(Hold::Absent);
    }
    let busy = || FilesError::Busy { path: folder.to_owned() };
    let guard = match files.disk().lock(folder, Share::Alone) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Hold::Absent),
        guard => guard.at(folder)?.ok_or_else(busy)?,
    };
    // Whoever had it until now may have freed it: the lock is then on a folder without a name.
    if !place::is_there(files.disk(), top, folder)? {
        return Ok(Hold::Absent);
    }
    let registry = files.inner.stages.clone();
    lock(&registry).insert(folder.to_owned());
    Ok(Hold::Open(Held { registry, folder: folder.to_owned(), _lock: guard }))
}

/// Makes the folder of a stage and takes it.
pub(super) fn make(files: &Files, top: &Path, folder: &Path) -> Result<Hold> {
    // Links are looked for first: what is made must not be made behind one.
    place::is_there(files.disk(), top, folder)?;
    // A second time, should another program have tidied the folders above away in between.
    make_dirs(files.disk(), folder).or_else(|_| make_dirs(files.disk(), folder)).at(folder)?;
    match take(files, top, folder)? {
        Hold::Open(held) => Ok(Hold::Open(held)),
        _ => Err(FilesError::Missing { path: folder.to_owned() }),
    }
}

/// Locks stages for a change that takes from them, but for those that this program has.
pub(crate) fn hold_all(files: &Files, folders: &[PathBuf]) -> Result<Vec<Box<dyn Guard>>> {
    let mut guards = Vec::new();
    for folder in folders {
        if lock(&files.inner.stages).contains(folder) {
            continue;
        }
        let guard = files.disk().lock(folder, Share::Alone).at(folder)?;
        guards.push(guard.ok_or_else(|| FilesError::Busy { path: folder.clone() })?);
    }
    Ok(guards)
}

/// The stages that nobody has.
pub(super) fn left(files: &Files, top: &Path) -> Result<Vec<LeftStage>> {
    let (disk, home) = (files.disk(), place::home(top));
    if !place::is_there(disk, top, &home)? {
        return Ok(Vec::new());
    }
    let mut names = disk.list(&home).at(&home)?;
    names.sort();
    let mut left = Vec::new();
    for job in names.iter().filter_map(|name| name.to_str()).filter(|name| id::is(id::Kind::Job, name)) {
        let folder = home.join(job);
        let mine = lock(&files.inner.stages).contains(&folder);
        if mine || !matches!(disk.lock(&folder, Share::Together), Ok(Some(_))) {
            continue;
        }
        let found = walk(disk, &folder).at(&folder)?;
        let files = found.iter().filter(|(_, meta)| meta.kind != crate::disk::Kind::Folder);
        let (files, bytes) =
            files.fold((0_u64, 0_u64), |sum, (_, meta)| (sum.0 + 1, sum.1.saturating_add(meta.size)));
        left.push(LeftStage { job: job.to_owned(), files, bytes });
    }
    Ok(left)
}

/// The folders around the last stage go with it. Where others are in them, or they cannot be removed, they stay.
pub(super) fn tidy(disk: &dyn Disk, top: &Path) {
    let home = place::home(top);
    let _ = disk.remove_dir(&home).and_then(|()| disk.remove_dir(home.parent().unwrap_or(&home)));
}
