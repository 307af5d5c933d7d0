//! The journal's folder: writing entries, reading them all, tidying what a crash left.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use nova_model::{Message, Millis, Problem};

use super::read::parse;
use super::{Done, Intent, Line, Reading, Unread};
use crate::act::Act;
use crate::disk::{Disk, Guard, Share, free_tree, make_dirs, read_capped, write_new};
use crate::error::At;
use crate::id;
use crate::moves::Moves;
use crate::stamp::sha256;
use crate::{FilesError, Result};

/// Larger journal files are taken for damaged: 100,000 acts need less.
const CAP: u64 = 64 << 20;

/// The journal of a data folder.
pub(crate) struct Journal<'a> {
    pub disk: &'a dyn Disk,
    /// `<data>/journal`.
    pub folder: PathBuf,
}

/// Journal files that could be read, oldest first, and the others.
pub(crate) struct Open {
    pub readings: Vec<Reading>,
    pub problems: Vec<Problem>,
}

impl<'a> Journal<'a> {
    pub(crate) fn new(disk: &'a dyn Disk, data: &Path) -> Self {
        Self { disk, folder: data.join("journal") }
    }

    /// The file of a change.
    pub(crate) fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Where the old contents of a change lie.
    pub(crate) fn blobs(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.d"))
    }

    /// An id that no change has: what a change of its own frees must never be another's.
    pub(crate) fn new_id(&self, entropy: &id::Entropy) -> Result<String> {
        for _ in 0..8 {
            let id = id::new(id::Kind::Change, entropy);
            let (file, blobs) = (self.file(&id), self.blobs(&id));
            if self.disk.look(&file).at(&file)?.is_none() && self.disk.look(&blobs).at(&blobs)?.is_none() {
                return Ok(id);
            }
        }
        Err(FilesError::Taken { path: self.folder.clone() })
    }

    /// Makes the folder and keeps tidiers out of it while a change is written.
    pub(crate) fn enter(&self) -> Result<Box<dyn Guard>> {
        make_dirs(self.disk, &self.folder).at(&self.folder)?;
        let guard = self.disk.lock(&self.folder, Share::Together).at(&self.folder)?;
        guard.ok_or_else(|| FilesError::Busy { path: self.folder.clone() })
    }

    /// Writes the intent, complete before it has its name, and synced.
    pub(crate) fn begin(&self, intent: &Intent) -> Result<()> {
        let file = self.file(&intent.id);
        let part = self.part(&intent.id);
        write_new(self.disk, &part, &line(&file, intent)?).at(&file)?;
        self.disk.rename(&part, &file).at(&file)?;
        self.disk.sync_dir(&self.folder).at(&self.folder)
    }

    pub(crate) fn add(&self, id: &str, next: &Line) -> Result<()> {
        let file = self.file(id);
        self.disk.append(&file, &line(&file, next)?).at(&file)
    }

    pub(crate) fn done(&self, id: &str, done: Done) -> Result<()> {
        self.add(id, &Line::Done(done))
    }

    /// Says that a change was rolled back. The file is replaced as a whole: its last line may be torn.
    pub(crate) fn rolled_back(&self, intent: &Intent, at: Millis) -> Result<()> {
        let file = self.file(&intent.id);
        let part = self.part(&intent.id);
        let mut bytes = line(&file, intent)?;
        bytes.extend(line(&file, &Line::RolledBack { at })?);
        free_tree(self.disk, &part).at(&part)?;
        write_new(self.disk, &part, &bytes).at(&file)?;
        self.disk.replace(&part, &file).at(&file)?;
        self.disk.sync_dir(&self.folder).at(&self.folder)?;
        self.forget_blobs(&intent.id)
    }

    /// Takes a change that did not happen out of the journal.
    pub(crate) fn forget(&self, id: &str) -> Result<()> {
        for file in [self.part(id), self.file(id)] {
            free_tree(self.disk, &file).at(&file)?;
        }
        self.forget_blobs(id)?;
        self.disk.sync_dir(&self.folder).at(&self.folder)
    }

    /// Writes the lists of a change's acts into the folder beside it.
    pub(crate) fn keep_lists(&self, id: &str, lists: &[Moves]) -> Result<()> {
        for (number, list) in lists.iter().enumerate() {
            let file = self.list(id, number);
            write_new(self.disk, &file, &list.to_bytes().at(&file)?).at(&file)?;
        }
        Ok(())
    }

    /// The lists of a change's acts, in the order of their numbers.
    ///
    /// # Errors
    /// [`FilesError::Damaged`] for one that is not what was written.
    pub(crate) fn lists(&self, intent: &Intent) -> Result<Vec<Moves>> {
        let mut lists = Vec::new();
        for act in &intent.acts {
            let Act::MoveAll { list, sha256: hash, .. } = act else { continue };
            let file = self.list(&intent.id, *list);
            let bytes = read_capped(self.disk, &file, CAP).at(&file)?.filter(|bytes| sha256(bytes) == *hash);
            let list = bytes.as_deref().and_then(Moves::parse).filter(|_| *list == lists.len());
            lists.push(list.ok_or(FilesError::Damaged { path: file })?);
        }
        Ok(lists)
    }

