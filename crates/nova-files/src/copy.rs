//! Copies: of what moves onto another device, every file synced and read back; and of what stays where it is, out of which
//! one thing is made aside.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use nova_model::{Message, Problem};

use crate::act::Actor;
use crate::disk::{Disk, Dress, Kind, Meta, walk, walk_at_most, write_new};
use crate::error::At;
use crate::session::open_world;
use crate::stamp::sha256_of;
use crate::{FilesError, Result};

/// A game with its mods and worlds has tens of thousands of files; what has more than this is something else.
pub(crate) const MOST: usize = 262_144;

/// How much there is to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Plain files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A thing that is made out of copies under a name of its own.
pub(crate) struct Gathering {
    pub pieces: Vec<Piece>,
    /// New files in it, by their places.
    pub files: Vec<(String, Vec<u8>)>,
    pub part: PathBuf,
}

/// One source of it.
pub(crate) struct Piece {
    pub from: PathBuf,
    /// The copy's place below the part; empty for the part itself.
    pub name: String,
    /// Folders above the source are looked at for open worlds up to here.
    pub top: PathBuf,
}

/// Copies a file or folder to a new name. Links and pipes cannot be copied and refuse it.
pub(crate) fn tree(disk: &dyn Disk, from: &Path, to: &Path) -> Result<()> {
    let meta = disk.look(from).at(from)?.ok_or_else(|| FilesError::Missing { path: from.to_owned() })?;
    one(disk, from, to, &meta)?;
    if meta.kind != Kind::Folder {
        return Ok(());
    }
    let mut folders = vec![to.to_owned()];
    for (path, meta) in walk(disk, from).at(from)? {
        let target = to.join(path.strip_prefix(from).unwrap_or(&path));
        one(disk, &path, &target, &meta)?;
        if meta.kind == Kind::Folder {
            folders.push(target);
        }
    }
    folders.iter().rev().try_for_each(|folder| disk.sync_dir(folder).at(folder))
}

fn one(disk: &dyn Disk, from: &Path, to: &Path, meta: &Meta) -> Result<()> {
    match meta.kind {
        Kind::Folder => disk.make_dir(to).at(to),
        Kind::File => file(disk, from, to, meta),
        Kind::Link => Err(FilesError::Link { path: from.to_owned() }),
        Kind::Other => Err(FilesError::Odd { path: from.to_owned() }),
    }
}

fn file(disk: &dyn Disk, from: &Path, to: &Path, meta: &Meta) -> Result<()> {
    Actor { disk, staged: &[], lists: &[] }.copy(from, to)?;
    if sha256_of(disk, from)? != sha256_of(disk, to)? {
        return Err(FilesError::Changing { path: from.to_owned() });
    }
    disk.dress(to, Dress { mtime: Some(meta.mtime), mode: Some(meta.mode) }).at(to)
}

/// Everything at a path that has to be there: itself first.
fn things(disk: &dyn Disk, from: &Path) -> Result<Vec<(PathBuf, Meta)>> {
    let meta = disk.look(from).at(from)?.ok_or_else(|| FilesError::Missing { path: from.to_owned() })?;
    let mut things = vec![(from.to_owned(), meta)];
    if meta.kind == Kind::Folder {
        let below = walk_at_most(disk, from, MOST).at(from)?;
        things.extend(below.ok_or_else(|| FilesError::TooMany { path: from.to_owned(), limit: MOST })?);
    }
    Ok(things)
}

/// The plain files at a path.
pub(crate) fn weigh(disk: &dyn Disk, from: &Path) -> Result<Weight> {
    let things = things(disk, from)?;
    let files = things.iter().filter(|(_, meta)| meta.kind == Kind::File);
    Ok(files.fold(Weight::default(), |sum, (_, meta)| Weight {
        files: sum.files.saturating_add(1),
        bytes: sum.bytes.saturating_add(meta.size),
    }))
}

