//! The handle on the data folder: what other crates call.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use nova_model::{Clock, Origin, Problem, Stamp};

use crate::apply::Work;
use crate::disk::real::RealDisk;
use crate::disk::{Disk, Dress, Share};
use crate::error::At;
use crate::id::{self, Entropy};
use crate::journal::Journal;
use crate::stage::Registry;
use crate::stamp::{Inodes, stamp};
use crate::{
    Backup, Batch, Entry, EntryState, FilesError, Listing, Result, TrashItem, Weight, backup, history, trash,
    undo,
};

/// The handle on the data folder. Cheap to clone; opening it changes nothing on the disk, and neither does any reading.
#[derive(Clone)]
pub struct Files {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    data: PathBuf,
    /// The data folder without links, once it is there.
    home: OnceLock<PathBuf>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Entropy,
    pub disk: Box<dyn Disk>,
    /// Counts the changes of this run.
    pub tie: AtomicU64,
    /// The stages that this handle and its clones have.
    pub stages: Registry,
}

impl Files {
    /// A handle on a data folder, there or not.
    pub fn open(data: &Path, clock: Arc<dyn Clock>) -> Self {
        Self::on(Box::new(RealDisk), data, clock, id::system_entropy())
    }

    /// The same with ids from another source, for runs that have to repeat.
    pub fn open_with(data: &Path, clock: Arc<dyn Clock>, entropy: Entropy) -> Self {
        Self::on(Box::new(RealDisk), data, clock, entropy)
    }

