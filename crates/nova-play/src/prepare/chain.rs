//! The files of a version and those it builds on, from the disk.

use std::path::Path;

use nova_version::VersionFile;

use crate::PlayError;

/// The largest version file that was seen has 400 KiB.
const LARGEST: u64 = 8 << 20;
/// More generations than any version has; what goes round ends here too.
const MOST: usize = 16;

pub(super) fn read(root: &Path, id: &str) -> Result<Vec<VersionFile>, PlayError> {
    let mut chain = vec![one(root, id)?];
    while let Some(parent) = chain.last().and_then(|file: &VersionFile| file.inherits_from.clone()) {
        // An id that is its own parent is one of the oddities of the wild: the file is whole by itself.
        if chain.len() >= MOST || chain.iter().any(|file| file.name == parent) {
            break;
        }
        chain.push(one(root, &parent)?);
    }
    Ok(chain)
}

fn one(root: &Path, id: &str) -> Result<VersionFile, PlayError> {
    let missing = || PlayError::NoVersion { version: nova_model::clean(id, 120) };
    nova_files::safe_name(id).map_err(|_| missing())?;
    let path = root.join("versions").join(id).join(format!("{id}.json"));
    let bytes = nova_files::read_state(&path, LARGEST)?.ok_or_else(missing)?;
    Ok(VersionFile::parse(id, &bytes)?)
}
