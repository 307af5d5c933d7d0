//! A simulated disk with a game root and a data folder, and the operations that a run is made of.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use nova_model::{Clock, Millis, Origin};
use proptest::prelude::*;

use crate::disk::sim::SimDisk;
use crate::{Batch, Copied, Entry, EntryState, Files, NewBackup, Placed, Result, Step, WhatIsThere, Whose};

pub(super) const ROOT: &str = "/game";
pub(super) const DATA: &str = "/data";
/// Another launcher's folder.
pub(super) const OTHER: &str = "/other";

/// Files and folders that operations are about.
pub(super) const PLACES: [&str; 8] = ["a", "a/x", "a/y", "b", "b/x", "b/c", "b/c/x", "z"];

pub(super) struct Ticks(AtomicI64);

impl Clock for Ticks {
    fn now(&self) -> Millis {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// A stage that an earlier run left, with sets of fetched files that go to these places, and folders.
pub(super) const JOB: &str = "j-00000000";
pub(super) const SETS: usize = 3;
pub(super) const DESTINATIONS: [&str; 4] = ["a/x", "n/e/w", "b/c/y", "n/z"];

/// One operation; numbers choose among what is there.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Rename {
        from: usize,
        to: usize,
    },
    Write {
        place: usize,
        byte: u8,
    },
    Trash {
        place: usize,
    },
    Untrash {
        pick: usize,
    },
    Backup {
        place: usize,
    },
    Unpack {
        pick: usize,
        to: usize,
    },
    Restore {
        pick: usize,
        place: usize,
    },
    Purge {
        pick: usize,
    },
    Undo {
        pick: usize,
    },
    /// Those files of a set that the bits choose; what is in the way goes.
    Place {
        set: usize,
        bits: u8,
    },
    PlaceFolder {
        set: usize,
    },
    TrashAll {
        bits: u8,
    },
    Copy {
        from: usize,
        to: usize,
    },
    /// Out of a place, another launcher's folder and a file of ours.
    Gather {
        place: usize,
        to: usize,
    },
    /// Keeps the placed files that the bits choose.
    UndoKeeping {
        pick: usize,
        bits: u8,
    },
}

pub(super) fn any_op() -> impl Strategy<Value = Op> {
    let place = 0..PLACES.len();
    prop_oneof![
        3 => (place.clone(), place.clone()).prop_map(|(from, to)| Op::Rename { from, to }),
        3 => (place.clone(), any::<u8>()).prop_map(|(place, byte)| Op::Write { place, byte }),
        3 => place.clone().prop_map(|place| Op::Trash { place }),
        2 => (0..4_usize).prop_map(|pick| Op::Untrash { pick }),
        2 => place.clone().prop_map(|place| Op::Backup { place }),
        2 => (0..4_usize, place.clone()).prop_map(|(pick, to)| Op::Unpack { pick, to }),
        2 => (0..4_usize, place).prop_map(|(pick, place)| Op::Restore { pick, place }),
        1 => (0..4_usize).prop_map(|pick| Op::Purge { pick }),
        4 => (0..4_usize).prop_map(|pick| Op::Undo { pick }),
        4 => (0..SETS, 1..16_u8).prop_map(|(set, bits)| Op::Place { set, bits }),
        1 => (0..SETS).prop_map(|set| Op::PlaceFolder { set }),
        2 => (1..16_u8).prop_map(|bits| Op::TrashAll { bits }),
        2 => (0..PLACES.len(), 0..PLACES.len()).prop_map(|(from, to)| Op::Copy { from, to }),
        2 => (0..PLACES.len(), 0..PLACES.len()).prop_map(|(place, to)| Op::Gather { place, to }),
        2 => (0..4_usize, 1..16_u8).prop_map(|(pick, bits)| Op::UndoKeeping { pick, bits }),
    ]
}

/// A launcher on a simulated disk.
pub(super) struct Scene {
    pub disk: SimDisk,
    pub files: Files,
}

impl Scene {
    pub(super) fn new(devices: bool) -> Self {
        let disk = SimDisk::new();
        disk.plant("/game/a/x", b"ax");
        disk.plant("/game/a/y", b"ay");
        disk.plant("/game/b/c/x", b"bcx");
        disk.plant("/game/z", b"z");
        disk.plant("/other/mods/m", b"m");
        disk.plant("/other/o", b"o");
        if devices {
            disk.device(DATA, 2);
            disk.plant("/data/settings.json", b"{}");
        }
        disk.settle();
        Self::on(disk, 0)
    }

    /// The same with a stage that an earlier run filled.
    pub(super) fn with_stage(devices: bool) -> Self {
        let scene = Self::new(devices);
        for set in 0..SETS {
            for n in 0..DESTINATIONS.len() {
                scene.disk.plant(&fetched(&key(set, n)), &content(set, n));
            }
            scene.disk.plant(&fetched(&format!("f{set}/bin/java")), b"java");
        }
        scene.disk.settle();
        scene
    }

