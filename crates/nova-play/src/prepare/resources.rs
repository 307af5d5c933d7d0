//! Sounds of versions before 1.6: the game looks for them by their names, in `resources` of the folder it plays in. They are laid there
//! with a start, since that folder is another one once a version is isolated; what lies there already may be the player's own.

use std::path::Path;

use nova_files::Files;
use nova_version::{AssetIndex, AssetLayout};

use super::{Installed, index};
use crate::PlayError;

/// Lays what is not there; nothing for later versions. An object that was not installed is left out, as any other sound would be.
pub(super) fn lay(files: &Files, installed: &Installed, folder: &Path) -> Result<(), PlayError> {
    let of_age = installed.layout == AssetLayout::Resources;
    let read = of_age.then(|| index(&installed.root, &installed.files)).flatten();
    let objects = installed.root.join("assets/objects");
    let wanted = read.iter().flat_map(AssetIndex::named).filter_map(|(name, asset)| {
        let object = objects.join(asset.path());
        object.is_file().then(|| (object, format!("resources/{}", name.as_str())))
    });
    files.supply(folder, wanted)?;
    Ok(())
}
