//! The picture that the game keeps of a world.

use std::{
    fs::{self, File},
    io::Read,
    path::{Component, Path},
    sync::Arc,
};

use super::OneWorld;
use crate::{
    Desk, Fault, Silent, To,
    blocking::blocking,
    picture::{MOST_BYTES, data_url},
};

/// A world's picture as an address that holds it; none where there is none that can be shown.
pub(super) async fn icon(desk: Arc<Desk>, args: OneWorld, _: To<Silent>) -> Result<Option<String>, Fault> {
    blocking(&desk, move |desk| {
        let instance = desk.app().launcher().instance(args.version.as_deref());
        let instance = instance.map_err(|error| error.report().clone())?;
        Ok(is_name(&args.folder).then(|| picture(&instance.saves().join(&args.folder))).flatten())
    })
    .await
}

fn is_name(folder: &str) -> bool {
    let mut parts = Path::new(folder).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

fn picture(world: &Path) -> Option<String> {
    let file = world.join("icon.png");
    let is_folder = fs::symlink_metadata(world).is_ok_and(|metadata| metadata.is_dir());
    let is_file = fs::symlink_metadata(&file).is_ok_and(|metadata| metadata.is_file());
    if !is_folder || !is_file {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(&file).ok()?.take(MOST_BYTES + 1).read_to_end(&mut bytes).ok()?;
    data_url(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_is_one_folder_name() {
        assert!(is_name("新的世界"));
        for name in ["", ".", "..", "a/b", "/etc", "../x"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
