//! What the services refuse or fail at.

use std::{io, path::PathBuf};

use nova_files::FilesError;
use nova_model::{Explain, Field, Message, Problem, Report, suggest};

/// How many names an error lists when none is near.
const MOST_NAMES: usize = 8;

/// What the services refuse or fail at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game root is known on this computer.
    #[error("no game root found in {looked:?}")]
    NoRoot {
        /// Where one was looked for.
        looked: Vec<PathBuf>,
        /// Registered roots that cannot be used.
        problems: Vec<Problem>,
    },
    /// A game root is not there.
    #[error("game root {} is missing", path.display())]
    RootMissing {
        /// Which.
        path: PathBuf,
    },
    /// A game root is no folder.
    #[error("game root {} is no folder", path.display())]
    RootNotFolder {
        /// Which.
        path: PathBuf,
    },
    /// A game root cannot be listed.
    #[error("game root {} cannot be read", path.display())]
    RootUnreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder that must not become a game root.
    #[error("{} is no game root: {}", path.display(), why.code)]
    RootRefused {
        /// Which.
        path: PathBuf,
        /// Why.
        why: Message,
    },
    /// A game root that nobody registered and Nova did not find.
    #[error("{} is no game root that is known", path.display())]
    NoSuchRoot {
        /// As given.
        path: PathBuf,
        /// Those there are.
        known: Vec<PathBuf>,
    },
    /// A game root that Nova finds by itself as long as no other is registered.
    #[error("{} is found again by itself", path.display())]
    RootFound {
        /// Which.
        path: PathBuf,
    },
    /// No version is installed.
    #[error("no version is installed")]
    NoVersions,
    /// A version is needed, none was named and none is chosen.
    #[error("no current version among {ids:?}")]
    NoCurrent {
        /// What could be chosen.
        ids: Vec<String>,
    },
    /// An id that can be no folder's name.
    #[error("{id:?} is no version id")]
    BadId {
        /// As given.
        id: String,
    },
    /// No version has this id.
    #[error("no version {id:?}")]
    NoVersion {
        /// As given.
        id: String,
        /// The nearest ids.
        near: Vec<String>,
        /// Some of the ids there are.
        known: Vec<String>,
    },
    /// A folder of this name is there and holds no usable version.
    #[error("{id:?} is no version: {}", why.code)]
    NotAVersion {
        /// The folder's name.
        id: String,
        /// What is wrong with it.
        why: Message,
    },
    /// Several roots have a version of this id.
    #[error("{id:?} is in {roots:?}")]
    AmbiguousRoot {
        /// The id.
        id: String,
        /// The roots.
        roots: Vec<PathBuf>,
    },
    /// Another version has this name, perhaps in other case.
    #[error("{taken:?} is there already")]
    NameTaken {
        /// The name asked for.
        name: String,
        /// The one that is there.
        taken: String,
    },
    /// The version runs.
    #[error("{id:?} is running")]
    Running {
        /// Which.
        id: String,
    },
    /// A world of the version is open.
    #[error("the world {} is open", world.display())]
    WorldOpen {
        /// The version.
        id: String,
        /// The world's folder.
        world: PathBuf,
    },
    /// A file that a change has to rewrite cannot be read.
    #[error("{} cannot be read: {}", path.display(), why.code)]
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: Message,
    },
    /// It is already so.
    #[error("nothing to change: {}", now.code)]
    AlreadySo {
        /// How it is.
        now: Message,
    },
    /// More or less memory than can be given.
    #[error("{asked} MiB is not within {min} to {max}")]
    MemoryBounds {
        /// MiB asked for.
        asked: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// No runtime of this major version.
    #[error("no Java {major}")]
    NoJavaMajor {
        /// The one asked for.
        major: u32,
        /// The ones there are.
        have: Vec<u32>,
    },
    /// Nothing usable is at this path, and no runtime has this id.
    #[error("no Java {asked:?}")]
    NoJava {
        /// As given.
        asked: String,
        /// The ids there are.
        have: Vec<String>,
    },
    /// Not a colour.
    #[error("{given:?} is no colour")]
    BadColour {
        /// As given.
        given: String,
    },
    /// Text size out of bounds.
    #[error("{given} % is no text size")]
    BadFontScale {
        /// Percent.
        given: u32,
    },
    /// Not usable as a background's name.
    #[error("{given:?} is no background")]
    BadBackground {
        /// As given.
        given: String,
    },
    /// A value that a setting cannot have. It is not repeated: it may hold a password.
    #[error("not a value of {key}")]
    BadSetting {
        /// The setting's name in the file.
        key: &'static str,
    },
    /// A number out of bounds.
    #[error("{key} is not within {min} to {max}")]
    SettingBounds {
        /// The setting's name in the file.
        key: &'static str,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// Arguments that cannot be taken apart.
    #[error("the arguments cannot be taken apart")]
    BadArgs,
    /// An argument that must not be given to Java.
    #[error("the argument {word:?} is refused: {}", why.code)]
    ArgRefused {
        /// It, shortened.
        word: String,
        /// Why.
        why: Message,
    },
    /// A variable that must not be set. Its value is not repeated: it may be a secret.
    #[error("the variable {name:?} is refused: {}", why.code)]
    VariableRefused {
        /// Its name, shortened.
        name: String,
        /// Why.
        why: Message,
    },
    /// A value that one of the game's options cannot have.
    #[error("not a value of the option {}", name.code)]
    OptionValue {
        /// The option's name for people.
        name: Message,
        /// What it can be.
        allowed: Message,
    },
    /// An option that Nova does not know and the file does not have.
    #[error("no option {key:?}")]
    NoOption {
        /// As given, shortened.
        key: String,
        /// The nearest keys.
        near: Vec<String>,
        /// Whether there is a file.
        exists: bool,
    },
    /// An option that belongs to other tools or to the game.
    #[error("the option {key:?} is not changed by itself")]
    OptionOfOthers {
        /// As given, shortened.
        key: String,
    },
    /// A rule of the disk refuses it.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// Shorthand.
pub type Result<T> = std::result::Result<T, GameError>;

impl GameError {
    /// There is no version of this id; the nearest ones are named, or else some that there are.
    pub(crate) fn no_version<'a>(id: &str, ids: impl Iterator<Item = &'a str> + Clone) -> Self {
        let near = suggest(id, ids.clone()).into_iter().map(str::to_owned).collect();
        let known = ids.take(MOST_NAMES).map(str::to_owned).collect();
        Self::NoVersion { id: id.to_owned(), near, known }
    }

    fn about_roots(&self) -> Option<Report> {
        let pick = || Message::new("game.hint.root");
        let report = match self {
            Self::NoRoot { looked, problems } => {
                let report = Report::new(Message::new("game.root.none").with("looked", paths(looked)));
                let hints = problems.iter().map(|problem| problem.message.clone()).chain([pick()]);
                hints.fold(report, Report::hint)
            }
            Self::RootMissing { path } => {
                Report::new(Message::new("game.root.missing").with("path", path.as_path())).hint(pick())
            }
            Self::RootNotFolder { path } => {
                Report::new(Message::new("game.root.not-a-folder").with("path", path.as_path())).hint(pick())
            }
            Self::RootUnreadable { path, source } => Report::new(
                Message::new("game.root.unreadable")
                    .with("path", path.as_path())
                    .with("reason", source.to_string()),
            )
            .hint(Message::new("game.hint.permission")),
            Self::RootRefused { path, why } => Report::new(
                Message::new("game.root.refused").with("path", path.as_path()).with("why", why.clone()),
            ),
            Self::NoSuchRoot { path, known } => {
                let report = Report::new(Message::new("game.root.unknown").with("path", path.as_path()));
                let hint = Message::new("game.hint.known").with("names", paths(known));
                if known.is_empty() { report } else { report.hint(hint) }
            }
            Self::RootFound { path } => {
                Report::new(Message::new("game.root.found").with("path", path.as_path()))
            }
            _ => return None,
        };
        Some(report)
    }

    fn about_ids(&self) -> Option<Report> {
        let report = match self {
            Self::NoVersions => Report::new(Message::new("game.version.none")),
            Self::NoCurrent { ids } => Report::new(Message::new("game.version.no-current")).hint(known(ids)),
            Self::BadId { id } => Report::new(Message::new("game.version.bad-id").with("id", id.as_str())),
            Self::NoVersion { id, near, known: all } => {
                let report = Report::new(Message::new("game.version.unknown").with("id", id.as_str()));
                match (near.is_empty(), all.is_empty()) {
                    (false, _) => report.hint(Message::new("game.hint.near").with("names", near.clone())),
                    (true, false) => report.hint(known(all)),
                    (true, true) => report.hint(Message::new("game.version.none")),
                }
            }
            Self::NotAVersion { id, why } => Report::new(
                Message::new("game.version.unusable").with("id", id.as_str()).with("why", why.clone()),
            ),
            Self::AmbiguousRoot { id, roots } => Report::new(
                Message::new("game.version.ambiguous").with("id", id.as_str()).with("roots", paths(roots)),
            )
            .hint(Message::new("game.hint.one-root")),
            _ => return None,
        };
        Some(report)
    }

    fn about_changes(&self) -> Option<Report> {
        let report = match self {
            Self::NameTaken { name, taken } => Report::new(
                Message::new("game.version.taken").with("name", name.as_str()).with("taken", taken.as_str()),
            ),
            Self::Running { id } => busy(Message::new("game.version.running").with("id", id.as_str())),
            Self::WorldOpen { id, world } => busy(
                Message::new("game.version.world-open")
                    .with("id", id.as_str())
                    .with("world", world.as_path()),
            ),
            Self::FileUnreadable { path, why } => Report::new(
                Message::new("game.file.needed").with("path", path.as_path()).with("why", why.clone()),
            ),
            Self::AlreadySo { now } => Report::new(Message::new("game.already").with("now", now.clone())),
            _ => return None,
        };
        Some(report)
    }

    fn about_launch(&self) -> Option<Report> {
        let message = match self {
            Self::BadArgs => Message::new("game.jvm.bad-line"),
            Self::ArgRefused { word, why } => {
                Message::new("game.jvm.refused").with("word", word.as_str()).with("why", why.clone())
            }
            Self::VariableRefused { name, why } => {
                Message::new("game.env.refused").with("name", name.as_str()).with("why", why.clone())
            }
            Self::OptionValue { name, allowed } => {
                Message::new("game.option.value").with("name", name.clone()).with("allowed", allowed.clone())
            }
            Self::OptionOfOthers { key } => Message::new("game.option.of-others").with("key", key.as_str()),
            Self::NoOption { key, near, exists } => return Some(no_option(key, near, *exists)),
            _ => return None,
        };
        Some(Report::new(message))
    }

    fn about_values(&self) -> Report {
        match self {
            Self::MemoryBounds { asked, min, max } => Report::new(
                Message::new("game.memory.bounds")
                    .with("asked", number(*asked))
                    .with("min", number(*min))
                    .with("max", number(*max)),
            ),
            Self::NoJavaMajor { major, have } => {
                let message = Message::new("game.java.no-major").with("major", i64::from(*major));
                let have: Vec<String> = have.iter().map(ToString::to_string).collect();
                java_hint(Report::new(message), have)
            }
            Self::NoJava { asked, have } => java_hint(
                Report::new(Message::new("game.java.unknown").with("asked", asked.as_str())),
                have.clone(),
            ),
            Self::BadColour { given } => {
                Report::new(Message::new("game.appearance.colour").with("given", given.as_str()))
            }
            Self::BadFontScale { given } => {
                Report::new(Message::new("game.appearance.font-scale").with("given", i64::from(*given)))
            }
            Self::BadBackground { given } => {
                Report::new(Message::new("game.appearance.background").with("given", given.as_str()))
            }
            Self::BadSetting { key } => {
                Report::new(Message::new("game.settings.bad-value").with("key", named(key)))
            }
            Self::SettingBounds { key, min, max } => Report::new(
                Message::new("game.settings.bounds")
                    .with("key", named(key))
                    .with("min", number(*min))
                    .with("max", number(*max)),
            ),
            Self::Files(error) => error.report(),
            _ => Report::new(Message::new("game.failed")),
        }
    }
}

impl Explain for GameError {
    fn report(&self) -> Report {
        self.about_roots()
            .or_else(|| self.about_ids())
            .or_else(|| self.about_changes())
            .or_else(|| self.about_launch())
            .unwrap_or_else(|| self.about_values())
    }
}

fn no_option(key: &str, near: &[String], exists: bool) -> Report {
    let code = if exists { "game.option.unknown" } else { "game.option.not-yet" };
    let report = Report::new(Message::new(code).with("key", key));
    if near.is_empty() {
        return report;
    }
    report.hint(Message::new("game.hint.near").with("names", near.to_vec()))
}

/// A setting by its name for people.
fn named(key: &str) -> Field {
    let code = match key {
        "model.base_url" => "game.key.base",
        "model.model" => "game.key.name",
        "model.provider" => "game.key.provider",
        "model.proxy" => "game.key.proxy",
        "model.context" => "game.key.context",
        "limits.rounds" => "game.key.rounds",
        "limits.repeats" => "game.key.repeats",
        "limits.tokens" => "game.key.tokens",
        "limits.money_per_day" => "game.key.money",
        "trust_tools" => "game.key.tools",
        "window.width" => "game.key.width",
        "window.height" => "game.key.height",
        "env" => "game.key.env",
        "note" => "game.key.note",
        "group" => "game.key.group",
        other => return other.to_owned().into(),
    };
    Message::new(code).into()
}

fn paths(paths: &[PathBuf]) -> Field {
    paths.iter().map(PathBuf::as_path).collect::<Vec<_>>().into()
}

fn known(ids: &[String]) -> Message {
    let shown: Vec<String> = ids.iter().take(MOST_NAMES).cloned().collect();
    Message::new("game.hint.known").with("names", shown)
}

fn busy(message: Message) -> Report {
    let mut report = Report::new(message).hint(Message::new("game.hint.close-game"));
    report.retry = nova_model::Retry::Later;
    report
}

fn java_hint(report: Report, have: Vec<String>) -> Report {
    if have.is_empty() {
        report.hint(Message::new("game.hint.install-java"))
    } else {
        report.hint(Message::new("game.hint.java").with("names", have))
    }
}

fn number(number: u64) -> Field {
    Field::Number(i64::try_from(number).unwrap_or(i64::MAX))
}
