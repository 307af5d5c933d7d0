//! What tests do to the simulated disk beside using it: plant, stop, cut the power, look.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::SimDisk;
use crate::disk::{Disk, Kind, make_dirs, walk, write_new};

impl SimDisk {
    pub(crate) fn device(&self, folder: &str, device: u64) {
        self.state().devices.push((folder.into(), device));
    }

    pub(crate) fn hold(&self, file: &str) {
        self.hold_after(file, 0);
    }

    /// Held from the n-th change from now on.
    pub(crate) fn hold_after(&self, file: &str, changes: u64) {
        let mut state = self.state();
        let from = state.changes + changes;
        state.held.insert(file.into(), from);
    }

    /// A file that somebody else removes at the n-th change from now.
    pub(crate) fn vanish_after(&self, file: &str, changes: u64) {
        let mut state = self.state();
        state.vanishing = Some((state.changes + changes, file.into()));
    }

    pub(crate) fn set_free(&self, bytes: u64) {
        self.state().free = bytes;
    }

    /// The n-th change from now fails in this way, and no other.
    pub(crate) fn fail_at(&self, changes: u64, kind: io::ErrorKind) {
        let mut state = self.state();
        state.fault = Some((state.changes + changes, kind));
    }

    /// As a disk that is mounted for reading alone, or not any more.
    pub(crate) fn set_read_only(&self, is: bool) {
        self.state().read_only = is;
    }

    /// A system that can sync folders and files only one by one.
    pub(crate) fn without_sync_of_devices(self) -> Self {
        self.state().sync_devices = false;
        self
    }

    /// Everything so far is durable, as after a long time.
    pub(crate) fn settle(&self) {
        let mut state = self.state();
        state.durable = state.names.clone();
        state.log.clear();
        state.files.values_mut().for_each(|file| file.synced = file.data.clone());
    }

    /// Stops before the n-th change from now.
    pub(crate) fn stop_before(&self, changes: u64) {
        self.state().fuse = Some(changes);
    }

    /// Runs again as after a killed process: everything that was done is there.
    pub(crate) fn restart(&self) {
        self.state().fuse = None;
    }

    /// Runs again as after a power loss; the bits of `keep` choose what of the unsynced changes is there.
    pub(crate) fn lose_power(&self, keep: u64) {
        let mut state = self.state();
        let mut names = state.durable.clone();
        let mut lost = BTreeSet::new();
        for (number, change) in state.log.iter().enumerate() {
            let wanted = keep.rotate_right(u32::try_from(number % 64).unwrap()) & 1 == 1;
            if wanted && !change.touches(&lost) {
                change.apply(&mut names);
            } else {
                lost.extend(change.folders().chain(change.named()));
            }
        }
        let folders: Vec<u64> = state.names.keys().copied().collect();
        for folder in folders {
            names.entry(folder).or_default();
        }
        state.names = names.clone();
        state.durable = names;
        state.log.clear();
        state.files.values_mut().for_each(|file| file.data = file.synced.clone());
        state.fuse = None;
    }

    pub(crate) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Makes a file and the folders above it, outside of what is tested.
    pub(crate) fn plant(&self, path: &str, bytes: &[u8]) {
        let path = Path::new(path);
        make_dirs(self, path.parent().unwrap()).unwrap();
        let _ = self.remove_file(path);
        write_new(self, path, bytes).unwrap();
    }

    pub(crate) fn plant_link(&self, path: &str) {
        self.plant(path, b"");
        let ino = self.state().find(Path::new(path)).unwrap();
        let mut state = self.state();
        state.files.remove(&ino);
        state.links.insert(ino, PathBuf::from("elsewhere"));
    }

    /// Every file below a folder with its contents.
    pub(crate) fn tree(&self, top: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let Ok(found) = walk(self, Path::new(top)) else { return BTreeMap::new() };
        let state = self.state();
        let files = found.into_iter().filter(|(_, meta)| meta.kind != Kind::Folder);
        files
            .map(|(path, _)| {
                let ino = state.find(&path).unwrap();
                let data = state.files.get(&ino).map(|file| file.data.clone()).unwrap_or_default();
                (path, data)
            })
            .collect()
    }
}
