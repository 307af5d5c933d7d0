//! A change in the making that brings things back: each step with its line in the preview, and what cannot be brought back.

use std::path::{Path, PathBuf};

use nova_files::{Batch, Step, TrashItem};
use nova_game::Proposal;
use nova_model::{Change, ChangeKind, Message, Undo};

/// The change in the making.
pub(super) struct Bring {
    root: PathBuf,
    trash: Vec<TrashItem>,
    steps: Vec<Step>,
    changes: Vec<Change>,
    bytes: u64,
    watch: Vec<PathBuf>,
    /// What stays as it is, and why.
    pub(super) told: Vec<Message>,
}

impl Bring {
    pub(super) fn new(root: &Path, trash: Vec<TrashItem>) -> Self {
        let (steps, changes, watch, told) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { root: root.to_owned(), trash, steps, changes, bytes: 0, watch, told }
    }

    /// Gives a file another name. Whether nothing is in the way.
    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> bool {
        let is_free = to.symlink_metadata().is_err();
        if is_free {
            self.line(ChangeKind::Rename, from, Some(to));
            self.steps.push(Step::Rename { from: from.to_owned(), to: to.to_owned() });
            self.watch.push(to.to_owned());
        }
        is_free
    }

    pub(super) fn put_aside(&mut self, path: &Path) {
        self.line(ChangeKind::Trash, path, None);
        self.steps.push(Step::Trash { path: path.to_owned() });
    }

    pub(super) fn write(&mut self, path: &Path, content: Vec<u8>) {
        self.line(ChangeKind::Write, path, None);
        self.bytes = self.bytes.saturating_add(content.len() as u64);
        self.steps.push(Step::Write { path: path.to_owned(), content });
    }

    /// What lies in the trash and was at one of these places, the one that was put aside last.
    pub(super) fn in_trash(&self, places: &[PathBuf], bytes: Option<u64>) -> Option<TrashItem> {
        let fits = |item: &&TrashItem| {
            item.files.is_none()
                && places.contains(&item.was)
                && bytes.is_none_or(|bytes| item.bytes == bytes)
                // Another difference may want the same.
                && !self.steps.iter().any(|step| matches!(step, Step::Untrash { id, .. } if *id == item.id))
        };
        self.trash.iter().filter(fits).max_by_key(|item| item.at).cloned()
    }

    /// Puts something back from the trash, to this place.
    pub(super) fn put_back(&mut self, item: &TrashItem, to: &Path) {
        self.line(ChangeKind::Untrash, to, None);
        self.steps.push(Step::Untrash { id: item.id.clone(), to: Some(to.to_owned()) });
    }

    /// Adds a change that was proposed elsewhere.
    pub(super) fn add(&mut self, proposal: Proposal) {
        self.steps.extend(proposal.batch.steps);
        self.changes.extend(proposal.changes);
        self.watch.extend(proposal.watch);
    }

    /// Adds steps that one line stands for.
    pub(super) fn first(&mut self, steps: Vec<Step>, what: String, watch: PathBuf) {
        self.steps.splice(0..0, steps);
        self.changes.insert(0, Change { kind: ChangeKind::Set, what, to: None, bytes: None });
        self.watch.push(watch);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn finish(mut self, title: Message, version: &str) -> Proposal {
        self.watch.sort();
        self.watch.dedup();
        Proposal {
            batch: Batch { root: self.root, steps: self.steps },
            title,
            changes: self.changes,
            bytes_written: self.bytes,
            undo: Undo::Reversible(Message::new("lastgood.undo")),
            warnings: self.told,
            watch: self.watch,
            version: Some(version.to_owned()),
        }
    }

    fn line(&mut self, kind: ChangeKind, what: &Path, to: Option<&Path>) {
        let below =
            |path: &Path| path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned();
        let change = Change { kind, what: below(what), to: to.map(below), bytes: None };
        self.changes.push(change);
        self.watch.push(what.to_owned());
    }
}
