//! Worlds whose `session.lock` another program has open for writing.
//!
//! The game's lock alone does not tell: a POSIX record lock goes as soon as its process closes any handle of the file, so a
//! mod that zips the worlds while they are played takes the game's lock away without knowing. The handle stays open as long
//! as the world does. Programs that only read the file (indexers, backup programs) do not count.

use std::path::PathBuf;

/// Those of the worlds that another program of this user writes. One look at all processes, however many worlds.
pub(crate) fn written_by_others(worlds: &[PathBuf]) -> Vec<PathBuf> {
    if worlds.is_empty() { Vec::new() } else { handles::written_by_others(worlds) }
}

#[cfg(target_os = "linux")]
mod handles {
    //! The open files of Linux: `/proc/<pid>/fd` and `/proc/<pid>/fdinfo`.

    use std::{
        collections::HashSet,
        fs::{self, DirEntry, File},
        io::Read,
        os::unix::fs::MetadataExt,
        path::{Path, PathBuf},
    };

    const LOCK: &str = "session.lock";

    /// More open files of one process are not looked at.
    const MOST_FILES: usize = 20_000;

    /// Longer descriptions of a handle are cut; the flags stand in the second line.
    const LONGEST: u64 = 4096;

    /// Device and inode.
    type FileId = (u64, u64);

    pub(super) fn written_by_others(worlds: &[PathBuf]) -> Vec<PathBuf> {
        let (own, pid) = (rustix::process::getuid().as_raw(), std::process::id().to_string());
        let mine = entries(Path::new("/proc")).filter(|process| {
            let name = process.file_name();
            let name = name.to_string_lossy();
            let other = name != pid && name.bytes().all(|byte| byte.is_ascii_digit());
            other && process.metadata().is_ok_and(|seen| seen.uid() == own)
        });
        let written: HashSet<FileId> = mine.flat_map(|process| locks(&process.path())).collect();
        let held = |world: &&PathBuf| file_id(&world.join(LOCK)).is_some_and(|id| written.contains(&id));
        worlds.iter().filter(held).cloned().collect()
    }

    /// The lock files that a process can write.
    fn locks(process: &Path) -> Vec<FileId> {
        let (handles, flags) = (process.join("fd"), process.join("fdinfo"));
        let named = entries(&handles)
            .take(MOST_FILES)
            .filter(|handle| fs::read_link(handle.path()).is_ok_and(|file| file.ends_with(LOCK)));
        let written = named.filter(|handle| can_write(&flags.join(handle.file_name())));
        // Through the handle, not by its name: the process may see another file there.
        written.filter_map(|handle| id(&fs::metadata(handle.path()).ok()?)).collect()
    }

    fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
        fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok)
    }

    fn can_write(info: &Path) -> bool {
        let mut text = String::new();
        let read = File::open(info).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
        read.is_ok() && access(&text).is_some_and(|mode| mode != 0)
    }

    /// The access mode of a handle: 0 reads, 1 writes, 2 does both (`proc_pid_fdinfo(5)`: octal `flags` of `open(2)`).
    pub(super) fn access(info: &str) -> Option<u32> {
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"))?;
        u32::from_str_radix(flags.trim(), 8).ok().map(|flags| flags & 3)
    }

    fn file_id(file: &Path) -> Option<FileId> {
        id(&fs::symlink_metadata(file).ok()?)
    }

    fn id(found: &fs::Metadata) -> Option<FileId> {
        found.is_file().then(|| (found.dev(), found.ino()))
    }
}

#[cfg(not(target_os = "linux"))]
mod handles {
    //! Elsewhere the lock is all there is: on Windows it is mandatory and goes with the last handle only.

    use std::path::PathBuf;

    pub(super) fn written_by_others(_worlds: &[PathBuf]) -> Vec<PathBuf> {
        Vec::new()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::handles::access;

    #[test]
    fn the_flags_of_a_handle_tell_whether_it_writes() {
        assert_eq!(access("pos:\t0\nflags:\t0100000\nmnt_id:\t29\n"), Some(0));
        assert_eq!(access("pos:\t0\nflags:\t02100001\n"), Some(1));
        assert_eq!(access("flags:\t0100002"), Some(2));
        assert_eq!(access("pos:\t0\n"), None);
        assert_eq!(access("flags:\tno number"), None);
    }
}
