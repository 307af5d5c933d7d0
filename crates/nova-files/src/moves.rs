//! The list of an act that moves many things at once, and the list's file beside the journal entry.
//!
//! An install is thousands of renames. As acts of their own they would make every look at the journal slow, so the entry
//! names the list by its number and hash, and only who does, takes back or undoes the act reads it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::act::{Mark, MarkKind};
use crate::path_text;

/// What one act moves, by paths below its two folders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// Folders made in the new place first, parents before what is in them.
    #[serde(default, with = "path_text::list", skip_serializing_if = "Vec::is_empty")]
    pub make: Vec<PathBuf>,
    pub things: Vec<Moved>,
    /// Folders in the old place that go at the end if they are empty, parents after what is in them.
    #[serde(default, with = "path_text::list", skip_serializing_if = "Vec::is_empty")]
    pub clear: Vec<PathBuf>,
}

/// One thing of it: never a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub(crate) struct Moved {
    pub from: PathBuf,
    pub to: PathBuf,
    pub mark: Mark,
}

impl Moved {
    /// A thing that keeps its place below the two folders.
    pub(crate) fn same(path: PathBuf, mark: Mark) -> Self {
        Self { from: path.clone(), to: path, mark }
    }
}

impl Moves {
    /// The list as it is written. No fault of the disk is possible here.
    pub(crate) fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(std::io::Error::other)
    }

    /// None for what is no list.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Bytes of all files in it.
    pub(crate) fn bytes(&self) -> u64 {
        self.things.iter().map(|moved| moved.mark.size).fold(0, u64::saturating_add)
    }

    /// The folders whose names it changes.
    pub(crate) fn folders(&self, from: &Path, to: &Path) -> impl Iterator<Item = PathBuf> {
        let mut folders = BTreeSet::new();
        folders.extend([from, to].map(Path::to_owned));
        for moved in &self.things {
            folders.extend(from.join(&moved.from).parent().map(Path::to_owned));
            folders.extend(to.join(&moved.to).parent().map(Path::to_owned));
        }
        let made = self.make.iter().map(|folder| to.join(folder));
        let cleared = self.clear.iter().map(|folder| from.join(folder));
        for folder in made.chain(cleared) {
            folders.extend(folder.parent().map(Path::to_owned));
            folders.insert(folder);
        }
        folders.into_iter()
    }

    /// Where everything ends up.
    pub(crate) fn places<'a>(&'a self, to: &'a Path) -> impl Iterator<Item = PathBuf> + 'a {
        self.things.iter().map(|moved| to.join(&moved.to))
    }
}

/// A thing as an array, which is half as long as an object: old path (none where it is the new one), new path, kind, inode,
/// size, time.
#[derive(Serialize, Deserialize)]
struct Row(
    #[serde(with = "path_text::option")] Option<PathBuf>,
    #[serde(with = "path_text")] PathBuf,
    MarkKind,
    u64,
    u64,
    i64,
);

impl From<Row> for Moved {
    fn from(Row(from, to, kind, inode, size, mtime): Row) -> Self {
        let mark = Mark { kind, inode, size, mtime, sum: 0 };
        Self { from: from.unwrap_or_else(|| to.clone()), to, mark }
    }
}

impl From<Moved> for Row {
    fn from(Moved { from, to, mark }: Moved) -> Self {
        let from = (from != to).then_some(from);
        Self(from, to, mark.kind, mark.inode, mark.size, mark.mtime)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Moves {
        let mark = Mark { kind: MarkKind::File, inode: 7, size: 5, mtime: -3, sum: 0 };
        let other = Moved { from: "k".into(), to: "libraries/a.jar".into(), mark };
        let same = Moved::same("assets/世界".into(), Mark { kind: MarkKind::Link, ..mark });
        Moves { make: vec!["libraries".into()], things: vec![other, same], clear: Vec::new() }
    }

    #[test]
    fn a_list_comes_back_from_its_file_as_it_was() {
        let bytes = moves().to_bytes().unwrap();
        assert_eq!(Moves::parse(&bytes), Some(moves()));
        assert_eq!(moves().bytes(), 10);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_text_come_back_too() {
        use std::os::unix::ffi::OsStrExt;
        let name = PathBuf::from(std::ffi::OsStr::from_bytes(b"caf\xe9"));
        let mark = Mark { kind: MarkKind::File, inode: 1, size: 1, mtime: 1, sum: 0 };
        let moves = Moves { things: vec![Moved::same(name, mark)], ..Moves::default() };
        assert_eq!(Moves::parse(&moves.to_bytes().unwrap()), Some(moves));
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in ["", "{}", "[]", r#"{"things":[["a"]]}"#, r#"{"things":[[null,"a","file",1,2]]}"#] {
            assert_eq!(Moves::parse(text.as_bytes()), None, "{text}");
        }
    }
}
