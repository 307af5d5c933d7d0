//! Unpacked jars: a folder that looks like a jar's inside becomes a jar again, and a folder `x.jar` in it a nested one.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use walkdir::{DirEntry, WalkDir};

use crate::jar::zip_bytes;
use crate::{make_folder, write_file};

/// The most that is read of one file (metadata is small; a real class file is below this too).
const MOST: u64 = 64 << 20;

/// What tells a folder apart as the inside of a jar.
const MARKS: [&str; 10] = [
    "fabric.mod.json",
    "quilt.mod.json",
    "META-INF/mods.toml",
    "META-INF/neoforge.mods.toml",
    "META-INF/MANIFEST.MF",
    "META-INF/jarjar/metadata.json",
    "mcmod.info",
    "litemod.json",
    "cccmod.info",
    "neimod.info",
];

/// A folder as the bytes of a jar. Files are taken in the order of their names; links and special files are left out.
pub fn jar_from_folder(folder: &Path) -> Result<Vec<u8>> {
    let mut entries = Vec::new();
    collect(folder, folder, &mut entries)?;
    zip_bytes(&entries)
}

/// Packs each folder below `from`, at any depth, that looks like an unpacked jar into `to`, at the same place. Files that
/// are called `.jar` already (pointers of Git LFS, broken ones) are copied. Returns the paths written, in order.
pub fn pack_folders(from: &Path, to: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let mut walk = WalkDir::new(from).min_depth(1).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        let entry = entry?;
        let bytes = if entry.file_type().is_dir() && is_unpacked_jar(&entry) {
            walk.skip_current_dir();
            jar_from_folder(entry.path())?
        } else if entry.file_type().is_file() && is_jar_name(entry.path()) {
            read(entry.path())?
        } else {
            continue;
        };
        let target = to.join(jar_name(entry.path().strip_prefix(from)?));
        write_file(&target, &bytes)?;
        written.push(target);
    }
    make_folder(to)?;
    Ok(written)
}

fn collect(base: &Path, folder: &Path, entries: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let mut walk = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        let entry = entry?;
        let name = entry_name(entry.path().strip_prefix(base)?)?;
        if entry.file_type().is_dir() && is_jar_name(entry.path()) {
            walk.skip_current_dir();
            entries.push((name, jar_from_folder(entry.path())?));
        } else if entry.file_type().is_file() {
            entries.push((name, read(entry.path())?));
        }
    }
    Ok(())
}

fn is_unpacked_jar(entry: &DirEntry) -> bool {
    is_jar_name(entry.path()) || MARKS.iter().any(|mark| entry.path().join(mark).is_file())
}

fn is_jar_name(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("jar"))
}

/// `a/b` becomes `a/b.jar`; what is called a jar keeps its name.
fn jar_name(path: &Path) -> PathBuf {
    if is_jar_name(path) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".jar");
    PathBuf::from(name)
}

fn entry_name(path: &Path) -> Result<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    Ok(parts.with_context(|| format!("{} is not UTF-8", path.display()))?.join("/"))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    file.take(MOST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(bytes.len() as u64 <= MOST, "{} is larger than {MOST} bytes", path.display());
    Ok(bytes)
}
