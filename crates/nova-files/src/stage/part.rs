//! A file of a stage while it is fetched: under another name, with what has to be known to go on with it later.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::key::Key;
use super::{Stage, lock};
use crate::disk::{Kind, Sink, read_capped};
use crate::error::At;
use crate::{FilesError, Result};

/// The longest note.
const LONGEST_NOTE: u64 = 8 << 10;

/// A file that is being fetched. Dropped before it is finished, it stays for the next who begins it.
pub struct StagePart {
    stage: Stage,
    key: Key,
    path: PathBuf,
    sink: Option<Box<dyn Sink>>,
    len: u64,
    /// Whether there may be a note.
    noted: bool,
}

/// What happens to what is there of a file that is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It stays, with its note, to be gone on with.
    Keep,
    /// It is freed.
    Drop,
}

impl StagePart {
    /// Begins a file whose folders are there.
    pub(super) fn begin(stage: Stage, key: Key) -> Result<Self> {
        let path = key.part(&stage.inner.folder);
        if !lock(&stage.inner.busy).insert(key.clone()) {
            return Err(FilesError::Busy { path });
        }
        // From here on the drop of it gives the key free.
        let mut part = Self { stage, key, path, sink: None, len: 0, noted: false };
        let (sink, len) = part.open()?;
        (part.noted, part.len, part.sink) = (len > 0, len, Some(sink));
        Ok(part)
    }

    /// A new file, or the one that was left; anything else under its name is nobody's and goes.
    fn open(&self) -> Result<(Box<dyn Sink>, u64)> {
        let disk = self.stage.disk();
        match disk.create(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => return Ok((made.at(&self.path)?, 0)),
        }
        let kind = disk.look(&self.path).at(&self.path)?.map(|meta| meta.kind);
        match kind {
            Some(Kind::File) => return disk.resume(&self.path).at(&self.path),
            Some(Kind::Folder) => return Err(FilesError::Odd { path: self.path.clone() }),
            Some(_) => disk.remove_file(&self.path).at(&self.path)?,
            None => {}
        }
        Ok((disk.create(&self.path).at(&self.path)?, 0))
    }

    /// Bytes that are there.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing is there yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where it is for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is there, from its beginning: for the hash of what is gone on with.
    pub fn reader(&self) -> Result<impl Read + Send + use<>> {
        self.stage.disk().open(&self.path).at(&self.path)
    }

    /// Adds to its end. After an error it ends where it ended before, or somewhere within these bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let sink = self.sink.as_mut().ok_or_else(|| FilesError::Missing { path: self.path.clone() })?;
        sink.write_all(bytes).at(&self.path)?;
        self.len = self.len.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Cuts it to a length; nothing where it is shorter.
    pub fn truncate(&mut self, len: u64) -> Result<()> {
        if len >= self.len {
            return Ok(());
        }
        let sink = self.sink.as_mut().ok_or_else(|| FilesError::Missing { path: self.path.clone() })?;
        sink.truncate(len).at(&self.path)?;
        self.len = len;
        Ok(())
    }

    /// Keeps a short text beside it until it is finished or dropped: what a server said of the version that is fetched.
    ///
    /// # Errors
    /// [`FilesError::TooBig`] for more than 8 KiB, or what the system says.
    pub fn note(&mut self, text: &str) -> Result<()> {
        let (disk, note) = (self.stage.disk(), self.key.note(&self.stage.inner.folder));
        if u64::try_from(text.len()).is_ok_and(|len| len > LONGEST_NOTE) {
            return Err(FilesError::TooBig { path: note, limit: LONGEST_NOTE });
        }
        self.noted = true;
        remove(disk.remove_file(&note)).at(&note)?;
        disk.create(&note).and_then(|mut sink| sink.write_all(text.as_bytes())).at(&note)
    }

    /// What was noted of the bytes that are there. None where nothing was, or nothing that can be read.
    pub fn noted(&self) -> Result<Option<String>> {
        let (disk, note) = (self.stage.disk(), self.key.note(&self.stage.inner.folder));
        let there = self.noted && disk.look(&note).at(&note)?.is_some_and(|meta| meta.kind == Kind::File);
        if !there {
            return Ok(None);
        }
        let bytes = read_capped(disk, &note, LONGEST_NOTE).at(&note)?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
    }

    /// It is whole: it gets its name, in the place of what had it before.
    pub fn finish(mut self) -> Result<()> {
        self.sink = None;
        let path = self.key.below(&self.stage.inner.folder);
        self.stage.disk().replace(&self.path, &path).at(&path)?;
        self.forget_note()
    }

    /// Nothing came of it, or not yet.
    pub fn abandon(mut self, leave: Leave) -> Result<()> {
        self.sink = None;
        if leave == Leave::Keep {
            return Ok(());
        }
        remove(self.stage.disk().remove_file(&self.path)).at(&self.path)?;
        self.forget_note()
    }

    fn forget_note(&self) -> Result<()> {
        if !self.noted {
            return Ok(());
        }
        let note = self.key.note(&self.stage.inner.folder);
        remove(self.stage.disk().remove_file(&note)).at(&note)
    }
}

impl Drop for StagePart {
    fn drop(&mut self) {
        lock(&self.stage.inner.busy).remove(&self.key);
    }
}

/// What is gone already is fine.
fn remove(removed: std::io::Result<()>) -> std::io::Result<()> {
    match removed {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
