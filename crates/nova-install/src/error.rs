//! What can go wrong with an install.

use std::path::PathBuf;

use nova_archive::ArchiveError;
use nova_files::FilesError;
use nova_model::{Explain, Field, Message, Report};
use nova_net::download::FetchError;
use nova_version::VersionError;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// A game version that the list does not have.
    #[error("no game version {game}")]
    NoGame {
        /// What was asked for.
        game: String,
        /// Versions that are called alike.
        near: Vec<String>,
    },
    /// A loader that has no build for a game version, or not this one.
    #[error("no {loader} {version:?} for {game}")]
    NoLoader {
        /// The loader.
        loader: String,
        /// The game version.
        game: String,
        /// The build that was asked for.
        version: Option<String>,
        /// Builds there are.
        near: Vec<String>,
    },
    /// A loader that Nova does not install.
    #[error("{loader} is not installed by Nova")]
    Unsupported {
        /// It.
        loader: String,
    },
    /// An API of a loader that has none for a game version.
    #[error("{loader} has no API for {game}")]
    NoApi {
        /// The loader.
        loader: String,
        /// The game version.
        game: String,
    },
    /// A version of this name is there.
    #[error("a version {id} is there already")]
    Taken {
        /// Its id.
        id: String,
    },
    /// The game itself is no version that a loader can be put into.
    #[error("{id} is the game itself")]
    IsTheGame {
        /// Its id.
        id: String,
    },
    /// An address that is none.
    #[error("{url:?} is no address")]
    Address {
        /// It.
        url: String,
    },
    /// A server that says a copy is still good that nobody has.
    #[error("{name}: the server sent nothing")]
    Unheard {
        /// What was asked for.
        name: String,
    },
    /// Something could not be fetched.
    #[error(transparent)]
    Fetch(Box<FetchError>),
    /// Several files could not be fetched.
    #[error("{files} files could not be fetched: {first}")]
    Files {
        /// How many.
        files: usize,
        /// The first reason.
        first: Box<FetchError>,
    },
    /// A version file or installer that makes no sense.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// An archive that makes no sense.
    #[error("{path}: {source}")]
    Archive {
        /// It.
        path: PathBuf,
        /// Why.
        source: ArchiveError,
    },
    /// An entry that an installer must have.
    #[error("{installer}: no {entry}")]
    NoEntry {
        /// The installer.
        installer: String,
        /// The entry.
        entry: String,
    },
    /// A file that only an installer makes is not there after it ran.
    #[error("{file} was not made by the installer")]
    NotMade {
        /// It.
        file: String,
    },
    /// A program of an installer failed.
    #[error("step {step} of the installer failed")]
    Processor {
        /// Which, from 1.
        step: usize,
        /// Its exit code.
        exit: Option<i32>,
        /// Its last words.
        said: String,
    },
    /// No Java to run an installer with.
    #[error("no Java to run the installer with")]
    NoJava,
    /// A version is asked for, and the goal is something else.
    #[error("the goal is no version")]
    NoVersion,
    /// No vendor has this Java for this computer.
    #[error("no Java {major} for {system}")]
    NoRuntime {
        /// The major version.
        major: u32,
        /// The system and its processor.
        system: String,
    },
    /// A file that does not unpack to what it should be.
    #[error("{file} does not unpack to what it should be")]
    Unpacked {
        /// It.
        file: String,
    },
    /// This very Java is there.
    #[error("{name} is there already")]
    JavaThere {
        /// The name of its folder.
        name: String,
    },
    /// A Java that was fetched does not run.
    #[error("{name} does not run: {why}")]
    JavaBroken {
        /// The name of its folder.
        name: String,
        /// What the system says.
        why: String,
    },
    /// A Java that is made for another kind of system.
    #[error("{name} is not made for this system")]
    JavaForeign {
        /// The name of its folder.
        name: String,
        /// Its major version.
        major: u32,
        /// The processor it is made for.
        arch: String,
    },
    /// A Java that says another version than its vendor.
    #[error("{name} says {said}, not {major}")]
    JavaOther {
        /// The name of its folder.
        name: String,
        /// What it should be.
        major: u32,
        /// What it says.
        said: String,
    },
    /// Not enough space.
    #[error("{needed} bytes needed, {free} free")]
    NoSpace {
        /// Bytes needed.
        needed: u64,
        /// Bytes there are.
        free: u64,
    },
    /// The player called it off.
    #[error("cancelled")]
    Cancelled,
    /// Nobody knows the job.
    #[error("no job {id}")]
    NoJob {
        /// Its id.
        id: String,
    },
    /// A job that another program works on.
    #[error("another program works on job {id}")]
    Elsewhere {
        /// Its id.
        id: String,
    },
    /// An installed version with nothing to repair.
    #[error("nothing of {id} has to be repaired")]
    Sound {
        /// Its id.
        id: String,
    },
    /// An installed version with files that nobody serves and nothing makes.
    #[error("{files} files of {id} cannot be repaired")]
    Stuck {
        /// Its id.
        id: String,
        /// How many.
        files: usize,
        /// One of them.
        first: String,
    },
    /// A version file that cannot be used and that nobody serves.
    #[error("the version file of {id} cannot be used")]
    Broken {
        /// Whose.
        id: String,
        /// Why; none where it is not there.
        why: Option<Message>,
    },
    /// A folder that is a link.
    #[error("{path} is a link")]
    Linked {
        /// It.
        path: PathBuf,
    },
    /// The disk.
    #[error(transparent)]
    Disk(#[from] FilesError),
}

