//! A stage as a place for fetched files. What is finished there was verified; what an earlier run finished is verified again, since
//! nothing in a stage is synced by itself.

use std::{
    collections::HashSet,
    io::Read,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use nova_files::{FilesError, Leave, Stage, StageFile, StagePart};
use nova_net::download::{Hasher, Landed, Landing, LandingError, LandingFile, Wanted};

/// The piece in which a part is read again.
const PIECE: usize = 256 << 10;
/// After so many finished bytes they are sent to the disk, so that the change at the end waits for the rest alone.
const AHEAD: u64 = 96 << 20;

/// A stage that files are fetched into.
pub(super) struct StageLanding {
    stage: Stage,
    /// What this run finished.
    ours: Arc<Mutex<HashSet<String>>>,
    ahead: Arc<Ahead>,
}

/// What goes to the disk while more is fetched.
#[derive(Default)]
struct Ahead {
    /// Bytes that were finished since.
    bytes: AtomicU64,
    /// Whether somebody is at it: one is enough.
    busy: AtomicBool,
}

impl Ahead {
    /// So many bytes more are finished. Whoever makes them enough waits for the disk; the others go on.
    fn finished(&self, bytes: u64, sync: impl FnOnce()) {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) < AHEAD || self.busy.swap(true, Ordering::Acquire) {
            return;
        }
        self.bytes.store(0, Ordering::Relaxed);
        sync();
        self.busy.store(false, Ordering::Release);
    }
}

impl StageLanding {
    pub(super) fn new(stage: Stage) -> Self {
        Self { stage, ours: Arc::default(), ahead: Arc::default() }
    }

    fn is_whole(&self, wanted: &Wanted, there: &StageFile) -> Result<bool, FilesError> {
        if self.ours.lock().is_ok_and(|ours| ours.contains(&wanted.key)) {
            return Ok(true);
        }
        if wanted.size.is_some_and(|size| size != there.bytes) {
            return Ok(false);
        }
        let Some(digest) = wanted.digest else { return Ok(false) };
        let path = self.stage.path(&wanted.key)?;
        let mut hasher = Hasher::new(Some(digest.kind()));
        let read =
            std::fs::File::open(&path).and_then(|file| each_piece(file, &mut |piece| hasher.update(piece)));
        Ok(read.is_ok() && hasher.finish().is_some_and(|got| wanted.accepts(got)))
    }
}

fn each_piece(mut from: impl Read, each: &mut dyn FnMut(&[u8])) -> std::io::Result<()> {
    let mut piece = vec![0; PIECE];
    loop {
        match from.read(&mut piece)? {
            0 => return Ok(()),
            read => each(piece.get(..read).unwrap_or_default()),
        }
    }
}

impl Landing for StageLanding {
    fn has(&self, wanted: &Wanted) -> Landed<bool> {
        match self.stage.has(&wanted.key).map_err(LandingError::new)? {
            Some(there) => self.is_whole(wanted, &there).map_err(LandingError::new),
            None => Ok(false),
        }
    }

    fn open(&self, wanted: &Wanted) -> Landed<Box<dyn LandingFile>> {
        let file = self.stage.part(&wanted.key).map_err(LandingError::new)?;
        let (ours, ahead) = (Arc::clone(&self.ours), Arc::clone(&self.ahead));
        Ok(Box::new(Part { file, stage: self.stage.clone(), key: wanted.key.clone(), ours, ahead }))
    }
}

struct Part {
    file: StagePart,
    stage: Stage,
    key: String,
    ours: Arc<Mutex<HashSet<String>>>,
    ahead: Arc<Ahead>,
}

impl LandingFile for Part {
    fn len(&self) -> u64 {
        self.file.len()
    }

    fn noted(&self) -> Option<String> {
        self.file.noted().ok().flatten()
    }

    fn note(&mut self, text: Option<&str>) -> Landed<()> {
        self.file.note(text.unwrap_or_default()).map_err(LandingError::new)
    }

    fn read_back(&mut self, each: &mut dyn FnMut(&[u8])) -> Landed<()> {
        let reader = self.file.reader().map_err(LandingError::new)?;
        each_piece(reader, each)
            .map_err(|source| LandingError::new(FilesError::Io { path: self.file.path().to_owned(), source }))
    }

    fn write(&mut self, bytes: &[u8]) -> Landed<()> {
        self.file.write(bytes).map_err(LandingError::new)
    }

    fn truncate(&mut self, len: u64) -> Landed<()> {
        self.file.truncate(len).map_err(LandingError::new)
    }

    fn finish(self: Box<Self>) -> Landed<()> {
        let bytes = self.file.len();
        self.file.finish().map_err(LandingError::new)?;
        if let Ok(mut ours) = self.ours.lock() {
            ours.insert(self.key);
        }
        self.ahead.finished(bytes, || self.stage.sync_ahead());
        Ok(())
    }

    fn discard(self: Box<Self>) -> Landed<()> {
        self.file.abandon(Leave::Drop).map_err(LandingError::new)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_disk_is_waited_for_once_for_so_many_bytes_and_by_one_alone() {
        let (ahead, synced) = (Ahead::default(), Cell::new(0));
        let sync = || synced.set(synced.get() + 1);
        ahead.finished(AHEAD - 1, sync);
        assert_eq!(synced.get(), 0);
        ahead.finished(1, || {
            sync();
            // Others go on meanwhile, however much they bring; whoever is next has it to do.
            ahead.finished(2 * AHEAD, sync);
        });
        assert_eq!(synced.get(), 1);
        ahead.finished(1, sync);
        assert_eq!(synced.get(), 2);
        ahead.finished(AHEAD - 1, sync);
        assert_eq!(synced.get(), 2);
    }
}
