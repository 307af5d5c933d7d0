//! The recorded files beside the repository.

use std::{
    collections::BTreeMap,
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

/// Compares lines (`<name> | … | <facts>`) with those stored under the same name; with `NOVA_UPDATE` set they are stored instead. What is
/// recorded may grow: a name that is not stored yet is no fault.
#[expect(clippy::disallowed_methods, reason = "a snapshot is written by its own test")]
pub(crate) fn snapshot(name: &str, lines: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(name);
    if std::env::var_os("NOVA_UPDATE").is_some() {
        fs::write(&path, format!("{}\n", lines.join("\n"))).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    let stored: BTreeMap<&str, &str> = stored.lines().filter_map(|line| line.rsplit_once(" | ")).collect();
    let mut met = 0;
    for (key, facts) in lines.iter().filter_map(|line| line.rsplit_once(" | ")) {
        if let Some(then) = stored.get(key) {
            assert_eq!(&facts, then, "{name}: {key}");
            met += 1;
        }
    }
    assert!(met * 10 >= stored.len() * 9, "{name}: {met} of {} are there", stored.len());
}
