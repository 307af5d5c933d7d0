//! The recorded files beside the repository.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A part of the shared folder; nothing, and a word about it, where it is not there.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let beside = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")).to_path_buf();
    let root = std::env::var_os("NOVA_SHARED").map_or(beside, PathBuf::from);
    let path = root.join(part);
    if !path.exists() {
        println!("skipped: no {part} here");
        return None;
    }
    Some(path)
}

/// Every file below a folder whose name ends so, in order.
pub(crate) fn below(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, end, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
}

/// FNV-1a, so that a change of any word shows in a snapshot of one line.
pub(crate) fn hash(words: impl Iterator<Item = String>) -> u64 {
    let bytes = words.flat_map(|word| word.into_bytes().into_iter().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Compares lines with a stored file; with `NOVA_UPDATE` set they are stored instead.
#[expect(clippy::disallowed_methods, reason = "a snapshot is written by its own test")]
pub(crate) fn snapshot(name: &str, lines: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(name);
    let text = format!("{}\n", lines.join("\n"));
    if std::env::var_os("NOVA_UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let wrong = text.lines().zip(stored.lines()).find(|(now, then)| now != then);
    assert_eq!(wrong, None, "{name}: the first line that changed (now, then)");
    assert_eq!(text.lines().count(), stored.lines().count(), "{name}");
}
