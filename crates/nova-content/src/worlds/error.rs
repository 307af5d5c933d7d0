//! What can go wrong with worlds.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report, Retry};

use crate::hints;

/// Why a world cannot be found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The saves folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What was asked for is no name of a folder.
    #[error("{name:?} is no name of a world")]
    BadName {
        /// As asked for, printable.
        name: String,
    },
    /// No world is called that.
    #[error("no world {name:?}")]
    NoSuchWorld {
        /// As asked for, printable.
        name: String,
        /// Worlds there are, the nearest first.
        candidates: Vec<String>,
    },
    /// Several are called that.
    #[error("several worlds are called {name:?}")]
    Ambiguous {
        /// As asked for.
        name: String,
        /// Each with its versions.
        places: Vec<String>,
    },
    /// The world is a link to a folder elsewhere, which is not touched.
    #[error("the world {name:?} is a link")]
    Linked {
        /// Its folder name.
        name: String,
    },
    /// A game has it open.
    #[error("the world {name:?} is open")]
    Open {
        /// Its folder name.
        name: String,
    },
    /// The target version has the same saves folder.
    #[error("{from} and {to} share their worlds")]
    SameFolder {
        /// The version it is moved from.
        from: String,
        /// The version it is moved to.
        to: String,
    },
    /// The target version lies in another game folder.
    #[error("{to} is in another game folder")]
    OtherRoot {
        /// The version it is moved to.
        to: String,
        /// Its game folder.
        root: PathBuf,
    },
    /// The target has a world of that name.
    #[error("{to} already has a world {taken:?}")]
    Taken {
        /// The version it is moved to.
        to: String,
        /// The folder that is there, as it is written.
        taken: String,
    },
}

impl Explain for WorldError {
    fn report(&self) -> Report {
        match self {
            Self::Unreadable { path, source } => hints::unreadable(path, source),
            Self::BadName { name } => named("content.worlds.bad-name", name),
            Self::NoSuchWorld { name, candidates } => {
                hints::present(named("content.worlds.no-such", name), candidates)
            }
            Self::Ambiguous { name, places } => {
                hints::present(named("content.worlds.ambiguous", name), places)
            }
            Self::Linked { name } => named("content.worlds.linked", name),
            Self::Open { name } => {
                let report =
                    named("content.worlds.is-open", name).hint(Message::new("content.hint.close-world"));
                Report { retry: Retry::Later, ..report }
            }
            Self::SameFolder { from, to } => Report::new(
                Message::new("content.worlds.same-folder")
                    .with("from", from.as_str())
                    .with("to", to.as_str()),
            )
            .hint(Message::new("content.hint.isolate").with("version", to.as_str())),
            Self::OtherRoot { to, root } => Report::new(
                Message::new("content.worlds.other-root")
                    .with("to", to.as_str())
                    .with("path", root.as_path()),
            ),
            Self::Taken { to, taken } => Report::new(
                Message::new("content.worlds.taken").with("to", to.as_str()).with("name", taken.as_str()),
            ),
        }
    }
}

fn named(code: &'static str, name: &str) -> Report {
    Report::new(Message::new(code).with("name", name))
}
