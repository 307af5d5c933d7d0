//! Copies onto another device: every file synced and read back.

use std::path::Path;

use crate::act::Actor;
use crate::disk::{Disk, Dress, Kind, Meta, walk};
use crate::error::At;
use crate::stamp::sha256_of;
use crate::{FilesError, Result};

/// Copies a file or folder to a new name. Links and pipes cannot be copied and refuse it.
pub(crate) fn tree(disk: &dyn Disk, from: &Path, to: &Path) -> Result<()> {
    let meta = disk.look(from).at(from)?.ok_or_else(|| FilesError::Missing { path: from.to_owned() })?;
    one(disk, from, to, &meta)?;
    if meta.kind != Kind::Folder {
        return Ok(());
    }
    let mut folders = vec![to.to_owned()];
    for (path, meta) in walk(disk, from).at(from)? {
        let target = to.join(path.strip_prefix(from).unwrap_or(&path));
        one(disk, &path, &target, &meta)?;
        if meta.kind == Kind::Folder {
            folders.push(target);
        }
    }
    folders.iter().rev().try_for_each(|folder| disk.sync_dir(folder).at(folder))
}

fn one(disk: &dyn Disk, from: &Path, to: &Path, meta: &Meta) -> Result<()> {
    match meta.kind {
        Kind::Folder => disk.make_dir(to).at(to),
        Kind::File => file(disk, from, to, meta),
        Kind::Link => Err(FilesError::Link { path: from.to_owned() }),
        Kind::Other => Err(FilesError::Odd { path: from.to_owned() }),
    }
}

fn file(disk: &dyn Disk, from: &Path, to: &Path, meta: &Meta) -> Result<()> {
    Actor { disk, staged: &[], lists: &[] }.copy(from, to)?;
    if sha256_of(disk, from)? != sha256_of(disk, to)? {
        return Err(FilesError::Changing { path: from.to_owned() });
    }
    disk.dress(to, Dress { mtime: Some(meta.mtime), mode: Some(meta.mode) }).at(to)
}
