//! A change before it is done: the steps, and what the player is shown about them.

use std::path::PathBuf;

use nova_files::{Batch, Files, FilesError};
use nova_model::{Change, Message, Plan, Undo};

/// A change that is ready to be shown and, once confirmed, done by [`Files::apply`].
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// One sentence with real names.
    pub title: Message,
    /// The steps.
    pub batch: Batch,
    /// Every file that changes, for the preview.
    pub changes: Vec<Change>,
    /// About how many bytes are written to the disk (backups before compression, unpacked worlds).
    pub bytes_written: u64,
    /// How it is taken back.
    pub undo: Undo,
    /// What the player should know first.
    pub warnings: Vec<Message>,
    /// The files it rests on: the plan is stale once they differ.
    pub watched: Vec<PathBuf>,
}

impl Proposal {
    /// The plan for a checklist, made from the state as it is now. Fails where the steps could not be done.
    pub fn plan(&self, files: &Files) -> Result<Plan, FilesError> {
        files.check(&self.batch)?;
        Ok(Plan {
            title: self.title.clone(),
            changes: self.changes.clone(),
            bytes_written: self.bytes_written,
            bytes_downloaded: 0,
            undo: self.undo.clone(),
            warnings: self.warnings.clone(),
            stamps: files.stamps(&self.watched)?,
            needs: Vec::new(),
        })
    }
}
