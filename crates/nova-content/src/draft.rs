//! Putting a proposal together: each step with its line in the preview.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use nova_files::{Batch, NewBackup, Step};
use nova_game::Proposal;
use nova_model::{Change, ChangeKind, Message, Undo};

/// A proposal in the making.
pub(crate) struct Draft {
    root: PathBuf,
    steps: Vec<Step>,
    changes: Vec<Change>,
    bytes_written: u64,
    watch: Vec<PathBuf>,
    pub(crate) warnings: Vec<Message>,
}

/// A file or folder with its size in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Sized<'a> {
    pub(crate) path: &'a Path,
    pub(crate) bytes: u64,
}

impl<'a> Sized<'a> {
    /// A path whose size nobody needs.
    fn unknown(path: &'a Path) -> Self {
        Self { path, bytes: 0 }
    }
}

impl Draft {
    pub(crate) fn new(root: &Path) -> Self {
        let (steps, changes, watch, warnings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { root: root.to_owned(), steps, changes, bytes_written: 0, watch, warnings }
    }

    /// Gives a file or folder another name or place.
    pub(crate) fn rename(&mut self, what: Sized<'_>, to: &Path) {
        self.change(ChangeKind::Rename, what, Some(to));
        self.watch(to);
        self.steps.push(Step::Rename { from: what.path.to_owned(), to: to.to_owned() });
    }

    /// Puts a file or folder in the trash area.
    pub(crate) fn trash(&mut self, what: Sized<'_>) {
        self.change(ChangeKind::Trash, what, None);
        self.steps.push(Step::Trash { path: what.path.to_owned() });
    }

    /// Zips files and folders; `sizes` are their bytes, in order.
    pub(crate) fn backup(&mut self, backup: NewBackup, sizes: &[u64]) {
        for ((path, _), bytes) in backup.sources.iter().zip(sizes) {
            self.change(ChangeKind::Backup, Sized { path, bytes: *bytes }, None);
            self.bytes_written = self.bytes_written.saturating_add(*bytes);
        }
        self.steps.push(Step::Backup { backup });
    }

    /// Unpacks one entry of a backup.
    pub(crate) fn unpack(&mut self, backup_id: &str, entry: &str, to: Sized<'_>) {
        self.change(ChangeKind::Unpack, to, None);
        self.bytes_written = self.bytes_written.saturating_add(to.bytes);
        let (backup_id, entry) = (backup_id.to_owned(), entry.to_owned());
        self.steps.push(Step::Unpack { backup_id, entry, to: to.path.to_owned() });
    }

    /// Puts a thing back from the trash area.
    pub(crate) fn untrash(&mut self, id: &str, to: Sized<'_>) {
        self.change(ChangeKind::Untrash, to, None);
        self.steps.push(Step::Untrash { id: id.to_owned(), to: None });
    }

    /// Puts a bundle back from the trash area, below the folder that its files share. That folder may well be there.
    pub(crate) fn untrash_all(&mut self, id: &str, below: Sized<'_>) {
        let what = self.folder(below.path);
        self.changes.push(Change { kind: ChangeKind::Untrash, what, to: None, bytes: Some(below.bytes) });
        self.steps.push(Step::Untrash { id: id.to_owned(), to: None });
    }

    /// A line for each file or folder right in the root that holds some of many files: the files themselves are too many.
    fn many<'a>(&mut self, kind: ChangeKind, paths: impl Iterator<Item = &'a Path>) {
        let first = |path: &'a Path| path.strip_prefix(&self.root).unwrap_or(path).iter().next();
        let names: BTreeSet<String> =
            paths.filter_map(first).map(|name| name.to_string_lossy().into_owned()).collect();
        let change = |what| Change { kind, what, to: None, bytes: None };
        self.changes.extend(names.into_iter().map(change));
    }

    /// Frees trash entries for good; `lost` is what they hold.
    pub(crate) fn purge(&mut self, ids: Vec<String>, lost: Vec<Change>) {
        self.changes.extend(lost);
        self.steps.push(Step::Purge { ids });
    }

    /// Adds a step that was made elsewhere, such as the inverse of a change. Nobody weighed what it touches.
    pub(crate) fn step(&mut self, step: Step) {
        let known = self.changes.len();
        self.unweighed(step);
        self.changes.iter_mut().skip(known).for_each(|change| change.bytes = None);
    }

    fn unweighed(&mut self, step: Step) {
        match step {
            Step::Rename { from, to } => self.rename(Sized::unknown(&from), &to),
            Step::Trash { path } => self.trash(Sized::unknown(&path)),
            Step::Backup { backup } => {
                let sizes = vec![0; backup.sources.len()];
                self.backup(backup, &sizes);
            }
            Step::Unpack { backup_id, entry, to } => self.unpack(&backup_id, &entry, Sized::unknown(&to)),
            Step::TrashAll { paths } => {
                self.many(ChangeKind::Trash, paths.iter().map(PathBuf::as_path));
                self.steps.push(Step::TrashAll { paths });
            }
            Step::Place { stage, files } => {
                self.many(ChangeKind::Create, files.iter().map(|placed| placed.to.as_path()));
                self.steps.push(Step::Place { stage, files });
            }
            other => self.plain(other),
        }
    }

    /// A step whose preview is one line with a name.
    fn plain(&mut self, step: Step) {
        let (kind, what) = match &step {
            Step::Write { path, .. } => (ChangeKind::Write, self.below(path)),
            Step::Copy { to, .. } | Step::PlaceFolder { to, .. } => (ChangeKind::Create, self.below(to)),
            Step::Untrash { id, to } => {
                (ChangeKind::Untrash, to.as_ref().map_or_else(|| id.clone(), |to| self.below(to)))
            }
            _ => (ChangeKind::Purge, String::new()),
        };
        self.changes.push(Change { kind, what, to: None, bytes: None });
        self.steps.push(step);
    }

    /// Makes the proposal stale once this path changes.
    pub(crate) fn watch(&mut self, path: &Path) {
        if !self.watch.iter().any(|watched| watched == path) {
            self.watch.push(path.to_owned());
        }
    }

    /// A path below the game root as people see it.
    pub(crate) fn below(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned()
    }

    /// A line of the preview that was made elsewhere.
    pub(crate) fn line(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// A step whose lines were made elsewhere.
    pub(crate) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// The same for a folder that may be the root itself.
    pub(crate) fn folder(&self, path: &Path) -> String {
        let below = self.below(path);
        if below.is_empty() { path.to_string_lossy().into_owned() } else { below }
    }

    fn change(&mut self, kind: ChangeKind, what: Sized<'_>, to: Option<&Path>) {
        self.watch(what.path);
        let to = to.map(|to| self.below(to));
        self.changes.push(Change { kind, what: self.below(what.path), to, bytes: Some(what.bytes) });
    }

    /// The proposal.
    pub(crate) fn finish(self, title: Message, undo: Undo, version: Option<&str>) -> Proposal {
        Proposal {
            batch: Batch { root: self.root, steps: self.steps },
            title,
            changes: self.changes,
            bytes_written: self.bytes_written,
            undo,
            warnings: self.warnings,
            watch: self.watch,
            version: version.map(str::to_owned),
        }
    }
}

/// It can be undone, in the way that the sentence of `code` says.
pub(crate) fn reversible(code: &'static str) -> Undo {
    Undo::Reversible(Message::new(code))
}
