//! A game root and a data folder in a temporary folder.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use nova_files::{Batch, Entry, Files, NewBackup, Result, Step};
use nova_model::{Clock, Millis, Origin};

pub(crate) struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now(&self) -> Millis {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

pub(crate) struct Place {
    home: tempfile::TempDir,
    pub files: Files,
}

impl Place {
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("game")).unwrap();
        let clock = Arc::new(Ticking(AtomicI64::new(1_796_044_122_000)));
        let files = Files::open(&home.path().join("data"), clock);
        Self { home, files }
    }

    /// Another run of the program.
    pub(crate) fn again(&self) -> Files {
        Files::open(self.files.data(), Arc::new(Ticking(AtomicI64::new(1_796_044_999_000))))
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.home.path().join("game")
    }

    pub(crate) fn data(&self, name: &str) -> PathBuf {
        self.home.path().join("data").join(name)
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub(crate) fn plant(&self, name: impl AsRef<Path>, bytes: &[u8]) -> PathBuf {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn apply(&self, steps: Vec<Step>) -> Result<Entry> {
        self.files.apply(Batch { root: self.root(), steps }, &Origin::default())
    }

    pub(crate) fn undo(&self, entry: &Entry) -> Result<Entry> {
        self.files.undo(&entry.id, &Origin::default())
    }

    pub(crate) fn backup(&self, name: &str) -> Step {
        let sources = vec![(self.path(name), name.to_owned())];
        Step::Backup { backup: NewBackup { sources, why: "asked".into(), ..NewBackup::default() } }
    }

    pub(crate) fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        tree(&self.root())
    }
}

/// Every file below a folder with its contents; folders and what is no file with none.
pub(crate) fn tree(top: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let bytes = if meta.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            found.insert(path.strip_prefix(top).unwrap().to_owned(), bytes);
            if meta.is_dir() {
                open.push(path);
            }
        }
    }
    found
}
