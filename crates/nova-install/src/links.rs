//! Folders that are links are refused before anything is fetched: nothing is put where a link leads.

use std::{collections::BTreeSet, path::Path};

use crate::InstallError;

/// Refuses places with a link above them, below the root.
///
/// # Errors
/// [`InstallError::Linked`] with the first such folder.
pub(crate) fn refuse<'a>(root: &Path, places: impl Iterator<Item = &'a str>) -> Result<(), InstallError> {
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for place in places {
        let ends = place.match_indices('/').map(|(at, _)| at);
        folders.extend(ends.filter_map(|end| place.get(..end)));
    }
    let is_link =
        |folder: &&&str| root.join(folder).symlink_metadata().is_ok_and(|meta| meta.file_type().is_symlink());
    match folders.iter().find(is_link) {
        Some(folder) => Err(InstallError::Linked { path: root.join(folder) }),
        None => Ok(()),
    }
}
