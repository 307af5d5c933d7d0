//! Where snapshots lie: `<data>/good/<hash of the version's place>/`, one record a run, and `files/` with copies by their hashes.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use nova_files::{Files, Records};

use super::{
    configs::{BUDGET, Contents},
    ran_well,
    snapshot::{Snapshot, sha1},
};

/// Below the data folder.
const FOLDER: &str = "good";
/// Copies, below a version's folder.
const COPIES: &str = "files";
/// Larger records are not read.
const LARGEST: u64 = 8 << 20;
/// Good snapshots that are kept of a version.
const MOST: usize = 3;

/// The snapshots of one version.
pub(super) struct Shelf {
    snapshots: Records,
    copies: Records,
    there: BTreeSet<String>,
}

impl Shelf {
    pub(super) fn of(files: &Files, root: &Path, version: &str) -> nova_files::Result<Self> {
        let place = format!("{}\n{version}", root.display());
        let key = sha1(place.as_bytes()).get(..16).unwrap_or_default().to_owned();
        let folder = PathBuf::from(FOLDER).join(key);
        let copies = files.records(folder.join(COPIES))?;
        let there = copies.names().unwrap_or_default().into_iter().collect();
        Ok(Self { snapshots: files.records(folder)?, copies, there })
    }

    /// Whether there is a copy.
    pub(super) fn has(&self, hash: &str) -> bool {
        self.there.contains(hash)
    }

    /// A copy, as it was when it was made.
    pub(super) fn copy(&self, hash: &str) -> Option<Vec<u8>> {
        let bytes = self.copies.get(hash, BUDGET).ok()??;
        (sha1(&bytes) == hash).then_some(bytes)
    }

    /// The snapshot of a run.
    pub(super) fn of_run(&self, run: &str) -> Option<Snapshot> {
        let bytes = self.snapshots.get(&format!("{run}.json"), LARGEST).ok()??;
        serde_json::from_slice::<Snapshot>(&bytes).ok().filter(|snapshot| snapshot.format == 1)
    }

    /// All of them, newest first.
    fn all(&self) -> Vec<Snapshot> {
        let names = self.snapshots.names().unwrap_or_default();
        let runs = names.iter().filter_map(|name| name.strip_suffix(".json"));
        let mut all: Vec<Snapshot> = runs.filter_map(|run| self.of_run(run)).collect();
        all.sort_by(|one, other| (other.at, &other.run).cmp(&(one.at, &one.run)));
        all
    }

    /// The newest one, good or not.
    pub(super) fn newest(&self) -> Option<Snapshot> {
        self.all().into_iter().next()
    }

    /// The newest good one. A watcher that was ended before it could say so has still left the end of its run.
    pub(super) fn last_good(&self, data: &Path) -> Option<Snapshot> {
        self.all().into_iter().find(|snapshot| is_good(snapshot, data))
    }

    /// Keeps a snapshot and copies: those that are needed first, so that the record never promises what is not there.
    pub(super) fn keep(&self, snapshot: &Snapshot, contents: Contents) -> nova_files::Result<()> {
        for (hash, bytes) in contents {
            if !self.has(&hash) {
                self.copies.put(&hash, &bytes)?;
            }
        }
        let bytes = serde_json::to_vec(snapshot).unwrap_or_default();
        self.snapshots.put(&format!("{}.json", snapshot.run), &bytes)
    }

    /// Takes away what nobody will ask for: all but the newest good ones and those whose game runs, and copies that none of them has
    /// or for which there is no room. It goes another time where it cannot.
    pub(super) fn tidy(&self, data: &Path) {
        let mut good = 0_usize;
        let mut needed = BTreeSet::new();
        let mut left = BUDGET;
        for snapshot in self.all() {
            let stays = if is_good(&snapshot, data) {
                good = good.saturating_add(1);
                good <= MOST
            } else {
                nova_play::read(data, &snapshot.run).is_some_and(|run| run.is_running())
            };
            if !stays {
                let _ = self.snapshots.forget(&format!("{}.json", snapshot.run));
                continue;
            }
            let states = snapshot.configs.iter().flat_map(|config| [&config.before, &config.after]);
            for (hash, size) in states.flatten().filter_map(|state| Some((state.sha1.as_ref()?, state.size)))
            {
                if !needed.contains(hash) && size <= left {
                    left = left.saturating_sub(size);
                    needed.insert(hash.clone());
                }
            }
        }
        for name in self.copies.names().unwrap_or_default() {
            if !needed.contains(&name) {
                let _ = self.copies.forget(&name);
            }
        }
    }
}

fn is_good(snapshot: &Snapshot, data: &Path) -> bool {
    snapshot.good || nova_play::read(data, &snapshot.run).is_some_and(|run| ran_well(&run))
}
