//! What can go wrong with worlds.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

/// Why a world cannot be read, found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A saves folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Explain for WorldError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.worlds.unreadable"))
    }
}