    pub(crate) fn on(disk: Box<dyn Disk>, data: &Path, clock: Arc<dyn Clock>, entropy: Entropy) -> Self {
        let inner = Inner {
            data: data.to_owned(),
            home: OnceLock::new(),
            clock,
            entropy,
            disk,
            tie: AtomicU64::new(0),
            stages: Registry::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The data folder, as it was given.
    pub fn data(&self) -> &Path {
        &self.inner.data
    }

    /// Ends what an earlier run left unfinished (rolls it back), under the roots' locks and only where the owner is gone.
    /// Says what it did or could not do. Changes nothing when there is nothing to do.
    pub fn recover(&self) -> Vec<Problem> {
        crate::recover::recover(self)
    }

    /// Does a batch: lock, intent, steps, done. Either all of it, or nothing. An empty batch is refused.
    pub fn apply(&self, batch: Batch, origin: &Origin) -> Result<Entry> {
        self.work(&Work::plain(batch), origin)
    }

    /// Makes a state file below the data folder where there is none yet. It is no change of the journal: nothing was there
    /// that could be lost, and undoing it would gain nothing. What is there already is left alone.
    ///
    /// # Errors
    /// [`FilesError::Outside`] for a path that is not below the data folder, or what the system says.
    pub fn establish(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        crate::state::establish(self.disk(), &self.home(), path, bytes, Dress::default())
    }

    /// Makes the folder of a game root, with the missing ones above it, where there is nothing yet: what is installed first needs
    /// one. It is no change of the journal: an empty folder is all that an undo could take away.
    ///
    /// # Errors
    /// What the system says.
    pub fn make_root(&self, path: &Path) -> Result<PathBuf> {
        crate::disk::make_dirs(self.disk(), path).at(path)?;
        root(self, path)
    }

    /// The same with an empty file that only the player may read: what another library fills, and keeps safe by itself.
    pub fn establish_private(&self, path: &Path) -> Result<()> {
        let dress = Dress { mode: Some(0o600), mtime: None };
        crate::state::establish(self.disk(), &self.home(), path, &[], dress)
    }

    /// Takes the right to read a state file of the data folder from everybody but the player. Nothing where no file is.
    ///
    /// # Errors
    /// [`FilesError::Outside`] for a path that is not in the data folder, [`FilesError::Odd`] for what is no plain file, or
    /// what the system says.
    pub fn make_private(&self, path: &Path) -> Result<()> {
        crate::state::make_private(self.disk(), &self.home(), path)
    }

    /// Moves a state file of the data folder that cannot be used to a free name with a date, beside it and with its
    /// `companions` (endings of their names), under the lock of the data folder. `still` is asked once the lock is there:
    /// another Nova may have done it already. Gives the new name.
    ///
    /// # Errors
    /// [`FilesError::Busy`] where another Nova has the lock, [`FilesError::Outside`] for a path that is not in the data
    /// folder, or what the system says.
    pub fn set_aside(
        &self,
        path: &Path,
        companions: &[&str],
        still: &dyn Fn() -> bool,
    ) -> Result<Option<PathBuf>> {
        let home = self.home();
        let Some(_lock) = self.disk().lock(&home, Share::Alone).at(&home)? else {
            return Err(FilesError::Busy { path: home });
        };
        if !still() {
            return Ok(None);
        }
        crate::state::set_aside(self.disk(), &home, path, companions, self.inner.clock.now()).map(Some)
    }

    /// Makes a new file where the player wants one: an export. Never overwrites; it is no change of the journal, since
    /// nothing was there before.
    ///
    /// # Errors
    /// [`FilesError::Taken`] where something is there, or what the system says.
    pub fn hand_out(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        crate::state::hand_out(self.disk(), path, bytes, (self.inner.entropy)())
    }

    /// What would keep a batch from being done, without doing it: taken names, links, missing sources, locks, space.
    pub fn check(&self, batch: &Batch) -> Result<()> {
        crate::apply::check(self, &Work::plain(batch.clone()))
    }

    /// How much a [`crate::Step::Copy`] of a file or folder copies.
    ///
    /// # Errors
    /// [`FilesError::TooMany`] for what is no game folder, [`FilesError::Missing`], or what the system says.
    pub fn weigh(&self, path: &Path) -> Result<Weight> {
        crate::copy::weigh(self.disk(), path)
    }

    /// The files as they are now: the state hash of a plan. Folders are listed, not read.
    pub fn stamps(&self, paths: &[PathBuf]) -> Result<Vec<Stamp>> {
        let stamp =
            |path: &PathBuf| Ok(Stamp { path: path.clone(), kind: stamp(self.disk(), path, Inodes::Count)? });
        paths.iter().map(stamp).collect()
    }

    /// The journal, newest first.
    pub fn changes(&self) -> Listing<Entry> {
        history::list(&self.journal().all())
    }

    /// The batch that takes a change back, or why it cannot be taken back (the files moved on since, it was permanent,
    /// it is already undone). An undo is itself a change, so undoing the undo is redo.
    pub fn inverse(&self, change: &str) -> Result<Batch> {
        self.inverse_keeping(change, &|_| false)
    }

    /// The same for [`Files::undo_keeping`].
    pub fn inverse_keeping(&self, change: &str, keep: &dyn Fn(&Path) -> bool) -> Result<Batch> {
        Ok(undo::inverse(self, change, keep)?.batch)
    }

    /// The same for many changes, in their order, with the journal read once.
    pub fn inverses(&self, changes: &[String]) -> Vec<Result<Batch>> {
        let open = self.journal().all();
        let view = undo::View::new(self, &open, &|_| false);
        changes.iter().map(|change| Ok(view.inverse(change)?.batch)).collect()
    }

    /// Does the inverse and marks the change as undone. A change that was undone and redone is undone through its redo.
    pub fn undo(&self, change: &str, origin: &Origin) -> Result<Entry> {
        self.undo_keeping(change, origin, &|_| false)
    }

    /// The same, but what the change placed from a stage stays where `keep` says so: other versions use it by now. It is
    /// not looked at, so it may have changed since. The entry of the undo says how many stayed.
    ///
    /// # Errors
    /// [`FilesError::Empty`] where all of it stays, and all that [`Files::undo`] refuses.
    pub fn undo_keeping(&self, change: &str, origin: &Origin, keep: &dyn Fn(&Path) -> bool) -> Result<Entry> {
        self.work(&undo::inverse(self, change, keep)?, origin)
    }

    /// Where the files are that a change moved, of which its entry only gives the numbers (see [`Entry::bulk`]): the places
    /// that they were placed or put back at, or, for those that went into the trash as one item, where they were.
    pub fn touched(&self, change: &str) -> Result<Vec<PathBuf>> {
        crate::history::touched(&self.journal(), change)
    }

    /// The changes of a turn that are still done, newest first: the order in which to undo them.
    pub fn changes_of_turn(&self, turn: &str) -> Vec<Entry> {
        let mut entries = self.changes().items;
        entries.retain(|entry| entry.state == EntryState::Done && entry.origin.turn.as_deref() == Some(turn));
        entries
    }

    /// What was put aside, newest first.
    pub fn trash(&self) -> Listing<TrashItem> {
        let areas = trash::areas(&self.home(), &self.journal().all());
        trash::list(self.disk(), &areas)
    }

    /// The backups, newest first.
    pub fn backups(&self) -> Listing<Backup> {
        let listing = backup::list(self.disk(), &self.home());
        Listing {
            items: listing.items.into_iter().map(|known| known.backup).collect(),
            problems: listing.problems,
        }
    }

    /// Reads every entry of a backup against its checksums; the problems are what is wrong with it.
    pub fn verify(&self, backup: &Backup) -> Result<Vec<Problem>> {
        backup::verify(self.disk(), &backup::find(self.disk(), &self.home(), &backup.id)?)
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &*self.inner.disk
    }

    pub(crate) fn journal(&self) -> Journal<'_> {
        Journal::new(self.disk(), &self.home())
    }

    /// The data folder without links in its path, as far as it is there.
    pub(crate) fn home(&self) -> PathBuf {
        if let Some(home) = self.inner.home.get() {
            return home.clone();
        }
        match self.disk().canonical(&self.inner.data) {
            Ok(home) => self.inner.home.get_or_init(|| home).clone(),
            Err(_) => canonical(self.disk(), &self.inner.data),
        }
    }
}

/// A path without links in it; what is not there yet keeps its name.
pub(crate) fn canonical(disk: &dyn Disk, path: &Path) -> PathBuf {
    for part in path.ancestors() {
        if let Ok(found) = disk.canonical(part) {
            return match path.strip_prefix(part) {
                Ok(rest) if !rest.as_os_str().is_empty() => found.join(rest),
                _ => found,
            };
        }
    }
    path.to_owned()
}

/// The root of a batch without links: a folder that is there, or the data folder, which is made when it is needed.
pub(crate) fn root(files: &Files, given: &Path) -> Result<PathBuf> {
    let root = canonical(files.disk(), given);
    let meta = files.disk().look(&root).map_err(|error| FilesError::io(&root, error))?;
    match meta.map(|meta| meta.kind) {
        Some(crate::disk::Kind::Folder) => Ok(root),
        Some(_) => Err(FilesError::Odd { path: root }),
        None if root == files.home() => Ok(root),
        None => Err(FilesError::Missing { path: root }),
    }
}
