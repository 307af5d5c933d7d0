//! Taking a change back: the inverse of each step, last step first, if nothing moved on since.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use nova_model::{Message, Problem, StampKind};

use crate::act::{Act, Mark, Old};
use crate::apply::{Memory, Work};
use crate::disk::read_capped;
use crate::error::At;
use crate::history::undone;
use crate::journal::{After, Bundle, Done, Intent, Made, Open, Reading, Stand};
use crate::moves::Moves;
use crate::stamp::{Inodes, sha256, sha256_of, stamp};
use crate::{Batch, Files, FilesError, Result, Step, trash};

/// Old contents larger than this are not taken into memory.
const CAP: u64 = 1 << 30;

/// The work that takes a change back, or why it cannot be.
pub(crate) fn inverse(files: &Files, change: &str, keep: Keep<'_>) -> Result<Work> {
    files.journal().read(change)?;
    let open = files.journal().all();
    View::new(files, &open, keep).inverse(change)
}

/// What stays of the things that a change placed.
pub(crate) type Keep<'a> = &'a dyn Fn(&Path) -> bool;

/// The journal, read once, for any number of looks at what can be taken back.
pub(crate) struct View<'a> {
    files: &'a Files,
    readings: BTreeMap<&'a str, &'a Reading>,
    /// Which change was taken back by which.
    undone: BTreeMap<String, String>,
    /// The newest undo of each change, whether it still counts or not.
    undos: BTreeMap<&'a str, &'a str>,
    areas: Vec<PathBuf>,
    keep: Keep<'a>,
}

impl<'a> View<'a> {
    pub(crate) fn new(files: &'a Files, open: &'a Open, keep: Keep<'a>) -> Self {
        let done = open.readings.iter().filter(|reading| matches!(reading.stand, Stand::Done(_)));
        let undos = done.map(|reading| &reading.intent);
        Self {
            files,
            readings: open.readings.iter().map(|reading| (reading.intent.id.as_str(), reading)).collect(),
            undone: undone(&open.readings),
            undos: undos.filter_map(|intent| Some((intent.undoes.as_deref()?, intent.id.as_str()))).collect(),
            areas: trash::areas(&files.home(), open),
            keep,
        }
    }

