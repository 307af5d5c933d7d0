//! The small moves that a step is made of, each with its reversal.
//!
//! A reversal looks at the disk and decides from what is there whether the act was done; so it may run any number of
//! times, after any part of the acts, and be cut off itself.

mod all;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::{Disk, Dress, Kind, Meta, write_new};
use crate::error::At;
use crate::moves::Moves;
use crate::stamp::{sha256_of, sum};
use crate::{FilesError, Result, path_text};

/// By what a thing is known again after it was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

    pub(crate) fn is(&self, meta: &Meta) -> bool {
        let other = Self::of(meta);
        self.kind == other.kind && self.inode != 0 && self.inode == other.inode
    }

    /// Some file systems (FAT) give new inodes at each mount: then size and time have to do.
    pub(crate) fn resembles(&self, meta: &Meta) -> bool {
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
    /// One that was fetched into a stage: what is in a stage may be missing, in the way or gone, and nobody loses anything.
    Fetched(Mark),
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

/// Where the things of an [`Act::MoveAll`] come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Whence {
    /// From where the player had them, or from the trash.
    There,
    /// From a stage, see [`Thing::Fetched`].
    Stage,
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
    /// Many things moved within their device, from below one folder to below another, as a list beside the entry says.
    MoveAll {
        #[serde(with = "path_text")]
        from: PathBuf,
        #[serde(with = "path_text")]
        to: PathBuf,
        /// The number of the list.
        list: usize,
        /// Of the list's file.
        sha256: String,
        origin: Whence,
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
    /// What each [`Act::MoveAll`] moves, by its number.
    pub lists: &'a [Moves],
}

impl Act {
    /// The folders whose names it changes, to be synced. Those of a list are many, and its own device is synced instead.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        match self {
            Self::Move { from, to, .. } => vec![from.parent(), to.parent()].into_iter().flatten().collect(),
            Self::MakeDir { path } => [Some(path.as_path()), path.parent()].into_iter().flatten().collect(),
            Self::MoveAll { .. } => Vec::new(),
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
            // More than it may be: the list is not looked into.
            Self::MoveAll { from, to, .. } => {
                [from, to].iter().any(|folder| folder.starts_with(top) || top.starts_with(folder))
            }
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
            Act::MoveAll { from, to, list, .. } => self.move_all(from, to, self.list(*list)?),
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
            Act::MoveAll { from, to, list, origin, .. } => {
                self.move_all_back(from, to, self.list(*list)?, *origin)
            }
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
            Thing::Fetched(mark) if known(&mark) => return self.put_into_stage_again(from, to),
            Thing::Fetched(_) => false,
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

    pub(crate) fn remove_if_there(&self, path: &Path) -> Result<()> {
        match self.disk.remove_file(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            other => other.at(path),
        }
    }

    pub(crate) fn remove_if_empty(&self, path: &Path) -> Result<()> {
        use std::io::ErrorKind::{DirectoryNotEmpty, NotADirectory, NotFound};
        match self.disk.remove_dir(path) {
            Err(error) if matches!(error.kind(), NotFound | DirectoryNotEmpty | NotADirectory) => Ok(()),
            other => other.at(path),
        }
    }

    pub(crate) fn make_if_missing(&self, path: &Path) -> Result<()> {
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
        let mut settled = BTreeSet::new();
        for act in acts {
            match act {
                Act::Move { from, thing: Thing::There(mark), .. }
                    if self.is_missed(&mut settled, from, mark)? =>
                {
                    return Ok(Some(from.clone()));
                }
                Act::MoveAll { from, list, origin: Whence::There, .. } => {
                    for moved in &self.list(*list)?.things {
                        let from = from.join(&moved.from);
                        if self.is_missed(&mut settled, &from, &moved.mark)? {
                            return Ok(Some(from));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// A thing that several acts move has to be where the first of them found it.
    fn is_missed(&self, settled: &mut BTreeSet<Mark>, from: &Path, mark: &Mark) -> Result<bool> {
        if !settled.insert(*mark) {
            return Ok(false);
        }
        let there = self.disk.look(from).at(from)?;
        Ok(!there.is_some_and(|meta| mark.is(&meta) || mark.resembles(&meta)))
    }
}

/// Which of the two paths a failed move is about.
pub(crate) fn blame(disk: &dyn Disk, from: &Path, to: &Path, error: std::io::Error) -> FilesError {
    use std::io::ErrorKind::{AlreadyExists, NotFound};
    let path = match error.kind() {
        AlreadyExists => to,
        NotFound if matches!(disk.look(from), Ok(Some(_))) => to.parent().unwrap_or(to),
        _ => from,
    };
    FilesError::io(path, error)
}
