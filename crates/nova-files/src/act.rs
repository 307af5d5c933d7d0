//! The small moves that a step is made of, each with its reversal.
//!
//! A reversal looks at the disk and decides from what is there whether the act was done; so it may run any number of
//! times, after any part of the acts, and be cut off itself.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::{Disk, Dress, Kind, Meta, write_new};
use crate::error::At;
use crate::stamp::{sha256_of, sum};
use crate::{FilesError, Result, path_text};

/// By what a thing is known again after it was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub kind: MarkKind,
    pub inode: u64,
    pub size: u64,
    pub mtime: i64,
    /// Over all that is in it, for what was prepared aside: tells whether somebody used it since. 0 where not taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sum: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference to the field")]
fn is_zero(sum: &u64) -> bool {
    *sum == 0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkKind {
    File,
    Folder,
    Link,
    Other,
}

impl Mark {
    pub(crate) fn of(meta: &Meta) -> Self {
        let kind = match meta.kind {
            Kind::File => MarkKind::File,
            Kind::Folder => MarkKind::Folder,
            Kind::Link => MarkKind::Link,
            Kind::Other => MarkKind::Other,
        };
        Self { kind, inode: meta.inode, size: meta.size, mtime: meta.mtime, sum: 0 }
    }

    fn is(&self, meta: &Meta) -> bool {
        let other = Self::of(meta);
        self.kind == other.kind && self.inode != 0 && self.inode == other.inode
    }

    /// Some file systems (FAT) give new inodes at each mount: then size and time have to do.
    fn resembles(&self, meta: &Meta) -> bool {
        let other = Self::of(meta);
        self.kind == other.kind && self.size == other.size && self.mtime == other.mtime
    }
}

/// Which thing a move moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Thing {
    /// One that was there before the change.
    There(Mark),
    /// The n-th thing that the change prepared aside.
    Staged(usize),
    /// One that an earlier act of the change made.
    Made,
}

/// The contents that a file had before it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Old {
    pub sha256: String,
    #[serde(with = "path_text")]
    pub blob: PathBuf,
    pub mtime: i64,
    pub mode: u32,
}

/// One small change of the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub(crate) enum Act {
    /// A folder made new.
    MakeDir {
        #[serde(with = "path_text")]
        path: PathBuf,
    },
    /// A folder of ours removed, if it is empty.
    RemoveDir {
        #[serde(with = "path_text")]
        path: PathBuf,
    },
    /// A thing moved within its device.
    Move {
        #[serde(with = "path_text")]
        from: PathBuf,
        #[serde(with = "path_text")]
        to: PathBuf,
        thing: Thing,
    },
    /// The contents of a file. They are written to `part`, which lies beside it, and then moved over it.
    Put {
        #[serde(with = "path_text")]
        path: PathBuf,
        #[serde(with = "path_text")]
        part: PathBuf,
        sha256: String,
        old: Option<Old>,
        /// The time to give it, when old contents come back.
        mtime: Option<i64>,
    },
    /// A small file of our own under a name nobody else uses: the sidecar of a trash item.
    Note {
        #[serde(with = "path_text")]
        path: PathBuf,
        text: String,
    },
    /// Such a file removed.
    Unnote {
        #[serde(with = "path_text")]
        path: PathBuf,
        text: String,
    },
}

/// What acts need beside themselves.
pub(crate) struct Actor<'a> {
    pub disk: &'a dyn Disk,
    /// The marks of the prepared things, in their order; empty as long as they are not ready.
    pub staged: &'a [Mark],
}

impl Act {
    /// The folders whose names it changes, to be synced.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        match self {
            Self::Move { from, to, .. } => vec![from.parent(), to.parent()].into_iter().flatten().collect(),
            Self::MakeDir { path } => [Some(path.as_path()), path.parent()].into_iter().flatten().collect(),
            Self::RemoveDir { path }
            | Self::Put { path, .. }
            | Self::Note { path, .. }
            | Self::Unnote { path, .. } => path.parent().into_iter().collect(),
        }
    }
}

impl Act {
    /// Whether it changes anything at or below a path.
    pub(crate) fn is_below(&self, top: &Path) -> bool {
        match self {
            Self::Move { from, to, .. } => from.starts_with(top) || to.starts_with(top),
            Self::MakeDir { path }
            | Self::RemoveDir { path }
            | Self::Put { path, .. }
            | Self::Note { path, .. }
            | Self::Unnote { path, .. } => path.starts_with(top),
        }
    }
}

