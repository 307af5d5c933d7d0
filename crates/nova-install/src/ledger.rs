//! What Nova saw when it put files in place, for those of which nobody else says what they should be: the digest of a file that was
//! fetched or made, and which files a loader's installer made. One record for each game root; only jobs write it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use nova_files::{Files, FilesError};
use nova_model::Loader;
use serde::{Deserialize, Serialize};

use crate::Sha1;

const FOLDER: &str = "installed";
/// 10,000 files take about 2 MB.
const LARGEST: u64 = 32 << 20;
const FORMAT: u32 = 1;

/// What is remembered of the files below one root. Places are written as in [`crate::Need`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    digests: BTreeMap<String, Sha1>,
    made: BTreeMap<String, BTreeSet<String>>,
    /// What is new since it was read: another job may have written meanwhile.
    learnt: Vec<Learnt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Learnt {
    Kept(String, Sha1),
    Forgot(String),
    Made(String, BTreeSet<String>),
}

#[derive(Serialize, Deserialize)]
struct Table {
    format: u32,
    root: PathBuf,
    digests: BTreeMap<String, String>,
    made: BTreeMap<String, BTreeSet<String>>,
}

impl Ledger {
    /// The record of a root; an empty one where there is none that can be read.
    pub fn read(files: &Files, root: &Path) -> Self {
        Self::try_read(files, root).unwrap_or_default()
    }

    fn try_read(files: &Files, root: &Path) -> Option<Self> {
        let bytes = files.records(FOLDER).ok()?.get(&name(root), LARGEST).ok()??;
        let table: Table = serde_json::from_slice(&bytes).ok()?;
        if table.format != FORMAT || table.root != root {
            return None;
        }
        let parsed = table.digests.into_iter().filter_map(|(place, sha1)| Some((place, Sha1::parse(&sha1)?)));
        Some(Self { digests: parsed.collect(), made: table.made, learnt: Vec::new() })
    }

    /// Adds what was learnt to the record, where something was.
    ///
    /// # Errors
    /// What the system says. Without it files count as not to be checked.
    pub fn write(&self, files: &Files, root: &Path) -> Result<(), FilesError> {
        if self.learnt.is_empty() {
            return Ok(());
        }
        let mut now = Self::read(files, root);
        self.learnt.iter().cloned().for_each(|learnt| now.learn(learnt));
        let table = Table {
            format: FORMAT,
            root: root.to_owned(),
            digests: now.digests.into_iter().map(|(place, sha1)| (place, sha1.to_string())).collect(),
            made: now.made,
        };
        // A root whose path is no text has no record.
        let Ok(bytes) = serde_json::to_vec(&table) else { return Ok(()) };
        files.records(FOLDER)?.put(&name(root), &bytes)
    }

    /// What a file was when it was put there.
    pub fn digest(&self, place: &str) -> Option<Sha1> {
        self.digests.get(place).copied()
    }

    /// Remembers what a file is.
    pub fn keep(&mut self, place: &str, sha1: Sha1) {
        if self.digest(place) != Some(sha1) {
            self.learn(Learnt::Kept(place.to_owned(), sha1));
        }
    }

    /// Forgets a file of which somebody else says what it should be.
    pub(crate) fn forget(&mut self, place: &str) {
        if self.digests.contains_key(place) {
            self.learn(Learnt::Forgot(place.to_owned()));
        }
    }

    /// The files that a loader's installer made; none where it is not known.
    pub fn made(&self, maker: &str) -> Option<&BTreeSet<String>> {
        self.made.get(maker)
    }

    /// Remembers what a loader's installer made.
    pub fn keep_made(&mut self, maker: &str, places: BTreeSet<String>) {
        if self.made.get(maker) != Some(&places) {
            self.learn(Learnt::Made(maker.to_owned(), places));
        }
    }

    fn learn(&mut self, learnt: Learnt) {
        self.learnt.push(learnt.clone());
        match learnt {
            Learnt::Kept(place, sha1) => drop(self.digests.insert(place, sha1)),
            Learnt::Forgot(place) => drop(self.digests.remove(&place)),
            Learnt::Made(maker, places) => drop(self.made.insert(maker, places)),
        }
    }
}

/// By what a loader's installer is remembered: a version may be renamed, its build stays.
pub fn maker(loader: Loader, game: &str, build: &str) -> String {
    format!("{loader} {game} {build}")
}

/// A root's file name: a digest of its path, which may hold anything.
fn name(root: &Path) -> String {
    format!("{}.json", Sha1::of(root.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nova_model::{Clock, Millis};
    use nova_testkit::write_file;

    use super::*;

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Millis {
            0
        }
    }

    #[test]
    fn a_record_is_kept_for_each_root_and_a_broken_one_counts_as_none() {
        let temp = tempfile::tempdir().unwrap();
        let files = Files::open(&temp.path().join("data"), Arc::new(Still));
        let (root, maker) = (temp.path().join("game"), maker(Loader::Forge, "1.20.1", "47.2.0"));
        let mut ledger = Ledger::read(&files, &root);
        ledger.write(&files, &root).unwrap();
        assert!(!files.records(FOLDER).unwrap().folder().exists(), "nothing was learnt");
        ledger.keep("libraries/a.jar", Sha1::of(b"abc"));
        ledger.keep_made(&maker, BTreeSet::from(["libraries/a.jar".to_owned()]));
        ledger.write(&files, &root).unwrap();

        // Two jobs that began with the same record lose nothing of each other.
        let (mut one, mut other) = (Ledger::read(&files, &root), Ledger::read(&files, &root));
        one.keep("libraries/b.jar", Sha1::of(b"b"));
        other.keep("libraries/c.jar", Sha1::of(b"c"));
        one.write(&files, &root).unwrap();
        other.write(&files, &root).unwrap();

        let read = Ledger::read(&files, &root);
        assert_eq!(
            read.digest("libraries/b.jar").zip(read.digest("libraries/c.jar")),
            Some((Sha1::of(b"b"), Sha1::of(b"c")))
        );
        assert_eq!(read.digest("libraries/a.jar"), Some(Sha1::of(b"abc")));
        assert_eq!(read.made(&maker).map(BTreeSet::len), Some(1));
        assert_eq!(Ledger::read(&files, &temp.path().join("other")), Ledger::default());
        write_file(&files.records(FOLDER).unwrap().folder().join(name(&root)), b"{").unwrap();
        assert_eq!(Ledger::read(&files, &root), Ledger::default());
    }
}
