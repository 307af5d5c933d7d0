//! What can go wrong with mods.

use std::{io, path::PathBuf};

use nova_model::{Explain, Message, Report};

use crate::hints;

/// Why a mod cannot be found or changed.
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
    /// No mod is called that.
    #[error("version {version} has no mod {name:?}")]
    NoSuchMod {
        /// As asked for, printable.
        name: String,
        /// The version.
        version: String,
        /// The nearest ids.
        near: Vec<String>,
    },
    /// Several are called that.
    #[error("several mods of {version} are called {name:?}")]
    Ambiguous {
        /// As asked for.
        name: String,
        /// The version.
        version: String,
        /// Their files.
        files: Vec<String>,
    },
    /// Nothing to do, or not possible, for this file.
    #[error("{file}: {fault:?}")]
    File {
        /// The file.
        file: String,
        /// What is the matter.
        fault: Fault,
    },
    /// No finding has this id any more.
    #[error("no finding {id}")]
    NoSuchFinding {
        /// As asked for, printable.
        id: String,
        /// The ids of those that are there.
        present: Vec<String>,
    },
    /// No file here can mend a finding.
    #[error("finding {id} needs something that is not installed")]
    NeedsMore {
        /// The finding.
        id: String,
        /// What is wrong.
        found: Message,
        /// What would mend it.
        needed: Message,
    },
}

/// What is the matter with a mod file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is switched on already.
    AlreadyEnabled,
    /// It is switched off already.
    AlreadyDisabled,
    /// Its new name is taken.
    Taken {
        /// That name.
        name: String,
    },
}

impl Explain for ModError {
    fn report(&self) -> Report {
        match self {
            Self::Unreadable { path, source } => hints::unreadable(path, source),
            Self::NoSuchMod { name, version, near } => {
                hints::did_you_mean(named("content.mods.no-such", name, version), near)
            }
            Self::Ambiguous { name, version, files } => {
                hints::present(named("content.mods.ambiguous", name, version), files)
            }
            Self::File { file, fault } => Report::new(fault.message(file)),
            Self::NoSuchFinding { id, present } => {
                let report = Report::new(Message::new("content.mods.no-finding").with("id", id.as_str()));
                hints::present(report, present)
            }
            Self::NeedsMore { found, needed, .. } => {
                Report::new(Message::new("content.mods.needs-more").with("found", found.clone()))
                    .hint(needed.clone())
            }
        }
    }
}

impl Fault {
    fn message(&self, file: &str) -> Message {
        match self {
            Self::AlreadyEnabled => Message::new("content.mods.already-enabled").with("file", file),
            Self::AlreadyDisabled => Message::new("content.mods.already-disabled").with("file", file),
            Self::Taken { name } => {
                Message::new("content.mods.taken").with("file", file).with("name", name.as_str())
            }
        }
    }
}

fn named(code: &'static str, name: &str, version: &str) -> Report {
    Report::new(Message::new(code).with("name", name).with("version", version))
}
