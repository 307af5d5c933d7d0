//! Unpacking one folder or file of a backup to a preliminary name.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use nova_archive::{Collisions, EntryKind, NameRules, Shape, Zip, safe_entry_path_for};

use super::bad;
use super::list::Known;
use super::verify::WORKERS;
use super::zip::from_dos_time;
use crate::disk::{Disk, Dress, Source};
use crate::error::At;
use crate::path_text::from_bytes;
use crate::{FilesError, Result};

/// An entry that is wanted.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    index: usize,
    name: String,
    /// Below the wanted entry; none for the entry itself.
    parts: Vec<PathBuf>,
    folder: bool,
    pub size: u64,
    time: Option<i64>,
}

/// The entries at and below a name, each checked. Whatever is unsafe anywhere in the zip refuses it as a whole.
pub(super) fn wanted(known: &Known, zip: &Zip<Box<dyn Source>>, entry: &str) -> Result<Vec<Piece>> {
    let mut collisions = Collisions::new();
    let mut pieces = Vec::new();
    let top: Vec<&str> = entry.split('/').collect();
    for found in zip.entries() {
        let name = found.name().into_owned();
        let refuse = || bad(&known.backup, &name);
        let parts = parts(known, &name, found.name_raw()).ok_or_else(refuse)?;
        let folder = match found.kind() {
            EntryKind::Folder => true,
            EntryKind::File => false,
            EntryKind::Link | EntryKind::Special => return Err(refuse()),
        };
        // What a file system that minds case told apart when the backup was made, this one tells apart again.
        if known.sha256.is_none() {
            let shape = if folder { Shape::Folder } else { Shape::File };
            let texts: Vec<String> = parts.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            collisions.add(&texts, shape).map_err(|_| refuse())?;
        }
        if parts.len() >= top.len() && parts.iter().zip(&top).all(|(part, top)| part.as_os_str() == *top) {
            let parts = parts.into_iter().skip(top.len()).collect();
            let time = from_dos_time(found.dos_time());
            pieces.push(Piece { index: found.index(), name, parts, folder, size: found.size(), time });
        }
    }
    let missing = || FilesError::NotInBackup { id: known.backup.id.clone(), entry: entry.to_owned() };
    if pieces.is_empty() { Err(missing()) } else { Ok(pieces) }
}

/// The parts of a safe name. In a zip of ours a name that is no text has the bytes that the file had.
fn parts(known: &Known, name: &str, raw: &[u8]) -> Option<Vec<PathBuf>> {
    let rules = known.rules();
    if rules == NameRules::Portable || std::str::from_utf8(raw).is_ok() {
        let parts = safe_entry_path_for(name, rules).ok()?;
        return Some(parts.into_iter().map(PathBuf::from).collect());
    }
    // What is not ASCII makes no name unsafe; it is judged by as many signs that are.
    let plain: String =
        raw.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '_' }).collect();
    safe_entry_path_for(&plain, rules).ok()?;
    let parts = raw.split(|byte| *byte == b'/').filter(|part| !matches!(*part, b"" | b"."));
    parts.map(|part| from_bytes(part.to_vec())).collect()
}

/// Unpacks an entry to `part`, which must not be there; every file is synced, every checksum held.
pub(crate) fn unpack(disk: &dyn Disk, known: &Known, entry: &str, part: &Path) -> Result<()> {
    let zip = known.open(disk)?;
    let pieces = wanted(known, &zip, entry)?;
    drop(zip);
    let folders = make_folders(disk, &pieces, part)?;
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let done = Worker { disk, known, part }.run(&pieces, &next);
                if let (Err(error), Ok(mut failed)) = (done, failed.lock()) {
                    next.fetch_add(pieces.len(), Ordering::Relaxed);
                    failed.get_or_insert(error);
                }
            });
        }
    });
    if let Ok(Some(error)) = failed.into_inner() {
        return Err(error);
    }
    folders.iter().rev().try_for_each(|folder| disk.sync_dir(folder).at(folder))
}

/// Makes every folder, also those that only the names of files tell of; parents first.
fn make_folders(disk: &dyn Disk, pieces: &[Piece], part: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = std::collections::BTreeSet::new();
    for piece in pieces {
        let depth = if piece.folder { piece.parts.len() + 1 } else { piece.parts.len() };
        for take in 0..depth {
            folders.insert(piece.parts.iter().take(take).fold(part.to_owned(), |path, name| path.join(name)));
        }
    }
    let folders: Vec<PathBuf> = folders.into_iter().collect();
    folders.iter().try_for_each(|folder| disk.make_dir(folder).at(folder))?;
    Ok(folders)
}

struct Worker<'a> {
    disk: &'a dyn Disk,
    known: &'a Known,
    part: &'a Path,
}

impl Worker<'_> {
    fn run(&self, pieces: &[Piece], next: &AtomicUsize) -> Result<()> {
        let mut zip = self.known.open(self.disk)?;
        while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !piece.folder {
                self.file(&mut zip, piece)?;
            }
        }
        Ok(())
    }

    fn file(&self, zip: &mut Zip<Box<dyn Source>>, piece: &Piece) -> Result<()> {
        let path = piece.parts.iter().fold(self.part.to_owned(), |path, name| path.join(name));
        let mut sink = self.disk.create(&path).at(&path)?;
        let mut out = Blamed { sink: &mut *sink, error: None };
        if zip.copy_to(piece.index, &mut out, piece.size).is_err() {
            return Err(match out.error {
                Some(error) => FilesError::io(&path, error),
                None => bad(&self.known.backup, &piece.name),
            });
        }
        sink.sync().at(&path)?;
        drop(sink);
        let mtime = piece.time.map(|seconds| seconds.saturating_mul(1_000_000_000));
        self.disk.dress(&path, Dress { mtime, mode: None }).at(&path)
    }
}

/// Remembers the disk's own error, so that a full disk is not taken for a damaged zip.
struct Blamed<'a> {
    sink: &'a mut dyn crate::disk::Sink,
    error: Option<std::io::Error>,
}

impl std::io::Write for Blamed<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.sink.write(bytes).map_err(|error| {
            let kind = error.kind();
            self.error = Some(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.sink.flush()
    }
}
