//! The file system as this crate needs it: few calls, each of which a crash may come before.
//!
//! The real one is [`real::RealDisk`]; tests use a simulated one that forgets what was not synced.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

pub(crate) mod real;
#[cfg(test)]
pub(crate) mod sim;

/// What is at a path; a link is itself, never what it points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meta {
    pub kind: Kind,
    /// Bytes of a file, 0 for everything else.
    pub size: u64,
    /// Nanoseconds since the epoch.
    pub mtime: i64,
    /// 0 where the system has none.
    pub inode: u64,
    /// The device; 0 where the system has none.
    pub device: u64,
    /// Permission bits, 0 where the system has none.
    pub mode: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a device, a socket.
    Other,
}

/// A file that is read.
pub(crate) trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// A new file that is written.
pub(crate) trait Sink: Write + Send {
    /// Everything written so far survives a power loss after this.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts it to this length; what is written then follows there.
    fn truncate(&mut self, len: u64) -> io::Result<()>;
}

/// How a folder is locked. Locks end with the process that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    Alone,
    Together,
}

/// Holds a lock until it is dropped.
pub(crate) trait Guard: Send {}

/// Times and permissions that a file gets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dress {
    pub mtime: Option<i64>,
    pub mode: Option<u32>,
}

pub(crate) trait Disk: Send + Sync {
    /// What is at a path, if anything.
    fn look(&self, path: &Path) -> io::Result<Option<Meta>>;
    /// The names in a folder, in no order.
    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>>;
    /// Opens a plain file; anything else is refused without opening it, and a link is not followed.
    fn open(&self, file: &Path) -> io::Result<Box<dyn Source>>;
    /// The path without links in it.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;
    /// Bytes free for us on the device of a folder that is there.
    fn free(&self, folder: &Path) -> io::Result<u64>;
    /// Whether another process holds a POSIX record lock on a file.
    fn is_held(&self, file: &Path) -> bool;
    /// Locks a folder without waiting; none if somebody else has it.
    fn lock(&self, folder: &Path, share: Share) -> io::Result<Option<Box<dyn Guard>>>;

    /// A new file; fails if anything is there.
    fn create(&self, file: &Path) -> io::Result<Box<dyn Sink>>;
    /// Copies a plain file to a new one, by sharing its blocks where the system can. The copy is not synced.
    fn copy_file(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Opens a plain file to write on at its end, and says where that is.
    fn resume(&self, file: &Path) -> io::Result<(Box<dyn Sink>, u64)>;
    /// A new link that says `target`; fails if anything is there.
    fn link(&self, target: &Path, link: &Path) -> io::Result<()>;
    /// What a link says.
    fn target(&self, link: &Path) -> io::Result<PathBuf>;
    /// Adds bytes to the end of a file and syncs it. After an error nothing is added.
    fn append(&self, file: &Path, bytes: &[u8]) -> io::Result<()>;
    fn dress(&self, path: &Path, dress: Dress) -> io::Result<()>;
    fn make_dir(&self, folder: &Path) -> io::Result<()>;
    /// Moves a thing as it is; fails with `AlreadyExists` if anything is at `to`.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Moves a file over another one, atomically.
    fn replace(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove_file(&self, file: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_dir(&self, folder: &Path) -> io::Result<()>;
    /// The names in a folder survive a power loss after this.
    fn sync_dir(&self, folder: &Path) -> io::Result<()>;
    /// The contents of a file survive a power loss after this.
    fn sync_file(&self, file: &Path) -> io::Result<()>;
    /// All that was done on the device of a folder survives a power loss after this; false where the system has no such call.
    fn sync_device(&self, folder: &Path) -> io::Result<bool>;
}

/// Everything below a folder survives a power loss after this: by one call, or file by file where there is none.
pub(crate) fn sync_below(disk: &dyn Disk, top: &Path) -> io::Result<()> {
    if disk.sync_device(top)? { Ok(()) } else { sync_each(disk, top) }
}

/// The same for several things, with one call a device.
pub(crate) fn sync_all_below(disk: &dyn Disk, tops: &[&Path]) -> io::Result<()> {
    let mut synced = BTreeSet::new();
    for top in tops {
        let device = disk.look(top)?.map_or(0, |meta| meta.device);
        if synced.contains(&device) {
            continue;
        }
        if disk.sync_device(top)? {
            synced.insert(device);
        } else {
            sync_each(disk, top)?;
        }
    }
    Ok(())
}

fn sync_each(disk: &dyn Disk, top: &Path) -> io::Result<()> {
    if disk.look(top)?.is_some_and(|meta| meta.kind == Kind::File) {
        return disk.sync_file(top);
    }
    for (path, meta) in walk(disk, top)? {
        match meta.kind {
            Kind::File => disk.sync_file(&path)?,
            Kind::Folder => disk.sync_dir(&path)?,
            Kind::Link | Kind::Other => {}
        }
    }
    disk.sync_dir(top)
}

/// Makes a new file with these contents, synced. Its folder is not.
pub(crate) fn write_new(disk: &dyn Disk, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut sink = disk.create(file)?;
    sink.write_all(bytes)?;
    sink.sync()
}

/// Reads a plain file of at most `cap` bytes; none if it has more.
pub(crate) fn read_capped(disk: &dyn Disk, file: &Path, cap: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    disk.open(file)?.take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|len| len <= cap);
    Ok(fits.then_some(bytes))
}

/// Makes a folder and the missing ones above it, synced.
pub(crate) fn make_dirs(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    let mut missing = Vec::new();
    for part in folder.ancestors() {
        match disk.look(part)? {
            Some(meta) if meta.kind == Kind::Folder || meta.kind == Kind::Link => break,
            Some(_) => return Err(io::ErrorKind::NotADirectory.into()),
            None => missing.push(part),
        }
    }
    for part in missing.into_iter().rev() {
        match disk.make_dir(part) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        if let Some(parent) = part.parent() {
            disk.sync_dir(parent)?;
        }
    }
    Ok(())
}

/// Everything below a folder, parents first and sorted, without following links.
/// Names deeper than the system can open are reported by the error of the first one.
pub(crate) fn walk(disk: &dyn Disk, top: &Path) -> io::Result<Vec<(PathBuf, Meta)>> {
    Ok(walk_at_most(disk, top, usize::MAX)?.unwrap_or_default())
}

/// The same, or none where there is more than that.
pub(crate) fn walk_at_most(
    disk: &dyn Disk,
    top: &Path,
    most: usize,
) -> io::Result<Option<Vec<(PathBuf, Meta)>>> {
    let mut found = Vec::new();
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        let mut names = disk.list(&folder)?;
        names.sort();
        for name in names {
            let path = folder.join(name);
            let Some(meta) = disk.look(&path)? else { continue };
            if meta.kind == Kind::Folder {
                open.push(path.clone());
            }
            if found.len() >= most {
                return Ok(None);
            }
            found.push((path, meta));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(Some(found))
}

/// Frees a thing and everything below it. Links are freed, never followed. What is gone already is fine.
pub(crate) fn free_tree(disk: &dyn Disk, top: &Path) -> io::Result<()> {
    let Some(meta) = disk.look(top)? else { return Ok(()) };
    if meta.kind != Kind::Folder {
        return disk.remove_file(top);
    }
    for (path, meta) in walk(disk, top)?.into_iter().rev() {
        if meta.kind == Kind::Folder { disk.remove_dir(&path)? } else { disk.remove_file(&path)? }
    }
    disk.remove_dir(top)
}
