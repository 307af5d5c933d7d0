//! What can go wrong around a running game.

use std::{io, path::PathBuf};

use nova_archive::ArchiveError;
use nova_files::FilesError;
use nova_model::{Explain, Message, Report};
use nova_version::VersionError;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A command of the player that cannot be taken apart.
    #[error("the command {line:?} has a quote that is not closed, or is too long")]
    BadCommand {
        /// It, shortened.
        line: String,
    },
    /// A program does not start.
    #[error("{program} does not start")]
    NoStart {
        /// Which.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The command before the game ended badly.
    #[error("the command before the game, {program}, ended with {code:?}")]
    Before {
        /// Which.
        program: String,
        /// Its code; none where a signal ended it.
        code: Option<i32>,
    },
    /// Whoever should watch the game did not answer.
    #[error("the game's watcher did not answer")]
    NoWatcher {
        /// What the system says.
        why: String,
    },
    /// Whoever watches the game could not start it.
    #[error("the game was not started: {report:?}")]
    Refused {
        /// What it says.
        report: Box<Report>,
    },
    /// The game's folder is not there.
    #[error("{path} is no folder")]
    NoFolder {
        /// It.
        path: PathBuf,
    },
    /// A record that cannot be written as JSON.
    #[error("a record of a run cannot be written: {why}")]
    Record {
        /// Why.
        why: String,
    },
    /// A file of a version is not there.
    #[error("{version} is not installed")]
    NoVersion {
        /// The version, or one it builds on.
        version: String,
    },
    /// An archive of natives that cannot be unpacked.
    #[error("{path}: {source}")]
    Natives {
        /// It.
        path: PathBuf,
        /// Why.
        source: ArchiveError,
    },
    /// A command line that the system does not take.
    #[error("the command line of {version} is too long")]
    TooLong {
        /// The version.
        version: String,
    },
    /// A version file that makes no sense.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// A game that did not end.
    #[error("{version} (process {pid}) does not end")]
    WillNotStop {
        /// The version.
        version: String,
        /// The process.
        pid: u32,
    },
    /// The disk.
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl Explain for PlayError {
    fn report(&self) -> Report {
        let path = |path: &PathBuf| path.display().to_string();
        Report::new(match self {
            Self::BadCommand { line } => Message::new("play.bad-command").with("line", line.as_str()),
            Self::NoStart { program, source } => {
                Message::new("play.no-start").with("program", path(program)).with("why", source.to_string())
            }
            Self::Before { program, code } => {
                let code = code.map_or_else(|| "-".to_owned(), |code| code.to_string());
                Message::new("play.before-failed").with("program", program.as_str()).with("exit", code)
            }
            Self::NoWatcher { why } => Message::new("play.no-watcher").with("why", why.as_str()),
            Self::Refused { report } => return (**report).clone(),
            Self::NoFolder { path: folder } => Message::new("play.no-folder").with("path", path(folder)),
            Self::Record { why } => Message::new("play.record").with("why", why.as_str()),
            Self::WillNotStop { version, pid } => Message::new("play.will-not-stop")
                .with("version", version.as_str())
                .with("pid", i64::from(*pid)),
            Self::NoVersion { version } => Message::new("play.no-version").with("version", version.as_str()),
            Self::Natives { path: file, source } => {
                Message::new("play.natives").with("path", path(file)).with("why", source.message())
            }
            Self::TooLong { version } => Message::new("play.too-long").with("version", version.as_str()),
            Self::Version(error) => return error.report(),
            Self::Files(error) => return error.report(),
        })
    }
}