impl Gathering {
    /// Makes the part, not synced. Says what is left out.
    pub(crate) fn gather(&self, disk: &dyn Disk) -> Result<Vec<Problem>> {
        let mut made = BTreeSet::new();
        let whole = matches!(self.pieces.as_slice(), [piece] if piece.name.is_empty());
        if !whole {
            disk.make_dir(&self.part).at(&self.part)?;
        }
        let mut problems = Vec::new();
        for piece in &self.pieces {
            let to = self.place(disk, &piece.name, &mut made)?;
            problems.extend(piece.copy(disk, &to)?);
        }
        for (name, bytes) in &self.files {
            let to = self.place(disk, name, &mut made)?;
            write_new(disk, &to, bytes).at(&to)?;
        }
        Ok(problems)
    }

    /// The place of a name in the part, with the folders above it made.
    fn place(&self, disk: &dyn Disk, name: &str, made: &mut BTreeSet<PathBuf>) -> Result<PathBuf> {
        let mut place = self.part.clone();
        for part in name.split('/').filter(|part| !part.is_empty()) {
            if place != self.part && made.insert(place.clone()) {
                disk.make_dir(&place).at(&place)?;
            }
            place.push(part);
        }
        Ok(place)
    }

    /// A world that is open is copied in the middle of a sentence.
    pub(crate) fn refuse_open_worlds(&self, disk: &dyn Disk) -> Result<()> {
        self.pieces.iter().try_for_each(|piece| piece.refuse_open_worlds(disk))
    }
}

impl Piece {
    pub(crate) fn refuse_open_worlds(&self, disk: &dyn Disk) -> Result<()> {
        match open_world(disk, &self.from, &self.top) {
            Some(world) => Err(FilesError::WorldOpen { world }),
            None => Ok(()),
        }
    }

    /// Says what is left out: links are never followed, and pipes and devices have no contents.
    fn copy(&self, disk: &dyn Disk, to: &Path) -> Result<Option<Problem>> {
        let mut left_out = Vec::new();
        for (path, meta) in things(disk, &self.from)? {
            let below = path.strip_prefix(&self.from).unwrap_or(&path);
            let target = if below.as_os_str().is_empty() { to.to_owned() } else { to.join(below) };
            match meta.kind {
                Kind::Folder => disk.make_dir(&target).at(&target)?,
                Kind::File => copy_file(disk, &path, &target, &meta)?,
                Kind::Link | Kind::Other => left_out.push(path),
            }
        }
        Ok(left_out.first().map(|first| {
            let message = Message::new("files.copy.left-out").with("count", left_out.len());
            Problem::warning(self.from.display().to_string(), message.with("path", first.as_path()))
        }))
    }
}

/// A file that goes while its neighbours are copied is left out; one that changes refuses the copy.
fn copy_file(disk: &dyn Disk, from: &Path, to: &Path, before: &Meta) -> Result<()> {
    match disk.copy_file(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && disk.look(from).at(from)?.is_none() => {
            return Ok(());
        }
        copied => copied.map_err(|error| blame(from, to, error))?,
    }
    let after = disk.look(from).at(from)?;
    let copied = disk.look(to).at(to)?.map(|meta| meta.size);
    if after.is_none_or(|after| (after.size, after.mtime) != (before.size, before.mtime))
        || copied != Some(before.size)
    {
        return Err(FilesError::Changing { path: from.to_owned() });
    }
    disk.dress(to, Dress { mtime: Some(before.mtime), mode: Some(before.mode) }).at(to)
}

/// Which of the two paths a failed copy is about: what is wrong with the space is wrong with the copy.
fn blame(from: &Path, to: &Path, error: io::Error) -> FilesError {
    use io::ErrorKind::{NotFound, PermissionDenied};
    let path = if matches!(error.kind(), NotFound | PermissionDenied) { from } else { to };
    FilesError::io(path, error)
}
