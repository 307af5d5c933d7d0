//! Stages: where an install fetches thousands of files into, before all of them become part of a game root by one change.
//!
//! A stage is the folder `<root>/.nova/stage/j-xxxxxxxx/`, beside the places where its files go, so that each of them is
//! placed by a rename. Nothing in it belongs to the player: no journal speaks of it while it fills, none of its files is
//! synced by itself, and it is freed without a trace. Whoever has it holds a lock on its folder, which ends with the
//! process; what a killed one left is found by [`Files::stages`] and taken over by whoever gets the lock.
//!
//! | module | owns |
//! |---|---|
//! | `key` | which names things in a stage may have |
//! | `place` | where stages are, and which links are refused |
//! | `held` | locks, and which stages this program has |
//! | `part` | a file while it is fetched |

mod held;
mod key;
mod part;
mod place;

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::disk::{Disk, Dress, Kind, free_tree, sync_below, walk};
use crate::error::At;
use crate::files::root;
use crate::{Files, FilesError, Result};

use held::Hold;
pub use held::LeftStage;
pub(crate) use held::{Registry, hold_all};
pub(crate) use key::Key;
pub use part::{Leave, StagePart};
pub use place::stage_folder;
pub(crate) use place::{refuse_links, refuse_what_leaves, there};

/// The piece in which local files are copied.
const PIECE: usize = 1 << 18;

/// A job's stage. Cheap to clone; any number of threads may fill it. The lock ends with the last clone.
#[derive(Clone)]
pub struct Stage {
    inner: Arc<Inner>,
}

struct Inner {
    files: Files,
    /// The root or data folder, canonical.
    top: PathBuf,
    folder: PathBuf,
    hold: Mutex<Hold>,
    /// Folders that are there, by their keys.
    known: Mutex<HashSet<String>>,
    /// Keys that are being written.
    busy: Mutex<HashSet<Key>>,
}

/// Something finished in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageFile {
    /// Its name.
    pub key: String,
    /// Bytes of a file, 0 of a link.
    pub bytes: u64,
    /// What it is.
    pub kind: StageKind,
}

/// What a thing in a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKind {
    /// A plain file.
    File,
    /// A link to something else in the stage.
    Link,
}

impl Files {
    /// The stage of a job (`j-xxxxxxxx`) beside the files of a game root, or of the data folder. Its folder is made with the
    /// first file; one that an earlier run left is gone on with.
    ///
    /// # Errors
    /// [`FilesError::UnknownStage`] for what is no id of a job, [`FilesError::Busy`] where somebody else has the stage,
    /// [`FilesError::Link`] where a link is in its place, or what the system says of the root.
    pub fn stage(&self, game_root: &Path, job: &str) -> Result<Stage> {
        let top = root(self, game_root)?;
        let folder = place::folder(&top, job)?;
        let hold = held::take(self, &top, &folder)?;
        let inner = Inner {
            files: self.clone(),
            top,
            folder,
            hold: Mutex::new(hold),
            known: Mutex::default(),
            busy: Mutex::default(),
        };
        Ok(Stage { inner: Arc::new(inner) })
    }

    /// The stages in a game root, or in the data folder, that nobody has: what killed runs left.
    pub fn stages(&self, game_root: &Path) -> Result<Vec<LeftStage>> {
        held::left(self, &root(self, game_root)?)
    }
}

