//! Finds the mod a player or a model means.

use super::{InstalledMod, ModError, ModList};

/// The mod with this id, file name (with or without `.jar` and `.disabled`), or display name: exact first, then the only
/// one that differs in case. Several are an error that names their files, none is one that names the nearest.
pub fn find<'a>(list: &'a ModList, name: &str) -> Result<&'a InstalledMod, ModError> {
    let _ = (list, name);
    unimplemented!()
}
