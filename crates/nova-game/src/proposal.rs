//! A change that is proposed and not done: the steps and everything its preview shows.

use std::path::PathBuf;

use nova_files::{Batch, Files};
use nova_model::{Change, Message, Plan, Undo};

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
        })
    }
}
