//! A change that is proposed and not done: the steps and everything its preview shows.

use std::path::{Path, PathBuf};

use nova_files::{Batch, Files, Step};
use nova_model::{Change, ChangeKind, Message, Plan, Undo};

/// What a change would do. The caller stamps `watch`, shows the rest, and gives `batch` to `nova_files::Files::apply`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The steps, in order; never empty.
    pub batch: Batch,
    /// One sentence with real names.
    pub title: Message,
    /// Every file or setting that changes.
    pub changes: Vec<Change>,
    /// Bytes that backups and copies will take.
    pub bytes_written: u64,
    /// How it is taken back.
    pub undo: Undo,
    /// What the player should know first.
    pub warnings: Vec<Message>,
    /// The files and folders it was planned on.
    pub watch: Vec<PathBuf>,
    /// The version it is about, where there is one.
    pub version: Option<String>,
}

impl Proposal {
    /// A change without steps yet, taken back as the sentence says.
    pub(crate) fn new(root: &Path, title: Message, undo: &'static str) -> Self {
        Self {
            batch: Batch { root: root.to_owned(), steps: Vec::new() },
            title,
            changes: Vec::new(),
            bytes_written: 0,
            undo: Undo::Reversible(Message::new(undo)),
            warnings: Vec::new(),
            watch: Vec::new(),
            version: None,
        }
    }

    /// Adds steps, and the file they are planned on.
    pub(crate) fn add(&mut self, steps: impl IntoIterator<Item = Step>, watch: &Path) {
        self.batch.steps.extend(steps);
        if !self.watch.iter().any(|known| known == watch) {
            self.watch.push(watch.to_owned());
        }
    }

    /// Adds a line of the preview.
    pub(crate) fn line(&mut self, kind: ChangeKind, what: impl Into<String>, to: Option<String>) {
        self.changes.push(Change { kind, what: what.into(), to, bytes: None });
    }

    /// Adds a line of the preview about a file with a size.
    pub(crate) fn sized_line(&mut self, kind: ChangeKind, what: &Path, bytes: u64) {
        self.changes.push(Change { kind, what: what.display().to_string(), to: None, bytes: Some(bytes) });
    }

    /// The checklist line for it, stamped with the state of now.
    pub fn plan(&self, files: &Files) -> nova_files::Result<Plan> {
        Ok(Plan {
            title: self.title.clone(),
            changes: self.changes.clone(),
            bytes_written: self.bytes_written,
            bytes_downloaded: 0,
            undo: self.undo.clone(),
            warnings: self.warnings.clone(),
            stamps: files.stamps(&self.watch)?,
            needs: Vec::new(),
            makes: Vec::new(),
        })
    }
}