impl Explain for InstallError {
    fn report(&self) -> Report {
        match self {
            Self::NoGame { game, near } => {
                near_ones(Message::new("install.no-game").with("game", game.as_str()), near)
            }
            Self::NoLoader { loader, game, version, near } => {
                near_ones(no_loader(loader, game, version.as_deref()), near)
            }
            Self::Fetch(error) => error.report(),
            Self::Files { files, first } => {
                let first = first.report();
                let message = Message::new("install.files").with("n", *files).with("why", first.message);
                Report { message, ..first }
            }
            Self::Version(error) => error.report(),
            Self::Disk(error) => error.report(),
            Self::JavaForeign { major, .. } => Report::new(self.message())
                .hint(Message::new("install.java-foreign-hint").with("major", i64::from(*major))),
            other => Report::new(other.message()),
        }
    }
}

impl InstallError {
    fn message(&self) -> Message {
        let code = Message::new;
        match self {
            Self::Unsupported { loader } => code("install.unsupported").with("loader", loader.as_str()),
            Self::NoApi { loader, game } => {
                code("install.no-api").with("loader", loader.as_str()).with("game", game.as_str())
            }
            Self::Taken { id } => code("install.taken").with("id", id.as_str()),
            Self::IsTheGame { id } => code("install.is-the-game").with("id", id.as_str()),
            Self::Address { url } => code("install.address").with("url", url.as_str()),
            Self::Unheard { name } => code("install.unheard").with("name", name.as_str()),
            Self::Archive { path, source } => {
                code("install.archive").with("path", path.display().to_string()).with("why", source.message())
            }
            Self::NoEntry { installer, entry } => {
                code("install.no-entry").with("installer", installer.as_str()).with("entry", entry.as_str())
            }
            Self::NotMade { file } => code("install.not-made").with("file", file.as_str()),
            Self::Processor { step, exit, said } => code("install.processor")
                .with("step", *step)
                .with("exit", exit.map_or_else(|| "-".to_owned(), |exit| exit.to_string()))
                .with("said", said.as_str()),
            Self::NoSpace { needed, free } => code("install.no-space")
                .with("needed", Field::Bytes(*needed))
                .with("free", Field::Bytes(*free)),
            Self::Elsewhere { id } => code("install.elsewhere").with("id", id.as_str()),
            Self::Sound { id } => code("install.sound").with("id", id.as_str()),
            Self::Stuck { id, files, first } => code("install.stuck")
                .with("id", id.as_str())
                .with("n", *files)
                .with("first", nova_model::clean(first, 200)),
            Self::Broken { id, why: None } => code("install.json-gone").with("id", id.as_str()),
            Self::Broken { id, why: Some(why) } => {
                code("install.json-broken").with("id", id.as_str()).with("why", why.clone())
            }
            Self::Linked { path } => code("install.linked").with("path", path.display().to_string()),
            Self::NoJob { id } => code("install.no-job").with("id", id.as_str()),
            Self::NoJava => code("install.no-java"),
            Self::NoVersion => code("install.no-version"),
            Self::NoRuntime { .. }
            | Self::Unpacked { .. }
            | Self::JavaThere { .. }
            | Self::JavaBroken { .. }
            | Self::JavaForeign { .. }
            | Self::JavaOther { .. } => self.about_java(),
            // The others explain themselves above.
            _ => code("install.cancelled"),
        }
    }
}

impl InstallError {
    fn about_java(&self) -> Message {
        let about = |code, name: &str| Message::new(code).with("name", name);
        match self {
            Self::NoRuntime { major, system } => Message::new("install.no-runtime")
                .with("major", i64::from(*major))
                .with("system", system.as_str()),
            Self::JavaThere { name } => about("install.java-there", name),
            Self::JavaBroken { name, why } => about("install.java-broken", name).with("why", why.as_str()),
            Self::JavaForeign { name, arch, .. } => {
                about("install.java-foreign", name).with("arch", arch.as_str())
            }
            Self::JavaOther { name, major, said } => {
                about("install.java-other", name).with("major", i64::from(*major)).with("said", said.as_str())
            }
            Self::Unpacked { file } => Message::new("install.unpacked").with("file", file.as_str()),
            _ => Message::new("install.no-version"),
        }
    }
}

fn no_loader(loader: &str, game: &str, version: Option<&str>) -> Message {
    let message = match version {
        Some(version) => Message::new("install.no-build").with("version", version),
        None => Message::new("install.no-loader"),
    };
    message.with("loader", loader).with("game", game)
}

fn near_ones(message: Message, near: &[String]) -> Report {
    let report = Report::new(message);
    if near.is_empty() {
        return report;
    }
    report.hint(Message::new("install.near").with("names", near.join(", ")))
}
