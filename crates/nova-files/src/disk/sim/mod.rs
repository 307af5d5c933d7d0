//! A file system in memory that can stop before any change and then forget what was not synced.
//!
//! Changes of names are kept in a log. Syncing a folder makes its changes durable, with what they rest on: earlier changes
//! of the same folders, the making of those folders, and the emptying of a folder that is removed. A power loss keeps that, and of the rest any part in which no
//! change is without what it rests on: changes of different folders come through in any order. A move between two folders
//! comes through as a whole. Contents that were not synced are lost.

mod hands;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::{Disk, Dress, Guard, Kind, Meta, Share, Sink, Source};

type Names = BTreeMap<u64, BTreeMap<OsString, u64>>;

#[derive(Clone)]
struct FileData {
    data: Vec<u8>,
    synced: Vec<u8>,
    mtime: i64,
    mode: u32,
}

#[derive(Clone)]
struct State {
    names: Names,
    files: BTreeMap<u64, FileData>,
    links: BTreeMap<u64, PathBuf>,
    durable: Names,
    /// Changes that are not durable yet.
    log: Vec<NameChange>,
    next: u64,
    clock: i64,
    /// Changes that are still allowed.
    fuse: Option<u64>,
    changes: u64,
    /// Below these folders is another device.
    devices: Vec<(PathBuf, u64)>,
    locks: BTreeMap<PathBuf, i32>,
    /// From which change on a file is held.
    held: BTreeMap<PathBuf, u64>,
    free: u64,
    /// Removed at this change by somebody else.
    vanishing: Option<(u64, PathBuf)>,
    /// This change fails.
    fault: Option<(u64, io::ErrorKind)>,
    read_only: bool,
    sync_devices: bool,
}

/// A name taken out of a folder, or put into one, or both.
#[derive(Clone)]
struct NameChange {
    out: Option<(u64, OsString)>,
    into: Option<(u64, OsString, u64)>,
    /// A folder that is removed: its removal rests on the changes in it.
    removed: Option<u64>,
}

impl NameChange {
    fn folders(&self) -> impl Iterator<Item = u64> {
        self.out.iter().map(|(folder, _)| *folder).chain(self.into.iter().map(|(folder, ..)| *folder))
    }

    /// The thing that gets a name: a folder without one has no names in it either.
    fn named(&self) -> Option<u64> {
        self.into.as_ref().map(|(.., ino)| *ino).or(self.removed)
    }

    fn touches(&self, some: &BTreeSet<u64>) -> bool {
        self.folders().chain(self.named()).any(|ino| some.contains(&ino))
    }

    fn apply(&self, names: &mut Names) {
        if let Some((folder, name)) = &self.out {
            names.entry(*folder).or_default().remove(name);
        }
        if let Some((folder, name, ino)) = &self.into {
            names.entry(*folder).or_default().insert(name.clone(), *ino);
        }
    }
}

/// Shares its state with its clones; [`SimDisk::fork`] makes one of its own.
#[derive(Clone)]
pub(crate) struct SimDisk(Arc<Mutex<State>>);

const ROOT: u64 = 1;

