//! OptiFine's jar: what loads it, and the program that makes its library out of the game.

use anyhow::Result;

use crate::jar::zip_bytes;
use crate::upstream::make::{filler, jar};
use crate::upstream::store::Store;

/// The version of the `LaunchWrapper` that it brings.
const WRAPPER: &str = "2.2";

/// The bytes of a build, by the key of its address.
pub(crate) fn bytes(store: &Store, key: &str) -> Result<Vec<u8>> {
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: optifine.Installer\r\n\r\n".to_vec();
    let path = format!("optifine/launchwrapper-of/{WRAPPER}/launchwrapper-of-{WRAPPER}.jar");
    let mut entries = vec![
        ("META-INF/MANIFEST.MF".to_owned(), manifest),
        ("changelog.txt".to_owned(), format!("OptiFine {key}\r\n").into_bytes()),
        ("launchwrapper-of.txt".to_owned(), WRAPPER.as_bytes().to_vec()),
        (format!("launchwrapper-of-{WRAPPER}.jar"), jar::artifact(&path, store.programs.as_ref(), false)?),
        ("patch/a.class.xdelta".to_owned(), filler(key)),
    ];
    entries.extend(store.programs.iter().flat_map(|programs| programs.patcher().iter().cloned()));
    zip_bytes(&entries)
}