    /// Another run of the program on a disk. Runs with the same seed make the same ids.
    pub(super) fn on(disk: SimDisk, seed: u64) -> Self {
        let clock = Arc::new(Ticks(AtomicI64::new(1_000_000 * i64::try_from(seed).unwrap())));
        let count = AtomicU64::new(seed << 20);
        let entropy = move || {
            let mixed = count.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 29)
        };
        let files = Files::on(Box::new(disk.clone()), Path::new(DATA), clock, Arc::new(entropy));
        Self { disk, files }
    }

    pub(super) fn apply(&self, steps: Vec<Step>) -> Result<Entry> {
        self.files.apply(Batch { root: ROOT.into(), steps }, &Origin::default())
    }

    pub(super) fn run(&self, op: &Op) -> Result<Entry> {
        match op {
            Op::Undo { pick } => self.files.undo(&self.done(*pick), &Origin::default()),
            Op::UndoKeeping { pick, bits } => {
                let keep = |path: &Path| chosen(*bits).any(|n| path.ends_with(DESTINATIONS[n]));
                self.files.undo_keeping(&self.done(*pick), &Origin::default(), &keep)
            }
            other => self.apply(self.steps(other)),
        }
    }

    fn done(&self, pick: usize) -> String {
        let done = self.files.changes().items;
        let done: Vec<&Entry> = done.iter().filter(|entry| entry.state == EntryState::Done).collect();
        pick_of(&done, pick).map_or_else(|| "c-00000000".to_owned(), |entry| entry.id.clone())
    }

    fn steps(&self, op: &Op) -> Vec<Step> {
        match op {
            Op::Rename { from, to } => vec![Step::Rename { from: at(*from), to: at(*to) }],
            Op::Write { place, byte } => vec![Step::Write { path: at(*place), content: vec![*byte; 3] }],
            Op::Trash { place } => vec![Step::Trash { path: at(*place) }],
            Op::Untrash { pick } => vec![Step::Untrash { id: self.item(*pick), to: None }],
            Op::Backup { place } => vec![backup(*place)],
            Op::Unpack { pick, to } => vec![self.unpack(*pick, *to)],
            Op::Restore { pick, place } => {
                vec![backup(*place), Step::Trash { path: at(*place) }, self.unpack(*pick, *place)]
            }
            Op::Purge { pick } => vec![Step::Purge { ids: vec![self.item(*pick)] }],
            Op::Place { set, bits } => vec![place(*set, *bits)],
            Op::PlaceFolder { set } => {
                let to = Path::new(ROOT).join(format!("jre/{set}"));
                vec![Step::PlaceFolder { stage: JOB.into(), key: format!("f{set}"), to }]
            }
            Op::TrashAll { bits } => {
                let paths = chosen(*bits).map(|n| Path::new(ROOT).join(DESTINATIONS[n])).collect();
                vec![Step::TrashAll { paths }]
            }
            Op::Copy { from, to } => vec![copy(&at(*from), &at(*to), Whose::Ours)],
            Op::Gather { place, to } => vec![gather(*place, *to)],
            Op::Undo { .. } | Op::UndoKeeping { .. } => Vec::new(),
        }
    }

    pub(super) fn item(&self, pick: usize) -> String {
        let items = self.files.trash().items;
        pick_of(&items, pick).map_or_else(|| "t-00000000".to_owned(), |item| item.id.clone())
    }

    fn unpack(&self, pick: usize, to: usize) -> Step {
        let backups = self.files.backups().items;
        let id = pick_of(&backups, pick).map_or_else(|| "b-00000000".to_owned(), |backup| backup.id.clone());
        Step::Unpack { backup_id: id, entry: "thing".into(), to: at(to) }
    }

    /// What a player could see: the game, the trash and the backups. The journal is looked at by its list.
    pub(super) fn sight(&self) -> Sight {
        let mut trees = self.disk.tree(ROOT);
        for part in ["/data/trash", "/data/backups", OTHER] {
            trees.extend(self.disk.tree(part));
        }
        trees.into_iter().collect()
    }

    /// Every file below the folders, for what must not be left behind.
    pub(super) fn names(&self) -> Vec<PathBuf> {
        [ROOT, DATA, OTHER].iter().flat_map(|top| self.disk.tree(top).into_keys()).collect()
    }
}

pub(super) type Sight = Vec<(PathBuf, Vec<u8>)>;

fn backup(place: usize) -> Step {
    let sources = vec![(at(place), "thing".to_owned())];
    Step::Backup { backup: NewBackup { sources, why: "asked".into(), ..NewBackup::default() } }
}

pub(super) fn copy(from: &Path, to: &Path, whose: Whose) -> Step {
    let source = Copied { from: from.to_owned(), name: String::new(), whose };
    Step::Copy { sources: vec![source], files: Vec::new(), to: to.to_owned() }
}

fn gather(place: usize, to: usize) -> Step {
    let source = |from: PathBuf, name: &str, whose: Whose| Copied { from, name: name.to_owned(), whose };
    let sources =
        vec![source(at(place), "x", Whose::Ours), source("/other/mods".into(), "n/mods", Whose::Foreign)];
    Step::Copy { sources, files: vec![("n/own".to_owned(), b"own".to_vec())], to: at(to) }
}

/// The numbers of the set bits.
pub(super) fn chosen(bits: u8) -> impl Iterator<Item = usize> {
    (0..DESTINATIONS.len()).filter(move |n| bits >> n & 1 == 1)
}

pub(super) fn key(set: usize, n: usize) -> String {
    format!("s{set}/{n}")
}

pub(super) fn content(set: usize, n: usize) -> Vec<u8> {
    format!("set {set}, file {n}").into_bytes()
}

pub(super) fn fetched(key: &str) -> String {
    format!("{ROOT}/.nova/stage/{JOB}/{key}")
}

fn place(set: usize, bits: u8) -> Step {
    let placed =
        |n| Placed { key: key(set, n), to: Path::new(ROOT).join(DESTINATIONS[n]), there: WhatIsThere::Goes };
    Step::Place { stage: JOB.into(), files: chosen(bits).map(placed).collect() }
}

pub(super) fn at(place: usize) -> PathBuf {
    Path::new(ROOT).join(PLACES[place])
}

fn pick_of<T>(items: &[T], pick: usize) -> Option<&T> {
    items.get(pick % items.len().max(1))
}
