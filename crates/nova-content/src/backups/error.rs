//! What can go wrong with backups.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

/// Why a backup cannot be read, found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// A folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Explain for BackupError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.backups.unreadable"))
    }
}
