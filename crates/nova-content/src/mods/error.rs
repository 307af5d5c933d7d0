//! What can go wrong with mods.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

/// Why a mod cannot be read, found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModError {
    /// The mods folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Explain for ModError {
    fn report(&self) -> Report {
        Report::new(Message::new("content.mods.unreadable"))
    }
}
