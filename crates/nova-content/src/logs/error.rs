//! What can go wrong with logs.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

/// Why a log cannot be read, found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A log cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Explain for LogError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.logs.unreadable"))
    }
}
