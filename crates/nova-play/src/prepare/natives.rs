//! Natives: libraries of the system that old versions bring in archives, unpacked flat into one folder.
//!
//! The folder is named after the archives' names and sizes, so it is made once, and a changed archive makes another one. It lies in the
//! data folder's cache: nothing in a game folder is written for them.

use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

use data_encoding::HEXLOWER;
use nova_archive::{EntryKind, Limits, Zip};
use nova_files::{Files, Records};
use nova_version::NativeFile;
use sha2::{Digest, Sha256};

use super::Installed;
use crate::PlayError;

/// The largest library that was seen has 9 MiB.
const LARGEST: u64 = 256 << 20;
/// No archive has more of them.
const MOST: usize = 512;
/// Says that all of it is there.
const WHOLE: &str = "whole";

pub(super) fn folder(files: &Files, installed: &Installed) -> PathBuf {
    files.data().join(place(installed))
}

fn place(installed: &Installed) -> PathBuf {
    let mut digest = Sha256::new();
    for native in &installed.files.natives {
        let path = archive(installed, native);
        let size = fs::metadata(&path).map(|meta| meta.len()).unwrap_or_default();
        digest.update(format!("{}:{size}\n", native.file.path.as_str()));
    }
    let name = HEXLOWER.encode(digest.finalize().get(..10).unwrap_or_default());
    Path::new("cache/natives").join(name)
}

fn archive(installed: &Installed, native: &NativeFile) -> PathBuf {
    installed.root.join("libraries").join(native.file.path.as_str())
}

/// Unpacks all of them. A folder without anything in it is made for versions that bring none: the game is given one anyway.
pub(super) fn unpack(files: &Files, installed: &Installed) -> Result<PathBuf, PlayError> {
    let records = files.records(place(installed))?;
    if records.get(WHOLE, 16)?.is_none() {
        for native in &installed.files.natives {
            unpack_one(&records, &archive(installed, native), native)?;
        }
        records.put(WHOLE, b"")?;
    }
    Ok(records.folder().to_owned())
}

fn unpack_one(records: &Records, path: &Path, native: &NativeFile) -> Result<(), PlayError> {
    let bad = |source| PlayError::Natives { path: path.to_owned(), source };
    let file = File::open(path).map_err(|error| bad(error.into()))?;
    let mut zip = Zip::open(BufReader::new(file), &Limits::jar()).map_err(bad)?;
    let wanted: Vec<(usize, String)> = zip
        .entries()
        .filter(|entry| entry.kind() == EntryKind::File)
        .filter_map(|entry| Some((entry.index(), library(&entry.name(), &native.exclude)?)))
        .take(MOST)
        .collect();
    for (index, name) in wanted {
        let bytes = zip.read(index, LARGEST).map_err(bad)?;
        records.put(&name, &bytes)?;
    }
    Ok(())
}

/// The file name of an entry that is a library of a system, and is wanted.
fn library(entry: &str, exclude: &[String]) -> Option<String> {
    let skipped =
        entry.starts_with("META-INF/") || exclude.iter().any(|begin| entry.starts_with(begin.as_str()));
    let name = entry.rsplit('/').next()?;
    let lower = name.to_ascii_lowercase();
    let is_library = [".dll", ".so", ".dylib", ".jnilib"].iter().any(|ending| lower.ends_with(ending))
        || lower.contains(".so.");
    (!skipped && is_library && nova_files::safe_name(name).is_ok()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_libraries_of_systems_are_unpacked_and_none_by_a_path() {
        let exclude = ["linux/x86/".to_owned()];
        let table = [
            ("liblwjgl64.so", Some("liblwjgl64.so")),
            ("windows/x64/lwjgl.dll", Some("lwjgl.dll")),
            ("libopenal.dylib", Some("libopenal.dylib")),
            ("libX.so.1", Some("libX.so.1")),
            ("META-INF/x.so", None),
            ("linux/x86/a.so", None),
            ("readme.txt", None),
            ("lwjgl.dll.git", None),
            ("folder/", None),
            ("a\\b.dll", None),
        ];
        for (entry, expected) in table {
            assert_eq!(library(entry, &exclude).as_deref(), expected, "{entry}");
        }
    }
}