impl Actor<'_> {
    /// Does an act. `content` is what a [`Act::Put`] writes.
    pub(crate) fn act(&self, act: &Act, content: &[u8]) -> Result<()> {
        match act {
            Act::MakeDir { path } => self.disk.make_dir(path).at(path),
            Act::RemoveDir { path } => self.remove_if_empty(path),
            Act::Move { from, to, .. } => {
                self.disk.rename(from, to).map_err(|error| blame(self.disk, from, to, error))
            }
            Act::Put { path, part, old, mtime, .. } => self.put(path, part, old.as_ref(), *mtime, content),
            Act::Note { path, text } => write_new(self.disk, path, text.as_bytes()).at(path),
            Act::Unnote { path, .. } => self.disk.remove_file(path).at(path),
        }
    }

    /// Takes an act back, if it was done.
    pub(crate) fn reverse(&self, act: &Act) -> Result<()> {
        match act {
            Act::MakeDir { path } => self.remove_if_empty(path),
            Act::RemoveDir { path } => self.make_if_missing(path),
            Act::Move { from, to, thing } => self.move_back(from, to, *thing),
            Act::Put { path, part, sha256, old, .. } => self.put_back(path, part, sha256, old.as_ref()),
            Act::Note { path, .. } => self.remove_if_there(path),
            Act::Unnote { path, text } => self.note_again(path, text),
        }
    }

    fn put(
        &self,
        path: &Path,
        part: &Path,
        old: Option<&Old>,
        mtime: Option<i64>,
        content: &[u8],
    ) -> Result<()> {
        let mut sink = self.disk.create(part).at(path)?;
        sink.write_all(content).and_then(|()| sink.sync()).at(path)?;
        drop(sink);
        self.disk.dress(part, Dress { mtime, mode: old.map(|old| old.mode) }).at(path)?;
        match old {
            // What is written over has to be what was kept.
            Some(old) if sha256_of(self.disk, path)? != old.sha256 => {
                Err(FilesError::Changing { path: path.to_owned() })
            }
            Some(_) => self.disk.replace(part, path).at(path),
            None => self.disk.rename(part, path).at(path),
        }
    }

    fn put_back(&self, path: &Path, part: &Path, new: &str, old: Option<&Old>) -> Result<()> {
        self.remove_if_there(part)?;
        let there = self.disk.look(path).at(path)?.filter(|meta| meta.kind == Kind::File);
        if there.is_none() || sha256_of(self.disk, path)? != new {
            return Ok(());
        }
        let Some(old) = old else { return self.disk.remove_file(path).at(path) };
        if old.sha256 == new {
            return Ok(());
        }
        self.copy(&old.blob, part)?;
        self.disk.dress(part, Dress { mtime: Some(old.mtime), mode: Some(old.mode) }).at(path)?;
        self.disk.replace(part, path).at(path)
    }

    /// Copies a plain file to a new one, synced.
    pub(crate) fn copy(&self, from: &Path, to: &Path) -> Result<()> {
        let mut source = self.disk.open(from).at(from)?;
        let mut sink = self.disk.create(to).at(to)?;
        std::io::copy(&mut source, &mut sink).at(to)?;
        sink.sync().at(to)
    }

    fn move_back(&self, from: &Path, to: &Path, thing: Thing) -> Result<()> {
        let Some(meta) = self.disk.look(to).at(to)? else { return Ok(()) };
        let left = self.disk.look(from).at(from)?.is_none();
        let known = |mark: &Mark| mark.is(&meta) || (left && mark.resembles(&meta));
        let ours = match thing {
            Thing::There(mark) => known(&mark),
            // Nothing prepared was moved before all of it was ready.
            Thing::Staged(index) => match self.staged.get(index) {
                Some(mark) => mark.is(&meta) || (known(mark) && self.holds_the_same(mark, to)?),
                None => false,
            },
            Thing::Made => left,
        };
        if ours {
            self.disk.rename(to, from).map_err(|error| blame(self.disk, to, from, error))
        } else {
            Ok(())
        }
    }

    /// A world that is back in its place looks from outside like the one that was prepared for it.
    fn holds_the_same(&self, mark: &Mark, path: &Path) -> Result<bool> {
        Ok(mark.sum == 0 || sum(self.disk, path)? == mark.sum)
    }

    fn remove_if_there(&self, path: &Path) -> Result<()> {
        match self.disk.remove_file(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            other => other.at(path),
        }
    }

    fn remove_if_empty(&self, path: &Path) -> Result<()> {
        use std::io::ErrorKind::{DirectoryNotEmpty, NotADirectory, NotFound};
        match self.disk.remove_dir(path) {
            Err(error) if matches!(error.kind(), NotFound | DirectoryNotEmpty | NotADirectory) => Ok(()),
            other => other.at(path),
        }
    }

    fn make_if_missing(&self, path: &Path) -> Result<()> {
        match self.disk.make_dir(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            other => other.at(path),
        }
    }

    /// A crash may have cut the file short, so it is written anew.
    pub(crate) fn note_again(&self, path: &Path, text: &str) -> Result<()> {
        self.remove_if_there(path)?;
        write_new(self.disk, path, text.as_bytes()).at(path)
    }

    /// The first place that a reversal left without its thing.
    pub(crate) fn misses(&self, acts: &[Act]) -> Result<Option<PathBuf>> {
        let mut settled: Vec<Mark> = Vec::new();
        for act in acts {
            let Act::Move { from, thing: Thing::There(mark), .. } = act else { continue };
            if settled.contains(mark) {
                continue;
            }
            settled.push(*mark);
            if !self.disk.look(from).at(from)?.is_some_and(|meta| mark.is(&meta) || mark.resembles(&meta)) {
                return Ok(Some(from.clone()));
            }
        }
        Ok(None)
    }
}

/// Which of the two paths a failed move is about.
fn blame(disk: &dyn Disk, from: &Path, to: &Path, error: std::io::Error) -> FilesError {
    use std::io::ErrorKind::{AlreadyExists, NotFound};
    let path = match error.kind() {
        AlreadyExists => to,
        NotFound if matches!(disk.look(from), Ok(Some(_))) => to.parent().unwrap_or(to),
        _ => from,
    };
    FilesError::io(path, error)
}