impl Stage {
    /// Its folder, there or not yet.
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }

    /// The job it belongs to.
    pub fn job(&self) -> &str {
        self.inner.folder.file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default()
    }

    /// Begins a file, or goes on with what is there of it.
    ///
    /// # Errors
    /// [`FilesError::BadName`] for a key that is none, [`FilesError::Busy`] while somebody else writes it,
    /// [`FilesError::Link`] where a link is in the place of a folder, or what the system says.
    pub fn part(&self, key: &str) -> Result<StagePart> {
        let key = Key::new(key)?;
        self.open()?;
        self.make_folders(&key, key.depth())?;
        StagePart::begin(self.clone(), key)
    }

    /// Something finished; none where there is nothing of that name yet.
    pub fn has(&self, key: &str) -> Result<Option<StageFile>> {
        let key = Key::new(key)?;
        if !self.is_open() || !self.knows_folders(&key)? {
            return Ok(None);
        }
        let path = key.below(&self.inner.folder);
        let meta = self.disk().look(&path).at(&path)?;
        Ok(meta.and_then(|meta| stage_file(key.as_str().to_owned(), meta.kind, meta.size)))
    }

    /// Where a thing of this name is, or will be: for reading it, and for programs that are run on it.
    pub fn path(&self, key: &str) -> Result<PathBuf> {
        Ok(Key::new(key)?.below(&self.inner.folder))
    }

    /// Makes a folder, for programs that write into it, and gives its path. What they write counts as finished.
    pub fn make_folder(&self, key: &str) -> Result<PathBuf> {
        let key = Key::new(key)?;
        self.open()?;
        self.make_folders(&key, usize::MAX)?;
        Ok(key.below(&self.inner.folder))
    }

    /// Makes a file of these bytes, in the place of one of that name.
    pub fn write(&self, key: &str, bytes: &[u8]) -> Result<()> {
        let mut part = self.part(key)?;
        part.truncate(0)?;
        part.write(bytes)?;
        part.finish()
    }

    /// Makes a file by copying a plain one from anywhere; links are not followed.
    pub fn copy_in(&self, key: &str, from: &Path) -> Result<()> {
        let mut source = self.disk().open(from).at(from)?;
        let mut part = self.part(key)?;
        part.truncate(0)?;
        let mut piece = vec![0; PIECE];
        loop {
            let count = source.read(&mut piece).at(from)?;
            match piece.get(..count) {
                Some([]) | None => return part.finish(),
                Some(bytes) => part.write(bytes)?,
            }
        }
    }

    /// Lets a finished file be run. Nothing on systems without such a permission.
    ///
    /// # Errors
    /// [`FilesError::Missing`] where no file has the name, [`FilesError::Odd`] for a link, or what the system says.
    pub fn make_executable(&self, key: &str) -> Result<()> {
        let path = self.path(key)?;
        match self.has(key)? {
            Some(StageFile { kind: StageKind::File, .. }) => {
                self.disk().dress(&path, Dress { mode: Some(0o755), mtime: None }).at(&path)
            }
            Some(_) => Err(FilesError::Odd { path }),
            None => Err(FilesError::Missing { path }),
        }
    }

    /// Makes a link that says `target`, seen from the folder it is in. It has to lead to something in the stage, and goes up
    /// only at its beginning (`../lib/x`).
    ///
    /// # Errors
    /// [`FilesError::Link`] for one that leads elsewhere, [`FilesError::Taken`] where the key has another thing.
    pub fn link(&self, key: &str, target: &str) -> Result<()> {
        let key = Key::new(key)?;
        let path = key.below(&self.inner.folder);
        if !place::stays_inside(Path::new(target), key.depth()) || target.contains('\0') {
            return Err(FilesError::Link { path });
        }
        self.open()?;
        self.make_folders(&key, key.depth())?;
        match self.disk().link(Path::new(target), &path) {
            Err(_) if matches!(self.disk().target(&path), Ok(said) if said == Path::new(target)) => Ok(()),
            made => made.at(&path),
        }
    }

    /// Everything finished, by name.
    pub fn list(&self) -> Result<Vec<StageFile>> {
        if !self.is_open() {
            return Ok(Vec::new());
        }
        let found = walk(self.disk(), &self.inner.folder).at(&self.inner.folder)?;
        let of = |(path, meta): (PathBuf, crate::disk::Meta)| {
            let parts: Option<Vec<&str>> =
                path.strip_prefix(&self.inner.folder).ok()?.iter().map(std::ffi::OsStr::to_str).collect();
            stage_file(parts?.join("/"), meta.kind, meta.size)
        };
        Ok(found.into_iter().filter_map(of).filter(|file| !key::is_ours(&file.key)).collect())
    }

    /// Bytes free for us where the stage lies.
    pub fn free(&self) -> Result<u64> {
        let there =
            |part: &&Path| matches!(self.disk().look(part), Ok(Some(meta)) if meta.kind == Kind::Folder);
        let folder = self.inner.folder.ancestors().find(there).unwrap_or(&self.inner.top);
        self.disk().free(folder).at(folder)
    }

    /// All of it survives a power loss after this. A change that places files does the same before it begins; this is for
    /// doing the long part of it earlier.
    pub fn sync(&self) -> Result<()> {
        if !self.is_open() {
            return Ok(());
        }
        sync_below(self.disk(), &self.inner.folder).at(&self.inner.folder)
    }

    /// Lets what is there go to the disk already, where the system can do that for all of it at once: the sync of the change that places
    /// it has less to wait for then. Nothing may be relied on after it, and where the system cannot, nothing is done.
    pub fn sync_ahead(&self) {
        if self.is_open() {
            // What cannot be synced now is told by the sync that counts.
            let _ = self.disk().sync_device(&self.inner.folder);
        }
    }

    /// Frees all of it. Whoever still writes into it gets errors.
    pub fn discard(&self) -> Result<()> {
        let mut hold = lock(&self.inner.hold);
        if matches!(*hold, Hold::Open(_)) {
            free_tree(self.disk(), &self.inner.folder).at(&self.inner.folder)?;
        }
        *hold = Hold::Gone;
        held::tidy(self.disk(), &self.inner.top);
        Ok(())
    }

    fn disk(&self) -> &dyn Disk {
        self.inner.files.disk()
    }

    fn is_open(&self) -> bool {
        matches!(*lock(&self.inner.hold), Hold::Open(_))
    }

    /// Makes the folder of the stage with the first thing that goes into it.
    fn open(&self) -> Result<()> {
        let mut hold = lock(&self.inner.hold);
        match *hold {
            Hold::Open(_) => Ok(()),
            Hold::Gone => Err(FilesError::Missing { path: self.inner.folder.clone() }),
            Hold::Absent => {
                *hold = held::make(&self.inner.files, &self.inner.top, &self.inner.folder)?;
                Ok(())
            }
        }
    }

    /// Makes the folders above a key, outermost first, and itself where `depth` goes so far. Each is made once.
    fn make_folders(&self, key: &Key, depth: usize) -> Result<()> {
        let mut known = lock(&self.inner.known);
        for part in key.folders().chain([key.as_str()]).take(depth) {
            if known.contains(part) {
                continue;
            }
            let path = self.inner.folder.join(part);
            match self.disk().make_dir(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                    refuse_other(self.disk(), &path)?;
                }
                made => made.at(&path)?,
            }
            known.insert(part.to_owned());
        }
        Ok(())
    }

    /// Whether the folders above a key are there.
    fn knows_folders(&self, key: &Key) -> Result<bool> {
        let mut known = lock(&self.inner.known);
        for part in key.folders() {
            if known.contains(part) {
                continue;
            }
            let path = self.inner.folder.join(part);
            if self.disk().look(&path).at(&path)?.is_none() {
                return Ok(false);
            }
            refuse_other(self.disk(), &path)?;
            known.insert(part.to_owned());
        }
        Ok(true)
    }
}

/// A folder of a stage is a folder.
fn refuse_other(disk: &dyn Disk, path: &Path) -> Result<()> {
    match disk.look(path).at(path)?.map(|meta| meta.kind) {
        Some(Kind::Folder) => Ok(()),
        Some(Kind::Link) => Err(FilesError::Link { path: path.to_owned() }),
        _ => Err(FilesError::Odd { path: path.to_owned() }),
    }
}

fn stage_file(key: String, kind: Kind, bytes: u64) -> Option<StageFile> {
    let kind = match kind {
        Kind::File => StageKind::File,
        Kind::Link => StageKind::Link,
        Kind::Folder | Kind::Other => return None,
    };
    Some(StageFile { key, bytes, kind })
}

/// A thread that panicked leaves these as they are, and they are whole after each step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
