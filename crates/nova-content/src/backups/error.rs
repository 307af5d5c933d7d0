//! What can go wrong with backups.

use std::path::PathBuf;

use nova_model::{Explain, Message, Problem, Report};

use crate::{hints, worlds::WorldError};

/// Why a backup cannot be made, found or restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// There is nothing of what was asked for.
    #[error("version {version} has nothing to back up")]
    Nothing {
        /// The version.
        version: String,
    },
    /// A folder that was asked for is not there.
    #[error("version {version} has no folder {folder}")]
    NoFolder {
        /// The version.
        version: String,
        /// The folder.
        folder: &'static str,
    },
    /// A world cannot be found or is open.
    #[error(transparent)]
    World(#[from] WorldError),
    /// No backup is called that.
    #[error("no backup {id:?}")]
    NoSuchBackup {
        /// As asked for, printable.
        id: String,
        /// Backups there are, newest first.
        present: Vec<String>,
    },
    /// It does not read back as it was written.
    #[error("backup {id} is damaged")]
    Damaged {
        /// The backup.
        id: String,
        /// What is wrong with it.
        problems: Vec<Problem>,
    },
    /// Its version is not there any more, and no other was named.
    #[error("backup {id} has no version to go to")]
    NoDestination {
        /// The backup.
        id: String,
        /// Its version.
        version: Option<String>,
        /// The versions there are.
        versions: Vec<String>,
    },
    /// Several game roots have a version of that name, and it does not say which one it is from.
    #[error("backup {id} may belong to several game roots")]
    SeveralDestinations {
        /// The backup.
        id: String,
        /// The version's name.
        version: String,
        /// The game roots.
        roots: Vec<PathBuf>,
    },
    /// It holds nothing that can be put back into a version.
    #[error("backup {id} holds nothing to restore")]
    NothingInside {
        /// The backup.
        id: String,
    },
    /// nova-files refuses.
    #[error(transparent)]
    Files(#[from] nova_files::FilesError),
}

impl Explain for BackupError {
    fn report(&self) -> Report {
        match self {
            Self::Nothing { version } if version.is_empty() => {
                Report::new(Message::new("content.backups.nothing-in-root"))
            }
            Self::Nothing { version } => {
                Report::new(Message::new("content.backups.nothing").with("version", version.as_str()))
            }
            Self::NoFolder { version, folder } => Report::new(
                Message::new("content.backups.no-folder")
                    .with("version", version.as_str())
                    .with("folder", *folder),
            ),
            Self::World(error) => error.report(),
            Self::NoSuchBackup { present, .. } if present.is_empty() => {
                Report::new(Message::new("content.backups.none"))
            }
            Self::NoSuchBackup { id, present } => {
                hints::present(about("content.backups.no-such", id), present)
            }
            Self::Damaged { id, problems } => {
                let report = about("content.backups.damaged", id);
                problems.iter().take(3).fold(report, |report, problem| report.hint(problem.message.clone()))
            }
            Self::NoDestination { id, version, versions } => {
                let message = match version {
                    Some(version) => {
                        Message::new("content.backups.version-gone").with("version", version.as_str())
                    }
                    None => Message::new("content.backups.no-version"),
                };
                hints::present(Report::new(message.with("id", id.as_str())), versions)
            }
            Self::SeveralDestinations { id, version, roots } => {
                let roots: Vec<_> = roots.iter().map(|root| root.display().to_string()).collect();
                let message = about("content.backups.several", id).message;
                Report::new(message.with("version", version.as_str()).with("roots", roots))
            }
            Self::NothingInside { id } => about("content.backups.nothing-inside", id),
            Self::Files(error) => error.report(),
        }
    }
}

fn about(code: &'static str, id: &str) -> Report {
    Report::new(Message::new(code).with("id", id))
}
