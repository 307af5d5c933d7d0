//! The file system of the machine.
#![expect(clippy::disallowed_methods, reason = "this module is the one place that changes the disk")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Disk, Dress, Guard, Kind, Meta, Share, Sink, Source};

pub(crate) struct RealDisk;

struct NewFile(File);

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Sink for NewFile {
    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }

    fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.0.set_len(len)?;
        self.0.seek(SeekFrom::Start(len)).map(drop)
    }
}

struct Held(#[expect(dead_code, reason = "dropping it frees the lock")] File);
impl Guard for Held {}

impl Disk for RealDisk {
    fn look(&self, path: &Path) -> io::Result<Option<Meta>> {
        match fs::symlink_metadata(path) {
            Ok(meta) => Ok(Some(meta_of(&meta))),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn Source>> {
        // Opening a pipe would wait, opening a device may do things: look first.
        if !fs::symlink_metadata(file)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok(Box::new(File::open(file)?))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn free(&self, folder: &Path) -> io::Result<u64> {
        free(folder)
    }

    fn is_held(&self, file: &Path) -> bool {
        is_held(file)
    }

    fn lock(&self, folder: &Path, share: Share) -> io::Result<Option<Box<dyn Guard>>> {
        lock(folder, share)
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(NewFile(File::create_new(file)?)))
    }

    fn copy_file(&self, from: &Path, to: &Path) -> io::Result<()> {
        // Looked at first, as for reading; and what is there would be written over.
        if !fs::symlink_metadata(from)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if fs::symlink_metadata(to).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::copy(from, to).map(drop)
    }

    fn resume(&self, file: &Path) -> io::Result<(Box<dyn Sink>, u64)> {
        // Looked at first, as for reading: a link would be followed.
        if !fs::symlink_metadata(file)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut file = OpenOptions::new().write(true).open(file)?;
        let end = file.seek(SeekFrom::End(0))?;
        Ok((Box::new(NewFile(file)), end))
    }

    fn link(&self, target: &Path, link: &Path) -> io::Result<()> {
        make_link(target, link)
    }

    fn target(&self, link: &Path) -> io::Result<PathBuf> {
        fs::read_link(link)
    }

    fn append(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(file)?;
        let before = file.metadata()?.len();
        let added = file.write_all(bytes).and_then(|()| file.sync_all());
        if added.is_err() {
            // A full disk takes half a line. What is said is that nothing was added, so that has to be so.
            file.set_len(before)?;
            file.sync_all()?;
        }
        added
    }

    fn dress(&self, path: &Path, dress: Dress) -> io::Result<()> {
        if let Some(mode) = dress.mode {
            set_mode(path, mode)?;
        }
        match dress.mtime.and_then(to_time) {
            Some(time) => File::open(path)?.set_modified(time),
            None => Ok(()),
        }
    }

    fn make_dir(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        rename_without_replacing(from, to)
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }

    fn remove_dir(&self, folder: &Path) -> io::Result<()> {
        fs::remove_dir(folder)
    }

    fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        sync_dir(folder)
    }

    fn sync_file(&self, file: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).open(file)?.sync_all()
    }

    fn sync_device(&self, folder: &Path) -> io::Result<bool> {
        sync_device(folder)
    }
}

/// A file in the place of a parent folder means that nothing is there, too.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn kind_of(meta: &fs::Metadata) -> Kind {
    if meta.is_symlink() {
        Kind::Link
    } else if meta.is_dir() {
        Kind::Folder
    } else if meta.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}

#[cfg(unix)]
fn meta_of(meta: &fs::Metadata) -> Meta {
    use std::os::unix::fs::MetadataExt;
    let kind = kind_of(meta);
    Meta {
        kind,
        size: if kind == Kind::File { meta.len() } else { 0 },
        mtime: meta.mtime().saturating_mul(1_000_000_000).saturating_add(meta.mtime_nsec()),
        inode: meta.ino(),
        device: meta.dev(),
        mode: meta.mode() & 0o777,
    }
}

#[cfg(not(unix))]
fn meta_of(meta: &fs::Metadata) -> Meta {
    let kind = kind_of(meta);
    let since = meta.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let mtime = since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or(0);
    Meta { kind, size: if kind == Kind::File { meta.len() } else { 0 }, mtime, inode: 0, device: 0, mode: 0 }
}

fn to_time(nanos: i64) -> Option<SystemTime> {
    let span = Duration::from_nanos(nanos.unsigned_abs());
    if nanos < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(span)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(span)
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o777))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
fn rename_without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // File systems and kernels without the flag.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => rename_after_a_look(from, to),
        other => Ok(other?),
    }
}

#[cfg(not(target_os = "linux"))]
fn rename_without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    rename_after_a_look(from, to)
}

fn rename_after_a_look(from: &Path, to: &Path) -> io::Result<()> {
    match fs::symlink_metadata(to) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::rename(from, to),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn sync_dir(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some network and FUSE file systems cannot sync a folder.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Windows has no sync of folders: NTFS journals its names.
#[cfg(not(unix))]
fn sync_dir(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
fn sync_device(folder: &Path) -> io::Result<bool> {
    rustix::fs::syncfs(File::open(folder)?)?;
    Ok(true)
}

/// Linux alone can sync one file system.
#[cfg(not(target_os = "linux"))]
fn sync_device(_: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(unix)]
fn make_link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Windows lets only some accounts make links, and nothing that is installed there has any.
#[cfg(not(unix))]
fn make_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn free(folder: &Path) -> io::Result<u64> {
    let stat = rustix::fs::statvfs(folder)?;
    Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}

/// Asks who holds the file instead of trying to lock it: that needs no permission to write and never takes the lock away
/// from a game that is just starting. Closing the file drops the record locks of our own process on it; we have none.
#[cfg(unix)]
fn is_held(file: &Path) -> bool {
    use rustix::process::{Flock, FlockType, fcntl_getlk};
    let plain = fs::symlink_metadata(file).is_ok_and(|meta| meta.is_file());
    let Some(file) = plain.then(|| File::open(file).ok()).flatten() else { return false };
    matches!(fcntl_getlk(&file, &Flock::from(FlockType::WriteLock)), Ok(Some(_)))
}

/// On Windows the game's lock is mandatory: a locked byte cannot be read.
#[cfg(not(unix))]
fn is_held(file: &Path) -> bool {
    use std::io::Read;
    let plain = fs::symlink_metadata(file).is_ok_and(|meta| meta.is_file());
    let Some(mut file) = plain.then(|| File::open(file).ok()).flatten() else { return false };
    file.read(&mut [0; 1]).is_err()
}

#[cfg(unix)]
fn lock(folder: &Path, share: Share) -> io::Result<Option<Box<dyn Guard>>> {
    let folder = File::open(folder)?;
    let taken = match share {
        Share::Alone => folder.try_lock(),
        Share::Together => folder.try_lock_shared(),
    };
    match taken {
        Ok(()) => Ok(Some(Box::new(Held(folder)))),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        // A file system without locks (some network mounts): one player, one machine.
        Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            Ok(Some(Box::new(Held(folder))))
        }
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Not built yet on Windows, where folders cannot be locked (a named mutex of the path's hash is the plan).
#[cfg(not(unix))]
fn lock(folder: &Path, _: Share) -> io::Result<Option<Box<dyn Guard>>> {
    fs::metadata(folder)?;
    struct Nothing;
    impl Guard for Nothing {}
    Ok(Some(Box::new(Nothing)))
}