impl SimDisk {
    pub(crate) fn new() -> Self {
        let names: Names = [(ROOT, BTreeMap::new())].into();
        Self(Arc::new(Mutex::new(State {
            durable: names.clone(),
            names,
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            log: Vec::new(),
            next: ROOT + 1,
            clock: 1_700_000_000_000_000_000,
            fuse: None,
            changes: 0,
            devices: Vec::new(),
            locks: BTreeMap::new(),
            held: BTreeMap::new(),
            free: u64::MAX,
            vanishing: None,
            fault: None,
            read_only: false,
            sync_devices: true,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(crate) fn fork(&self) -> Self {
        let mut state = self.state().clone();
        state.locks.clear();
        Self(Arc::new(Mutex::new(state)))
    }
}

impl State {
    fn find(&self, path: &Path) -> Option<u64> {
        let mut ino = ROOT;
        for part in path.iter().skip(1) {
            ino = *self.names.get(&ino)?.get(part)?;
        }
        Some(ino)
    }

    /// The folder of a path, and the name in it.
    fn slot(&self, path: &Path) -> io::Result<(u64, OsString)> {
        let parent = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        let folder =
            self.find(parent).filter(|ino| self.names.contains_key(ino)).ok_or(io::ErrorKind::NotFound)?;
        Ok((folder, path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned()))
    }

    fn alive(&self) -> io::Result<()> {
        if self.fuse == Some(0) { Err(io::Error::other("stopped")) } else { Ok(()) }
    }

    /// One change more, if it may happen.
    fn change(&mut self) -> io::Result<()> {
        self.alive()?;
        if self.read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        self.fuse = self.fuse.map(|left| left - 1);
        self.changes += 1;
        if let Some((_, kind)) = self.fault.take_if(|(at, _)| *at <= self.changes) {
            return Err(kind.into());
        }
        if let Some((_, file)) = self.vanishing.take_if(|(at, _)| *at <= self.changes) {
            let (folder, name) = self.slot(&file)?;
            self.name(Some((folder, name)), None);
        }
        self.clock += 1_000;
        Ok(())
    }

    fn name(&mut self, out: Option<(u64, OsString)>, into: Option<(u64, OsString, u64)>) {
        let change = NameChange { out, into, removed: None };
        change.apply(&mut self.names);
        self.log.push(change);
    }

    /// Makes the changes of a folder durable, with all that they rest on.
    fn sync(&mut self, folder: u64) {
        let mut needed = BTreeSet::from([folder]);
        let mut kept: Vec<bool> = Vec::new();
        for change in self.log.iter().rev() {
            let needs = change.touches(&needed);
            if needs {
                needed.extend(change.folders().chain(change.removed));
            }
            kept.push(needs);
        }
        kept.reverse();
        let (durable, rest): (Vec<_>, Vec<_>) = self.log.drain(..).zip(kept).partition(|(_, kept)| *kept);
        for (change, _) in &durable {
            change.apply(&mut self.durable);
        }
        self.log = rest.into_iter().map(|(change, _)| change).collect();
    }

    fn sync_all_on(&mut self, device: u64) {
        let mut open = vec![(PathBuf::from("/"), ROOT)];
        while let Some((path, ino)) = open.pop() {
            let there = self.device(&path) == device;
            if there && let Some(file) = self.files.get_mut(&ino) {
                file.synced = file.data.clone();
            }
            let Some(names) = self.names.get(&ino) else { continue };
            open.extend(names.iter().map(|(name, ino)| (path.join(name), *ino)));
            if there {
                self.sync(ino);
            }
        }
    }

    fn device(&self, path: &Path) -> u64 {
        let on = self.devices.iter().filter(|(folder, _)| path.starts_with(folder));
        on.map(|(_, device)| *device).next_back().unwrap_or(1)
    }

    fn meta(&self, path: &Path, inode: u64) -> Meta {
        let kind = if self.names.contains_key(&inode) {
            Kind::Folder
        } else if self.links.contains_key(&inode) {
            Kind::Link
        } else {
            Kind::File
        };
        let (size, mtime, mode) = self
            .files
            .get(&inode)
            .map_or((0, 0, 0o755), |file| (file.data.len() as u64, file.mtime, file.mode));
        Meta { kind, size, mtime, inode, device: self.device(path), mode }
    }

    fn moved(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if self.device(from) != self.device(to) {
            return Err(io::ErrorKind::CrossesDevices.into());
        }
        let (old_folder, old_name) = self.slot(from)?;
        let (new_folder, new_name) = self.slot(to)?;
        let ino = self.find(from).ok_or(io::ErrorKind::NotFound)?;
        self.change()?;
        self.name(Some((old_folder, old_name)), Some((new_folder, new_name, ino)));
        Ok(())
    }
}

struct SimSink {
    disk: SimDisk,
    ino: u64,
}

impl Write for SimSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        state.change()?;
        let now = state.clock;
        let file = state.files.get_mut(&self.ino).unwrap();
        file.data.extend(bytes);
        file.mtime = now;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for SimSink {
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.state();
        state.change()?;
        let file = state.files.get_mut(&self.ino).unwrap();
        file.synced = file.data.clone();
        Ok(())
    }

    fn truncate(&mut self, len: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        state.change()?;
        state.files.get_mut(&self.ino).unwrap().data.truncate(usize::try_from(len).unwrap());
        Ok(())
    }
}

struct SimGuard(SimDisk, PathBuf);

impl Guard for SimGuard {}

impl Drop for SimGuard {
    fn drop(&mut self) {
        let mut state = self.0.state();
        let count = state.locks.entry(self.1.clone()).or_default();
        *count = if *count < 0 { 0 } else { *count - 1 };
    }
}

impl Disk for SimDisk {
    fn look(&self, path: &Path) -> io::Result<Option<Meta>> {
        let state = self.state();
        state.alive()?;
        Ok(state.find(path).map(|ino| state.meta(path, ino)))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let state = self.state();
        state.alive()?;
        let ino = state.find(folder).ok_or(io::ErrorKind::NotFound)?;
        Ok(state.names.get(&ino).ok_or(io::ErrorKind::NotADirectory)?.keys().cloned().collect())
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn Source>> {
        let state = self.state();
        state.alive()?;
        let ino = state.find(file).ok_or(io::ErrorKind::NotFound)?;
        let data = state.files.get(&ino).ok_or(io::ErrorKind::InvalidInput)?.data.clone();
        Ok(Box::new(Cursor::new(data)))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        let state = self.state();
        state.alive()?;
        state.find(path).map(|_| path.to_owned()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn free(&self, _: &Path) -> io::Result<u64> {
        Ok(self.state().free)
    }

    fn is_held(&self, file: &Path) -> bool {
        let state = self.state();
        state.held.get(file).is_some_and(|from| *from <= state.changes)
    }

    fn lock(&self, folder: &Path, share: Share) -> io::Result<Option<Box<dyn Guard>>> {
        let mut state = self.state();
        state.alive()?;
        state.find(folder).ok_or(io::ErrorKind::NotFound)?;
        let count = state.locks.entry(folder.to_owned()).or_default();
        match share {
            Share::Alone if *count == 0 => *count = -1,
            Share::Together if *count >= 0 => *count += 1,
            _ => return Ok(None),
        }
        Ok(Some(Box::new(SimGuard(self.clone(), folder.to_owned()))))
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn Sink>> {
        let mut state = self.state();
        let (folder, name) = state.slot(file)?;
        if state.find(file).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.change()?;
        let (ino, mtime) = (state.next, state.clock);
        state.next += 1;
        state.files.insert(ino, FileData { data: Vec::new(), synced: Vec::new(), mtime, mode: 0o644 });
        state.name(None, Some((folder, name, ino)));
        Ok(Box::new(SimSink { disk: self.clone(), ino }))
    }

    fn copy_file(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.open(from)?.read_to_end(&mut bytes)?;
        self.create(to)?.write_all(&bytes)
    }

    fn resume(&self, file: &Path) -> io::Result<(Box<dyn Sink>, u64)> {
        let state = self.state();
        state.alive()?;
        let ino = state.find(file).ok_or(io::ErrorKind::NotFound)?;
        let len = state.files.get(&ino).ok_or(io::ErrorKind::InvalidInput)?.data.len();
        Ok((Box::new(SimSink { disk: self.clone(), ino }), len as u64))
    }

    fn link(&self, target: &Path, link: &Path) -> io::Result<()> {
        let mut state = self.state();
        let (folder, name) = state.slot(link)?;
        if state.find(link).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.change()?;
        let ino = state.next;
        state.next += 1;
        state.links.insert(ino, target.to_owned());
        state.name(None, Some((folder, name, ino)));
        Ok(())
    }

    fn target(&self, link: &Path) -> io::Result<PathBuf> {
        let state = self.state();
        state.alive()?;
        let ino = state.find(link).ok_or(io::ErrorKind::NotFound)?;
        state.links.get(&ino).cloned().ok_or(io::ErrorKind::InvalidInput.into())
    }

    fn append(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let ino = {
            let state = self.state();
            state.alive()?;
            state.find(file).ok_or(io::ErrorKind::NotFound)?
        };
        let mut sink = SimSink { disk: self.clone(), ino };
        sink.write_all(bytes)?;
        sink.sync()
    }

    fn dress(&self, path: &Path, dress: Dress) -> io::Result<()> {
        let mut state = self.state();
        let ino = state.find(path).ok_or(io::ErrorKind::NotFound)?;
        state.change()?;
        if state.names.contains_key(&ino) {
            // Folders have no permissions here.
            return Ok(());
        }
        let file = state.files.get_mut(&ino).ok_or(io::ErrorKind::InvalidInput)?;
        file.mtime = dress.mtime.unwrap_or(file.mtime);
        file.mode = dress.mode.unwrap_or(file.mode);
        Ok(())
    }

    fn make_dir(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        let (parent, name) = state.slot(folder)?;
        if state.find(folder).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.change()?;
        let ino = state.next;
        state.next += 1;
        state.names.insert(ino, BTreeMap::new());
        state.name(None, Some((parent, name, ino)));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        if state.find(to).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.moved(from, to)
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.state().moved(from, to)
    }

    fn remove_file(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        let (folder, name) = state.slot(file)?;
        let ino = state.find(file).ok_or(io::ErrorKind::NotFound)?;
        if state.names.contains_key(&ino) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        state.change()?;
        state.name(Some((folder, name)), None);
        Ok(())
    }

    fn remove_dir(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        let (parent, name) = state.slot(folder)?;
        let ino = state.find(folder).ok_or(io::ErrorKind::NotFound)?;
        match state.names.get(&ino) {
            Some(names) if names.is_empty() => {}
            Some(_) => return Err(io::ErrorKind::DirectoryNotEmpty.into()),
            None => return Err(io::ErrorKind::NotADirectory.into()),
        }
        state.change()?;
        let change = NameChange { out: Some((parent, name)), into: None, removed: Some(ino) };
        change.apply(&mut state.names);
        state.log.push(change);
        Ok(())
    }

    fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        let ino = state.find(folder).ok_or(io::ErrorKind::NotFound)?;
        state.change()?;
        state.sync(ino);
        Ok(())
    }
    fn sync_file(&self, file: &Path) -> io::Result<()> {
        let (mut sink, _) = self.resume(file)?;
        sink.sync()
    }

    fn sync_device(&self, folder: &Path) -> io::Result<bool> {
        let mut state = self.state();
        state.alive()?;
        if !state.sync_devices {
            return Ok(false);
        }
        state.find(folder).ok_or(io::ErrorKind::NotFound)?;
        state.change()?;
        let device = state.device(folder);
        state.sync_all_on(device);
        Ok(true)
    }
}
