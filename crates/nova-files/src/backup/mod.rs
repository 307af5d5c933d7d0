//! Backups: zips under `<data>/backups/`, each with a sidecar of the same name that ends in `.json`.

mod list;
mod pack;
mod sidecar;
mod unpack;
mod verify;
mod zip;

use std::path::{Path, PathBuf};

use nova_model::Millis;

use crate::{Backup, FilesError, NameFault, NewBackup, Result};

pub(crate) use list::{Known, find, list};
pub(crate) use pack::pack;
pub(crate) use unpack::unpack;
pub(crate) use verify::verify;

use sidecar::Sidecar;

/// A backup to be made: what goes in, and where zip and sidecar are prepared.
pub(crate) struct Job {
    pub sources: Vec<(PathBuf, String)>,
    pub zip: PathBuf,
    pub sidecar: PathBuf,
    about: Sidecar,
}

impl Job {
    /// `root` is the game root that its files belong to.
    pub(crate) fn new(
        id: &str,
        at: Millis,
        root: &Path,
        new: &NewBackup,
        sources: Vec<(PathBuf, String)>,
        aside: &Path,
    ) -> Self {
        let about = Sidecar { root: root.to_str().map(str::to_owned), ..Sidecar::new(id, at, new) };
        let part = |end: &str| aside.join(format!(".{id}.{end}.part"));
        Self { sources, zip: part("zip"), sidecar: part("json"), about }
    }
}

/// The name of a top entry: plain parts with slashes between them.
pub(crate) fn entry_name(name: &str) -> Result<String> {
    let bad = |why| FilesError::BadName { name: name.to_owned(), why };
    for part in name.split('/') {
        match part {
            "" => return Err(bad(NameFault::Empty)),
            "." | ".." => return Err(bad(NameFault::Dots)),
            part if part.contains(['\0', '\\']) => return Err(bad(NameFault::Sign)),
            _ => {}
        }
    }
    Ok(name.to_owned())
}

/// A zip that must not be trusted.
fn bad(backup: &Backup, entry: &str) -> FilesError {
    FilesError::BadBackup { id: backup.id.clone(), entry: entry.to_owned() }
}
