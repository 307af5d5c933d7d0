//! Taking a change back: the inverse of each step, last step first, if nothing moved on since.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nova_model::StampKind;

use crate::act::{Act, Old};
use crate::apply::{Memory, Work};
use crate::disk::read_capped;
use crate::error::At;
use crate::history::undone;
use crate::journal::{After, Done, Intent, Made, Open, Reading, Stand};
use crate::stamp::{Inodes, sha256, sha256_of, stamp};
use crate::{Batch, Files, FilesError, Result, Step, trash};

/// Old contents larger than this are not taken into memory.
const CAP: u64 = 1 << 30;

/// The work that takes a change back, or why it cannot be.
pub(crate) fn inverse(files: &Files, change: &str) -> Result<Work> {
    files.journal().read(change)?;
    let open = files.journal().all();
    View::new(files, &open).inverse(change)
}

/// The journal, read once, for any number of looks at what can be taken back.
pub(crate) struct View<'a> {
    files: &'a Files,
    readings: BTreeMap<&'a str, &'a Reading>,
    /// Which change was taken back by which.
    undone: BTreeMap<String, String>,
    /// The newest undo of each change, whether it still counts or not.
    undos: BTreeMap<&'a str, &'a str>,
    areas: Vec<PathBuf>,
}

impl<'a> View<'a> {
    pub(crate) fn new(files: &'a Files, open: &'a Open) -> Self {
        let done = open.readings.iter().filter(|reading| matches!(reading.stand, Stand::Done(_)));
        let undos = done.map(|reading| &reading.intent);
        Self {
            files,
            readings: open.readings.iter().map(|reading| (reading.intent.id.as_str(), reading)).collect(),
            undone: undone(&open.readings),
            undos: undos.filter_map(|intent| Some((intent.undoes.as_deref()?, intent.id.as_str()))).collect(),
            areas: trash::areas(&files.home(), open),
        }
    }

    pub(crate) fn inverse(&self, change: &str) -> Result<Work> {
        let change = self.standing(change)?;
        let reading =
            self.readings.get(change).ok_or_else(|| FilesError::UnknownChange { id: change.to_owned() })?;
        match &reading.stand {
            Stand::Done(done) => {
                let memory = Memory::default();
                Undoing { files: self.files, intent: &reading.intent, done, areas: &self.areas, memory }
                    .work()
            }
            _ => Err(FilesError::NotDone { change: change.to_owned() }),
        }
    }

    /// The change itself, or, where it was undone and redone, the redo: that is what is undone now.
    fn standing<'b>(&'b self, change: &'b str) -> Result<&'b str> {
        let mut change = change;
        // Each redo is newer than its undo; in a journal that says otherwise this still ends.
        for _ in 0..=self.undos.len() {
            if let Some(by) = self.undone.get(change) {
                return Err(FilesError::AlreadyUndone { change: change.to_owned(), by: by.clone() });
            }
            match self.undos.get(change).and_then(|undo| self.undone.get(*undo)) {
                Some(redo) => change = redo,
                None => return Ok(change),
            }
        }
        Err(FilesError::BadEntry { id: change.to_owned() })
    }
}

struct Undoing<'a> {
    files: &'a Files,
    intent: &'a Intent,
    done: &'a Done,
    areas: &'a [PathBuf],
    memory: Memory,
}

