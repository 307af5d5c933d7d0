//! Whether files are what they should be: by size, time and inode where they were hashed before, by their hash otherwise.
//!
//! A launcher that compares sizes alone misses a flipped byte; one that hashes everything with each start takes a second too long. So
//! what was hashed is remembered with what the system says of the file, and hashed again once any of that changed, or when the
//! player asks for a full check.

mod hash;
mod known;
mod repacked;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

pub use hash::Sha1;
pub use known::Known;

use known::Seen;

/// A file that should be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Where, below the root that is checked.
    pub path: PathBuf,
    /// Its bytes, where they are known.
    pub size: Option<u64>,
    /// The hashes of which it may have any; none where none is known.
    pub sha1s: Vec<Sha1>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// What it should be.
    Right,
    /// Not there.
    Missing,
    /// Of another size.
    Size {
        /// It.
        found: u64,
    },
    /// Of the right size, with other bytes.
    Hash,
    /// A folder, a link, a pipe.
    Odd,
    /// It cannot be read.
    Unreadable(io::ErrorKind),
}

/// How thorough a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Whether it is there, and as large as it should be: nothing is read.
    Size,
    /// What was hashed before and looks the same is not hashed again.
    Changed,
    /// Everything is hashed.
    Full,
}

/// Where a check stands. Called from the threads that check.
pub trait Watch: Sync {
    /// One more file was checked, with so many bytes read.
    fn checked(&self, bytes: u64);
    /// Whether to stop: what was not checked yet counts as missing nothing.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Watch for () {
    fn checked(&self, _: u64) {}
}

/// Checks files below `root`, in as many threads as there are processors; one state a file, in order. `known` learns what was hashed.
pub fn check(
    root: &Path,
    files: &[Expected],
    depth: Depth,
    known: &mut Known,
    watch: &dyn Watch,
) -> Vec<State> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(files.len().max(1));
    let next = AtomicUsize::new(0);
    let look = Look { root, files, depth, known, watch, next: &next };
    let found: Vec<(usize, State, Option<Seen>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(|| look.all())).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut states = vec![State::Right; files.len()];
    for (at, state, seen) in found {
        let (Some(file), Some(place)) = (files.get(at), states.get_mut(at)) else { continue };
        *place = state;
        match (state, seen) {
            (State::Right, Some(seen)) => known.learn(&file.path, seen),
            (State::Right, None) => {}
            _ => known.forget(&file.path),
        }
    }
    states
}

struct Look<'a> {
    root: &'a Path,
    files: &'a [Expected],
    depth: Depth,
    known: &'a Known,
    watch: &'a dyn Watch,
    next: &'a AtomicUsize,
}

impl Look<'_> {
    /// Takes files until there are no more.
    fn all(&self) -> Vec<(usize, State, Option<Seen>)> {
        let mut found = Vec::new();
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(at).filter(|_| !self.watch.is_cancelled()) else { return found };
            let (state, seen) = self.one(file);
            found.push((at, state, seen));
        }
    }

    fn one(&self, file: &Expected) -> (State, Option<Seen>) {
        let path = self.root.join(&file.path);
        let meta = match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_file() => meta,
            Ok(_) => return (State::Odd, None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (State::Missing, None),
            Err(error) => return (State::Unreadable(error.kind()), None),
        };
        if file.size.is_some_and(|size| size != meta.len()) {
            return (State::Size { found: meta.len() }, None);
        }
        let wanted = file.sha1s.as_slice();
        if wanted.is_empty() || self.depth == Depth::Size {
            self.watch.checked(0);
            return (State::Right, None);
        }
        if self.depth == Depth::Changed && self.known.knows(&file.path, &meta, wanted) {
            self.watch.checked(0);
            return (State::Right, None);
        }
        match Sha1::of_file(&path) {
            Ok(found) => {
                self.watch.checked(meta.len());
                let is_right = wanted.contains(&found) || repacked::is_right(&path, wanted);
                let state = if is_right { State::Right } else { State::Hash };
                (state, Some(Seen::of(&meta, found)))
            }
            Err(error) => (State::Unreadable(error.kind()), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use nova_testkit::write_file;

    use super::*;

    fn expected(path: &str, bytes: &[u8]) -> Expected {
        Expected { path: path.into(), size: Some(bytes.len() as u64), sha1s: vec![Sha1::of(bytes)] }
    }

    #[test]
    fn each_way_to_be_wrong_has_its_name() {
        let root = tempfile::tempdir().unwrap();
        for name in ["right", "flipped", "short", "unknown"] {
            write_file(&root.path().join(name), b"abc").unwrap();
        }
        write_file(&root.path().join("folder/x"), b"").unwrap();
        let files = [
            expected("right", b"abc"),
            expected("flipped", b"abx"),
            expected("short", b"abcd"),
            expected("missing", b"abc"),
            expected("folder", b""),
            Expected { path: "unknown".into(), size: None, sha1s: Vec::new() },
        ];
        let states = check(root.path(), &files, Depth::Full, &mut Known::default(), &());
        let size = State::Size { found: 3 };
        assert_eq!(states, [State::Right, State::Hash, size, State::Missing, State::Odd, State::Right]);
    }

    #[test]
    fn what_was_hashed_is_hashed_again_only_once_it_changed() {
        struct Read(AtomicUsize);
        impl Watch for Read {
            fn checked(&self, bytes: u64) {
                self.0.fetch_add(usize::try_from(bytes).unwrap(), Ordering::Relaxed);
            }
        }
        let root = tempfile::tempdir().unwrap();
        write_file(&root.path().join("a"), b"abc").unwrap();
        let files = [expected("a", b"abc")];
        let mut known = Known::default();
        let mut read = |depth| {
            let read = Read(AtomicUsize::new(0));
            let states = check(root.path(), &files, depth, &mut known, &read);
            (states, read.0.into_inner())
        };
        assert_eq!(read(Depth::Changed), (vec![State::Right], 3));
        assert_eq!(read(Depth::Changed), (vec![State::Right], 0));
        assert_eq!(read(Depth::Full), (vec![State::Right], 3));
        // The same size, written anew.
        write_file(&root.path().join("b"), b"abx").unwrap();
        #[expect(clippy::disallowed_methods, reason = "something else than Nova changes the file")]
        fs::rename(root.path().join("b"), root.path().join("a")).unwrap();
        assert_eq!(read(Depth::Changed), (vec![State::Hash], 3));
        assert_eq!(read(Depth::Changed), (vec![State::Hash], 3), "what is wrong is not remembered");
    }
}
