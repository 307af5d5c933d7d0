//! The names of things in a stage: paths with `/` that every system can hold.

use std::path::{Path, PathBuf};

use crate::names::fault;
use crate::{FilesError, NameFault, Result};

/// What is not finished lies under its key and this.
pub(super) const PART: &str = ".nova-part";
/// What is noted of it.
pub(super) const NOTE: &str = ".nova-note";

/// The longest name in a key: the endings have to fit.
const LONGEST_NAME: usize = 255 - PART.len();
const LONGEST: usize = 1024;

/// A key that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(String);

impl Key {
    pub(crate) fn new(key: &str) -> Result<Self> {
        let why =
            if key.len() > LONGEST { Some(NameFault::Long) } else { key.split('/').find_map(part_fault) };
        match why {
            None => Ok(Self(key.to_owned())),
            Some(why) => Err(FilesError::BadName { name: key.to_owned(), why }),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn below(&self, stage: &Path) -> PathBuf {
        stage.join(&self.0)
    }

    pub(super) fn part(&self, stage: &Path) -> PathBuf {
        stage.join(format!("{}{PART}", self.0))
    }

    pub(super) fn note(&self, stage: &Path) -> PathBuf {
        stage.join(format!("{}{NOTE}", self.0))
    }

    /// The folders above it, outermost first.
    pub(super) fn folders(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.match_indices('/').filter_map(|(end, _)| self.0.get(..end))
    }

    /// The number of folders above it.
    pub(super) fn depth(&self) -> usize {
        self.folders().count()
    }
}

fn part_fault(name: &str) -> Option<NameFault> {
    if name.len() > LONGEST_NAME {
        return Some(NameFault::Long);
    }
    fault(name).or_else(|| is_ours(name).then_some(NameFault::Sign))
}

/// Whether a name is that of something unfinished, or of a note.
pub(super) fn is_ours(name: &str) -> bool {
    name.ends_with(PART) || name.ends_with(NOTE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_are_plain_paths() {
        for key in ["a", "assets/objects/ab/abcd", "世界/1.20.1.jar", "java/bin/java", "a.part", ".hidden/x"]
        {
            assert!(Key::new(key).is_ok(), "{key}");
        }
        assert_eq!(Key::new("a/b/c").unwrap().folders().collect::<Vec<_>>(), ["a", "a/b"]);
    }

    #[test]
    fn what_leaves_the_stage_or_fits_no_system_is_refused() {
        let long = "x".repeat(250);
        for key in [
            "",
            "/",
            "/etc/passwd",
            "a/",
            "a//b",
            "..",
            "a/../b",
            "./a",
            "a/.",
            "c:/x",
            "a\\b",
            "con",
            "a/nul.txt/b",
            "a\0",
            "a\n",
            "a./b",
            "a /b",
            "x.nova-part",
            "a/x.nova-note",
            &long,
        ] {
            assert!(matches!(Key::new(key), Err(FilesError::BadName { .. })), "{key:?}");
        }
        assert!(Key::new(&"a/".repeat(600)).is_err());
    }

    proptest! {
        #[test]
        fn a_key_stays_in_its_stage(key in "[a-c./\\\\:]{0,12}") {
            if let Ok(key) = Key::new(&key) {
                let plain = Path::new(key.as_str()).components().all(|part| matches!(part, std::path::Component::Normal(_)));
                prop_assert!(plain && key.below(Path::new("/s")).starts_with("/s"));
            }
        }
    }
}
