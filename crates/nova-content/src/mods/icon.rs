//! The picture that a mod brings, read from its jar when it is asked for.

use std::path::PathBuf;

use nova_archive::{Limits, Zip};
use nova_game::Instance;
use nova_model::Millis;

use super::{ModError, folder};
use crate::{
    facts::{self, Loader},
    regular,
};

/// A mod's file as it lies there now. The same one means the same bytes, as far as a folder can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModFileOnDisk {
    /// Where.
    pub path: PathBuf,
    /// Bytes.
    pub size: u64,
    /// When it was last written.
    pub modified: Millis,
    /// Below `mods/`, printable.
    file: String,
    loader: Option<Loader>,
}

/// The file of the mods folder that is called this; none where there is none. Only names of the folder's own listing count, so
/// that no name leads out of it.
pub fn on_disk(instance: &Instance, file: &str) -> Result<Option<ModFileOnDisk>, ModError> {
    let found = folder::of(instance)?.files.into_iter().find(|found| found.file == file);
    Ok(found.map(|found| ModFileOnDisk {
        path: found.path,
        size: found.size,
        modified: found.modified,
        file: found.file,
        loader: facts::loader(instance),
    }))
}

impl ModFileOnDisk {
    /// The bytes of the picture that its metadata names, up to `cap`; none where there is none, or none that can be read.
    pub fn icon(&self, cap: u64) -> Option<Vec<u8>> {
        let facts = facts::read_jar(regular::open(&self.path).ok()?, &self.file);
        let icon = facts::main_mod(&facts, self.loader)?.icon.clone()?;
        let mut zip = Zip::open(regular::open(&self.path).ok()?, &Limits::jar()).ok()?;
        zip.read_name(&icon, cap).ok().flatten()
    }
}
