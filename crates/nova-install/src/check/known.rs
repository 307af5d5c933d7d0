//! What was hashed before: a table in `cache/known/` of the data folder, one for each game root. Losing it costs one full check.

use std::{
    collections::BTreeMap,
    fs::Metadata,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use nova_files::{Files, FilesError};
use serde::{Deserialize, Serialize};

use super::{Expected, Sha1};

/// Larger tables are begun anew: 100,000 files take about 15 MB.
const LARGEST: u64 = 64 << 20;
const FORMAT: u32 = 1;

/// A file as it was when it was hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    size: u64,
    mtime: u64,
    inode: u64,
    sha1: Sha1,
}

impl Seen {
    pub(super) fn of(meta: &Metadata, sha1: Sha1) -> Self {
        Self { size: meta.len(), mtime: mtime(meta), inode: inode(meta), sha1 }
    }
}

/// What is known of the files below one root.
#[derive(Clone, Debug, Default)]
pub struct Known {
    files: BTreeMap<PathBuf, Seen>,
    changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Table {
    format: u32,
    root: PathBuf,
    files: Vec<(PathBuf, u64, u64, u64, String)>,
}

impl Known {
    /// The table of a root; an empty one where there is none that can be used.
    pub fn read(files: &Files, root: &Path) -> Self {
        Self::try_read(files, root).unwrap_or_default()
    }

    fn try_read(files: &Files, root: &Path) -> Option<Self> {
        let bytes = files.records("cache/known").ok()?.get(&name(root), LARGEST).ok()??;
        let table: Table = serde_json::from_slice(&bytes).ok()?;
        if table.format != FORMAT || table.root != root {
            return None;
        }
        let seen = |(path, size, mtime, inode, sha1): (PathBuf, u64, u64, u64, String)| {
            Some((path, Seen { size, mtime, inode, sha1: Sha1::parse(&sha1)? }))
        };
        Some(Self { files: table.files.into_iter().filter_map(seen).collect(), changed: false })
    }

    /// Keeps it, where it learnt something.
    ///
    /// # Errors
    /// What the system says; it can be made again.
    pub fn write(&self, files: &Files, root: &Path) -> Result<(), FilesError> {
        if !self.changed {
            return Ok(());
        }
        let row = |(path, seen): (&PathBuf, &Seen)| {
            (path.clone(), seen.size, seen.mtime, seen.inode, seen.sha1.to_string())
        };
        let table =
            Table { format: FORMAT, root: root.to_owned(), files: self.files.iter().map(row).collect() };
        // A path that is no text cannot be kept; it is hashed again.
        let Ok(bytes) = serde_json::to_vec(&table) else { return Ok(()) };
        files.records("cache/known")?.put(&name(root), &bytes)
    }

    /// Learns files that were hashed while they were written, by how they look now.
    pub(crate) fn learn_unread(&mut self, root: &Path, files: &[Expected]) {
        for file in files {
            let meta = root.join(&file.path).symlink_metadata();
            // Which of several it has is found out by hashing it.
            if let (Ok(meta), [sha1]) = (meta, file.sha1s.as_slice())
                && meta.is_file()
                && file.size.is_none_or(|size| size == meta.len())
            {
                self.learn(&file.path, Seen::of(&meta, *sha1));
            }
        }
    }

    pub(super) fn knows(&self, path: &Path, meta: &Metadata, wanted: &[Sha1]) -> bool {
        let is_same = |seen: &&Seen| **seen == Seen::of(meta, seen.sha1);
        self.files.get(path).filter(is_same).is_some_and(|seen| wanted.contains(&seen.sha1))
    }

    pub(super) fn learn(&mut self, path: &Path, seen: Seen) {
        self.changed |= self.files.insert(path.to_owned(), seen) != Some(seen);
    }

    pub(super) fn forget(&mut self, path: &Path) {
        self.changed |= self.files.remove(path).is_some();
    }
}

/// A root's file name: a digest of its path, which may hold anything.
fn name(root: &Path) -> String {
    format!("{}.json", Sha1::of(root.as_os_str().as_encoded_bytes()))
}

fn mtime(meta: &Metadata) -> u64 {
    let since = meta.modified().ok().and_then(|written| written.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or_default()
}

#[cfg(unix)]
fn inode(meta: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(meta)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nova_model::{Clock, Millis};
    use nova_testkit::write_file;

    use super::super::{Depth, Expected, State, check};
    use super::*;

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Millis {
            0
        }
    }

    #[test]
    fn a_table_is_kept_for_each_root_and_a_broken_one_is_begun_anew() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("game");
        write_file(&root.join("a"), b"abc").unwrap();
        let files = Files::open(&temp.path().join("data"), Arc::new(Still));
        let mut known = Known::read(&files, &root);
        let wanted = [Expected { path: "a".into(), size: None, sha1s: vec![Sha1::of(b"abc")] }];
        assert_eq!(check(&root, &wanted, Depth::Changed, &mut known, &()), [State::Right]);
        known.write(&files, &root).unwrap();

        assert_eq!(Known::read(&files, &root).files, known.files);
        assert!(Known::read(&files, &temp.path().join("other")).files.is_empty());
        let path = files.records("cache/known").unwrap().folder().join(name(&root));
        write_file(&path, b"{").unwrap();
        assert!(Known::read(&files, &root).files.is_empty());
    }
}
