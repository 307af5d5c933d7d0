//! What the services refuse or fail at.

use std::path::PathBuf;

use nova_model::{Explain, Message, Report};

/// What the services refuse or fail at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game root is known on this computer.
    #[error("no game root found")]
    NoRoot,
    /// A game root is not there.
    #[error("game root {path} is missing")]
    RootMissing {
        /// Which.
        path: PathBuf,
    },
}

/// Shorthand.
pub type Result<T> = std::result::Result<T, GameError>;

impl Explain for GameError {
    fn report(&self) -> Report {
        match self {
            Self::NoRoot => Report::new(Message::new("game.no-root")),
            Self::RootMissing { path } => {
                Report::new(Message::new("game.root-missing").with("path", path.as_path()))
            }
        }
    }
}