impl Undoing<'_> {
    fn work(mut self) -> Result<Work> {
        if self.intent.made.contains(&Made::Purged) {
            return Err(FilesError::Permanent { change: self.intent.id.clone() });
        }
        self.done.after.iter().try_for_each(|after| self.still(after))?;
        let mut steps = Vec::new();
        let pairs: Vec<_> = self.intent.steps.iter().zip(&self.intent.made).rev().collect();
        for (step, made) in pairs {
            steps.extend(self.step(step, made)?);
        }
        if steps.is_empty() {
            return Err(self.gone(&self.intent.root));
        }
        Ok(Work {
            batch: Batch { root: self.intent.root.clone(), steps },
            undoes: Some(self.intent.id.clone()),
            prune: self.made_folders(),
            memory: self.memory,
        })
    }

    /// Whether a path is as the change left it. What was written is compared by its bytes alone.
    fn still(&self, after: &After) -> Result<()> {
        let disk = self.files.disk();
        let same = match &after.stamp {
            StampKind::File { size, sha256: Some(hash), .. } => {
                let meta = disk.look(&after.path).at(&after.path)?;
                let plain =
                    meta.is_some_and(|meta| meta.kind == crate::disk::Kind::File && meta.size == *size);
                plain && sha256_of(disk, &after.path)? == *hash
            }
            other => stamp(disk, &after.path, Inodes::Ignore)? == *other,
        };
        if same { Ok(()) } else { Err(self.moved_on(&after.path)) }
    }

    fn step(&mut self, step: &Step, made: &Made) -> Result<Vec<Step>> {
        match (step, made) {
            (Step::Rename { from, to }, Made::Moved) => {
                self.free_again(from)?;
                Ok(vec![Step::Rename { from: to.clone(), to: from.clone() }])
            }
            (Step::Rename { from, to }, Made::Copied { item }) => {
                self.free_again(from)?;
                self.in_trash(item)?;
                Ok(vec![Step::Untrash { id: item.clone(), to: None }, Step::Trash { path: to.clone() }])
            }
            (Step::Write { path, .. }, Made::Written { old }) => Ok(vec![self.unwrite(path, old.as_ref())?]),
            (Step::Trash { path }, Made::Trashed { item, .. }) => {
                self.in_trash(item)?;
                self.free_again(path)?;
                Ok(vec![Step::Untrash { id: item.clone(), to: Some(path.clone()) }])
            }
            (Step::Untrash { id, .. }, Made::Untrashed { path }) => {
                self.memory.items.insert(path.clone(), id.clone());
                Ok(vec![Step::Trash { path: path.clone() }])
            }
            (Step::Unpack { to, .. }, Made::Unpacked) => Ok(vec![Step::Trash { path: to.clone() }]),
            (Step::Backup { .. }, Made::Zipped { zip, sidecar, .. }) => self.unzip(zip, sidecar),
            _ => Err(FilesError::BadEntry { id: self.intent.id.clone() }),
        }
    }

    fn unwrite(&mut self, path: &Path, old: Option<&Old>) -> Result<Step> {
        let Some(old) = old else { return Ok(Step::Trash { path: path.to_owned() }) };
        let content = read_capped(self.files.disk(), &old.blob, CAP).ok().flatten();
        let content =
            content.filter(|content| sha256(content) == old.sha256).ok_or_else(|| self.gone(&old.blob))?;
        self.memory.times.insert(path.to_owned(), old.mtime);
        Ok(Step::Write { path: path.to_owned(), content })
    }

    /// A backup goes into the trash. One that the player put away before needs no taking back.
    fn unzip(&self, zip: &Path, sidecar: &Path) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        for path in [sidecar, zip] {
            if self.files.disk().look(path).at(path)?.is_some() {
                steps.push(Step::Trash { path: path.to_owned() });
            }
        }
        Ok(steps)
    }

    fn in_trash(&self, item: &str) -> Result<()> {
        for area in self.areas {
            if trash::find(self.files.disk(), area, item)?.is_some() {
                return Ok(());
            }
        }
        Err(self.gone(Path::new(item)))
    }

    /// The old place of a thing must not be taken by something new; a later step of the same change may have done that.
    fn free_again(&self, path: &Path) -> Result<()> {
        let watched = self.done.after.iter().any(|after| after.path == path);
        let taken = self.files.disk().look(path).at(path)?.is_some();
        if taken && !watched { Err(self.moved_on(path)) } else { Ok(()) }
    }

    /// The folders that the change made, deepest first.
    fn made_folders(&self) -> Vec<PathBuf> {
        let made = self.intent.acts.iter().filter_map(|act| match act {
            Act::MakeDir { path } => Some(path.clone()),
            _ => None,
        });
        made.collect::<Vec<_>>().into_iter().rev().collect()
    }

    fn moved_on(&self, path: &Path) -> FilesError {
        FilesError::MovedOn { change: self.intent.id.clone(), path: path.to_owned() }
    }

    fn gone(&self, path: &Path) -> FilesError {
        FilesError::Gone { change: self.intent.id.clone(), path: path.to_owned() }
    }
}
