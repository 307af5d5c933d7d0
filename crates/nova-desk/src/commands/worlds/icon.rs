//! The picture that the game keeps of a world.

use std::{
    fs::{self, File},
    io::Read,
    path::{Component, Path},
    sync::Arc,
};

use data_encoding::BASE64;

use super::{OneWorld, aside};
use crate::{Desk, Fault, Silent, To};

/// Bytes of a picture at most; the game's have some ten thousand.
const BYTES: u64 = 256 << 10;
/// Pixels of a side at most; the game's have 64.
const SIDE: u32 = 1024;
/// How each PNG begins, its header's length and name included.
const BEGINNING: &[u8; 16] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// A world's picture as an address that holds it; none where there is none that can be shown.
pub(super) async fn icon(desk: Arc<Desk>, args: OneWorld, _: To<Silent>) -> Result<Option<String>, Fault> {
    aside(desk, move |desk| {
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
    File::open(&file).ok()?.take(BYTES + 1).read_to_end(&mut bytes).ok()?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|read| read <= BYTES);
    (fits && is_small_png(&bytes)).then(|| format!("data:image/png;base64,{}", BASE64.encode(&bytes)))
}

/// Whether it begins like a PNG whose header names sides that a window can hold.
fn is_small_png(bytes: &[u8]) -> bool {
    let side = |at: usize| {
        let four = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let fits = |side: Option<u32>| side.is_some_and(|side| (1..=SIDE).contains(&side));
    bytes.starts_with(BEGINNING) && fits(side(16)) && fits(side(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        [BEGINNING.as_slice(), &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
    }

    #[test]
    fn only_a_png_of_a_bearable_size_is_a_picture() {
        assert!(is_small_png(&png(64, 64)));
        for (width, height) in [(0, 64), (64, 0), (1025, 64), (64, u32::MAX)] {
            assert!(!is_small_png(&png(width, height)), "{width}x{height}");
        }
        assert!(!is_small_png(b"\x89PNG\r\n\x1a\n"));
        assert!(!is_small_png(b"<svg onload='x'/>"));
        assert!(!is_small_png(png(64, 64).get(..20).unwrap()));
    }

    #[test]
    fn a_world_is_one_folder_name() {
        assert!(is_name("新的世界"));
        for name in ["", ".", "..", "a/b", "/etc", "../x"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
