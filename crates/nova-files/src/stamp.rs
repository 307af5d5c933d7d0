//! What a path holds, short enough to keep: for the plans of the checklist, and for the journal to see whether a file is
//! still as a change left it.

use std::io::Read;
use std::path::Path;

use data_encoding::HEXLOWER;
use nova_model::StampKind;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::disk::{Disk, Kind, Meta, walk};
use crate::error::At;

/// Whether inodes count. They do for plans (seconds to minutes); the journal leaves them out, since taking a later change
/// back gives a file its bytes and time again, but not its inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inodes {
    Count,
    Ignore,
}

/// The stamp of whatever is at a path. Folders are listed, files are not read.
pub(crate) fn stamp(disk: &dyn Disk, path: &Path, inodes: Inodes) -> Result<StampKind> {
    let Some(meta) = disk.look(path).at(path)? else { return Ok(StampKind::Missing) };
    Ok(match meta.kind {
        Kind::File => {
            StampKind::File { size: meta.size, mtime: meta.mtime, inode: inode(&meta, inodes), sha256: None }
        }
        Kind::Folder => StampKind::Folder { listing: listing(disk, path, inodes)? },
        Kind::Link | Kind::Other => StampKind::Other,
    })
}

fn inode(meta: &Meta, inodes: Inodes) -> u64 {
    if inodes == Inodes::Count { meta.inode } else { 0 }
}

/// SHA-256 over the sorted names below a folder, with kind, and for files size, time and inode. Times of folders are left
/// out: they change when something is renamed away and back.
fn listing(disk: &dyn Disk, folder: &Path, inodes: Inodes) -> Result<String> {
    let mut hash = Sha256::new();
    for (path, meta) in walk(disk, folder).at(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes();
        hash.update(u64::try_from(name.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(name);
        hash.update([meta.kind as u8]);
        if meta.kind == Kind::File {
            hash.update(meta.size.to_le_bytes());
            hash.update(meta.mtime.to_le_bytes());
            hash.update(inode(&meta, inodes).to_le_bytes());
        }
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

/// A short sum over what is at a path: differs once anything in it has another name, size or time.
pub(crate) fn sum(disk: &dyn Disk, path: &Path) -> Result<u64> {
    let text =
        serde_json::to_vec(&stamp(disk, path, Inodes::Ignore)?).map_err(std::io::Error::other).at(path)?;
    let hash = Sha256::digest(&text);
    let start = hash.first_chunk().map_or(1, |start| u64::from_le_bytes(*start));
    Ok(start.max(1))
}

/// SHA-256 of bytes, in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// SHA-256 of a plain file, in hex, read piece by piece.
pub(crate) fn sha256_of(disk: &dyn Disk, file: &Path) -> Result<String> {
    let mut source = disk.open(file).at(file)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        let count = source.read(&mut piece).at(file)?;
        match piece.get(..count) {
            Some([]) | None => return Ok(HEXLOWER.encode(&hash.finalize())),
            Some(bytes) => hash.update(bytes),
        }
    }
}

/// Bytes of everything at a path.
pub(crate) fn bytes(disk: &dyn Disk, path: &Path) -> Result<u64> {
    match disk.look(path).at(path)? {
        Some(meta) if meta.kind == Kind::Folder => {
            Ok(walk(disk, path).at(path)?.iter().map(|(_, meta)| meta.size).fold(0, u64::saturating_add))
        }
        Some(meta) => Ok(meta.size),
        None => Ok(0),
    }
}