    pub(crate) fn inverse(&self, change: &str) -> Result<Work> {
        let change = self.standing(change)?;
        let reading =
            self.readings.get(change).ok_or_else(|| FilesError::UnknownChange { id: change.to_owned() })?;
        match &reading.stand {
            Stand::Done(done) => {
                let (files, intent) = (self.files, &reading.intent);
                let lists = files.journal().lists(intent)?;
                let undoing = Undoing {
                    files,
                    intent,
                    done,
                    areas: &self.areas,
                    keep: self.keep,
                    lists: &lists,
                    memory: Memory::default(),
                    kept: BTreeSet::new(),
                };
                undoing.work()
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
    keep: Keep<'a>,
    lists: &'a [Moves],
    memory: Memory,
    /// What stays although the change placed it.
    kept: BTreeSet<PathBuf>,
}

impl Undoing<'_> {
    fn work(mut self) -> Result<Work> {
        if self.intent.made.contains(&Made::Purged) {
            return Err(FilesError::Permanent { change: self.intent.id.clone() });
        }
        for after in &self.done.after {
            if !self.stays(&after.path) {
                self.still(after)?;
            }
        }
        let mut steps = Vec::new();
        let pairs: Vec<_> = self.intent.steps.iter().zip(&self.intent.made).rev().collect();
        for (step, made) in pairs {
            let more = self.step(step, made, steps.len())?;
            steps.extend(more);
        }
        match (steps.is_empty(), self.kept.is_empty()) {
            (true, true) => Err(self.gone(&self.intent.root)),
            (true, false) => Err(FilesError::Empty),
            (false, _) => Ok(self.with(steps)),
        }
    }

    fn with(self, steps: Vec<Step>) -> Work {
        Work {
            batch: Batch { root: self.intent.root.clone(), steps },
            undoes: Some(self.intent.id.clone()),
            prune: self.made_folders(),
            problems: self.kept.first().map(|first| kept(first, self.kept.len())).into_iter().collect(),
            memory: self.memory,
        }
    }

    /// Whether a path is that of a placed folder that stays. Placed files are not watched.
    fn stays(&self, path: &Path) -> bool {
        let placed = |(step, made): (&Step, &Made)| matches!((step, made), (Step::PlaceFolder { to, .. }, Made::PlacedFolder) if to == path);
        self.intent.steps.iter().zip(&self.intent.made).any(placed) && (self.keep)(path)
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

    /// The inverse of a step; its own steps begin at this number.
    fn step(&mut self, step: &Step, made: &Made, number: usize) -> Result<Vec<Step>> {
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
            (Step::PlaceFolder { to, .. }, Made::PlacedFolder) => {
                if self.stays(to) {
                    self.kept.insert(to.clone());
                    return Ok(Vec::new());
                }
                Ok(vec![Step::Trash { path: to.clone() }])
            }
            (Step::Place { .. }, Made::Placed { list, replaced, .. }) => {
                self.unplace(*list, replaced.as_ref(), number)
            }
            (Step::TrashAll { .. }, Made::Bundled { bundle }) => self.unbundle(bundle, number),
            (Step::Untrash { id, .. }, Made::Unbundled { list, .. }) => self.bundle_again(id, *list, number),
            (Step::Copy { to, .. }, Made::Gathered { .. }) | (Step::Unpack { to, .. }, Made::Unpacked) => {
                Ok(vec![Step::Trash { path: to.clone() }])
            }
            (Step::Backup { .. }, Made::Zipped { zip, sidecar, .. }) => self.unzip(zip, sidecar),
            _ => Err(FilesError::BadEntry { id: self.intent.id.clone() }),
        }
    }

    /// What was placed goes into the trash, but for what stays, and what it replaced comes back.
    fn unplace(&mut self, list: usize, replaced: Option<&Bundle>, number: usize) -> Result<Vec<Step>> {
        let paths = self.goes(list)?;
        let mut steps = Vec::new();
        if !paths.is_empty() {
            steps.push(Step::TrashAll { paths });
        }
        if let Some(bundle) = replaced {
            steps.extend(self.out_of_trash(bundle, number + steps.len())?);
        }
        Ok(steps)
    }

    fn unbundle(&mut self, bundle: &Bundle, number: usize) -> Result<Vec<Step>> {
        let landed: HashSet<PathBuf> = self.landed().collect();
        for path in self.places_before(bundle)? {
            if !landed.contains(&path) {
                self.free_again(&path)?;
            }
        }
        Ok(self.out_of_trash(bundle, number)?.into_iter().collect())
    }

    /// A bundle comes back, but for the files in whose places something stays.
    fn out_of_trash(&mut self, bundle: &Bundle, number: usize) -> Result<Option<Step>> {
        self.in_trash(&bundle.item)?;
        let (stays, back): (BTreeSet<_>, BTreeSet<_>) =
            self.places_before(bundle)?.into_iter().partition(|path| self.kept.contains(path));
        if back.is_empty() {
            return Ok(None);
        }
        self.memory.stays.insert(number, stays);
        Ok(Some(Step::Untrash { id: bundle.item.clone(), to: None }))
    }

    fn bundle_again(&mut self, id: &str, list: usize, number: usize) -> Result<Vec<Step>> {
        let paths = self.goes(list)?;
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        self.memory.bundles.insert(number, id.to_owned());
        Ok(vec![Step::TrashAll { paths }])
    }

    /// The files that a list put somewhere, as far as they are there; those that stay are noted.
    fn goes(&mut self, list: usize) -> Result<Vec<PathBuf>> {
        let mut goes = Vec::new();
        let later = self.moved_after(list);
        for (path, mark) in self.placed(list)? {
            if (self.keep)(&path) {
                self.kept.insert(path);
            } else if path.ancestors().any(|part| later.contains(part)) || self.is_as_placed(&path, &mark)? {
                goes.push(path);
            }
        }
        Ok(goes)
    }

    /// What later acts of the same change moved away: the inverses of their steps bring it back first.
    fn moved_after(&self, number: usize) -> HashSet<PathBuf> {
        let is_own = |act: &Act| matches!(act, Act::MoveAll { list, .. } if *list == number);
        let later = self.intent.acts.iter().skip_while(|act| !is_own(act)).skip(1);
        let moved = later.flat_map(|act| match act {
            Act::Move { from, .. } => vec![from.clone()],
            Act::MoveAll { from, list, .. } => {
                let moves = self.lists.get(*list).map(|list| &list.things);
                moves.into_iter().flatten().map(|moved| from.join(&moved.from)).collect()
            }
            _ => Vec::new(),
        });
        moved.collect()
    }

    /// Whether a file of a list is there as it was then. One that is gone needs no taking back; one that changed is kept from
    /// it.
    fn is_as_placed(&self, path: &Path, mark: &Mark) -> Result<bool> {
        match self.files.disk().look(path).at(path)? {
            None => Ok(false),
            Some(meta) if mark.resembles(&meta) => Ok(true),
            Some(_) => Err(self.moved_on(path)),
        }
    }

    /// The things of a list where it put them.
    fn placed(&self, list: usize) -> Result<Vec<(PathBuf, Mark)>> {
        let (_, to, list) = self.list(list)?;
        Ok(list.things.iter().map(|moved| (to.join(&moved.to), moved.mark)).collect())
    }

    /// Where the things of a bundle were.
    fn places_before(&self, bundle: &Bundle) -> Result<Vec<PathBuf>> {
        let (from, _, list) = self.list(bundle.list)?;
        Ok(list.things.iter().map(|moved| from.join(&moved.from)).collect())
    }

    fn list(&self, number: usize) -> Result<(&Path, &Path, &Moves)> {
        let act = self.intent.acts.iter().find_map(|act| match act {
            Act::MoveAll { from, to, list, .. } if *list == number => Some((from, to)),
            _ => None,
        });
        let bad = || FilesError::BadEntry { id: self.intent.id.clone() };
        let ((from, to), list) = act.zip(self.lists.get(number)).ok_or_else(bad)?;
        Ok((from, to, list))
    }

    /// Everything that lists of the change put somewhere.
    fn landed(&self) -> impl Iterator<Item = PathBuf> {
        self.intent.acts.iter().flat_map(|act| match act {
            Act::MoveAll { to, list, .. } => {
                self.lists.get(*list).map_or_else(Vec::new, |list| list.places(to).collect())
            }
            _ => Vec::new(),
        })
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
        let made = self.intent.acts.iter().flat_map(|act| match act {
            Act::MakeDir { path } => vec![path.clone()],
            Act::MoveAll { to, list, .. } => {
                let made = self.lists.get(*list).map(|list| &list.make);
                made.into_iter().flatten().map(|folder| to.join(folder)).collect()
            }
            _ => Vec::new(),
        });
        let mut made: Vec<PathBuf> = made.collect();
        made.reverse();
        made
    }

    fn moved_on(&self, path: &Path) -> FilesError {
        FilesError::MovedOn { change: self.intent.id.clone(), path: path.to_owned() }
    }

    fn gone(&self, path: &Path) -> FilesError {
        FilesError::Gone { change: self.intent.id.clone(), path: path.to_owned() }
    }
}

fn kept(first: &Path, count: usize) -> Problem {
    let message = Message::new("files.undo.kept").with("count", count).with("path", first);
    Problem::warning(first.display().to_string(), message)
}
