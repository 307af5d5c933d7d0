//! What lies in a game folder: the same as after a fresh install, part of it, or something that was never meant to be there.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

/// The launcher's own folder in a game folder: stages, trash.
const OWN: &str = ".nova";

/// Files by their path; a digest stands for what is in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree(BTreeMap<String, u64>);

impl Tree {
    /// What lies in a folder, without the launcher's own.
    pub(super) fn of(folder: &Path) -> Result<Self> {
        let mut files = BTreeMap::new();
        let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != OWN);
        for entry in walk {
            let entry = entry?;
            if !entry.file_type().is_dir() {
                let name = entry.path().strip_prefix(folder)?.to_string_lossy().into_owned();
                files.insert(name, digest(entry.path())?);
            }
        }
        Ok(Self(files))
    }

    /// How many files.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Files here that the other has not, or has with other contents.
    pub(super) fn beyond(&self, other: &Self) -> Vec<&str> {
        let strange = self.0.iter().filter(|(name, digest)| other.0.get(*name) != Some(*digest));
        strange.map(|(name, _)| name.as_str()).collect()
    }
}

fn digest(path: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    match std::fs::read_link(path) {
        Ok(target) => target.hash(&mut hasher),
        Err(_) => {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// The names in a folder; none where it is not there.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::{clear, write};
    use super::*;

    #[test]
    fn what_is_strange_is_named_and_the_launchers_own_folder_is_left_out() {
        let folder = std::env::temp_dir().join(format!("nova-xtask-tree-{}", std::process::id()));
        clear(&folder).unwrap();
        write(&folder.join("a/one"), "1").unwrap();
        write(&folder.join("two"), "2").unwrap();
        write(&folder.join(".nova/stage/x"), "x").unwrap();
        let whole = Tree::of(&folder).unwrap();
        write(&folder.join("two"), "changed").unwrap();
        let changed = Tree::of(&folder).unwrap();
        assert_eq!((whole.len(), changed.beyond(&whole)), (2, vec!["two"]));
        assert!(Tree::default().is_empty() && Tree::default().beyond(&whole).is_empty());
        clear(&folder).unwrap();
    }
}