    fn list(&self, id: &str, number: usize) -> PathBuf {
        self.blobs(id).join(format!("{number}.moves"))
    }

    fn forget_blobs(&self, id: &str) -> Result<()> {
        let blobs = self.blobs(id);
        free_tree(self.disk, &blobs).at(&blobs)
    }

    fn part(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json.part"))
    }

    /// One change.
    pub(crate) fn read(&self, id: &str) -> Result<Reading> {
        if !id::is(id::Kind::Change, id) {
            return Err(FilesError::UnknownChange { id: id.to_owned() });
        }
        match self.load(&self.file(id)) {
            Ok(Ok(reading)) => Ok(reading),
            Ok(Err(_)) => Err(FilesError::BadEntry { id: id.to_owned() }),
            Err(FilesError::Missing { .. }) => Err(FilesError::UnknownChange { id: id.to_owned() }),
            Err(error) => Err(error),
        }
    }

    fn load(&self, file: &Path) -> Result<std::result::Result<Reading, Unread>> {
        let written = match self.disk.look(file).at(file)? {
            Some(meta) if meta.kind == crate::disk::Kind::File => meta.mtime,
            Some(_) => return Ok(Err(Unread::Damaged)),
            None => return Err(FilesError::Missing { path: file.to_owned() }),
        };
        let bytes = read_capped(self.disk, file, CAP).at(file)?;
        let reading = bytes.map_or(Err(Unread::Damaged), |bytes| parse(&bytes, written));
        Ok(reading.and_then(|reading| if named(&reading, file) { Ok(reading) } else { Err(Unread::Damaged) }))
    }

    /// Every change, oldest first. A journal that is not there is empty.
    pub(crate) fn all(&self) -> Open {
        let mut open = Open { readings: Vec::new(), problems: Vec::new() };
        for file in self.names(".json", &mut open.problems) {
            match self.load(&file) {
                Ok(Ok(reading)) => open.readings.push(reading),
                Ok(Err(why)) => open.problems.push(unread(&file, why)),
                Err(FilesError::Missing { .. }) => {}
                Err(error) => open.problems.push(unreadable(&file, &error)),
            }
        }
        open.readings.sort_by_key(|reading| (reading.intent.at, reading.written, reading.intent.tie));
        open
    }

    fn names(&self, end: &str, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
        let mut names = match self.disk.list(&self.folder) {
            Ok(names) => names,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                problems.push(unreadable(&self.folder, &FilesError::io(&self.folder, error)));
                Vec::new()
            }
        };
        names.sort();
        let fits = names.into_iter().filter(|name| name.to_str().is_some_and(|name| name.ends_with(end)));
        fits.map(|name| self.folder.join(name)).collect()
    }

    /// Frees what a crash left before a change had its name. Does nothing while anybody writes.
    pub(crate) fn tidy(&self) -> Result<()> {
        if self.left().is_empty() {
            return Ok(());
        }
        let Some(_alone) = self.disk.lock(&self.folder, Share::Alone).at(&self.folder)? else {
            return Ok(());
        };
        // Looked at again: until now somebody may have been at it.
        self.left().iter().try_for_each(|path| free_tree(self.disk, path).at(path))
    }

    /// Half-written entries, and old contents without an entry. Only what is named like a change counts.
    fn left(&self) -> Vec<PathBuf> {
        let mut ignored = Vec::new();
        let mut left = self.names(".json.part", &mut ignored);
        let kept: BTreeSet<PathBuf> =
            self.names(".json", &mut ignored).iter().map(|file| file.with_extension("d")).collect();
        left.extend(self.names(".d", &mut ignored).into_iter().filter(|blobs| !kept.contains(blobs)));
        left.retain(|path| ours(path));
        left
    }
}

fn ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    id::is(id::Kind::Change, name.split('.').next().unwrap_or_default())
}

fn named(reading: &Reading, file: &Path) -> bool {
    let id = &reading.intent.id;
    id::is(id::Kind::Change, id) && file.file_stem().is_some_and(|stem| stem == id.as_str())
}

fn line<T: serde::Serialize>(file: &Path, value: &T) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(value).map_err(std::io::Error::other).at(file)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn unread(file: &Path, why: Unread) -> Problem {
    let code = match why {
        Unread::Damaged => "files.journal.damaged",
        Unread::Newer => "files.journal.newer",
    };
    Problem::warning(file.display().to_string(), Message::new(code).with("path", file))
}

/// A folder or file of ours that the system does not let us read.
pub(crate) fn unreadable(path: &Path, error: &FilesError) -> Problem {
    let message = Message::new("files.unreadable").with("path", path).with("reason", error.to_string());
    Problem::error(path.display().to_string(), message)
}
