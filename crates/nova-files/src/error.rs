//! What this crate refuses and fails at, and the codes of its sentences.

use std::io;
use std::path::{Path, PathBuf};

use nova_model::{CodeDef, Explain, Message, Report, Retry};

/// Shorthand.
pub type Result<T> = std::result::Result<T, FilesError>;

/// What nova-files refuses or fails at. After any of these the disk is as it was before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// Something is at a path that has to be free.
    #[error("{} is taken", path.display())]
    Taken {
        /// The path.
        path: PathBuf,
    },
    /// Nothing is at a path that has to be there.
    #[error("{} is missing", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
    },
    /// A link lies on the way to a path, or where a plain file or folder has to be.
    #[error("{} is a link", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// A path is not below the game root or the data folder, or is not plain (`..`, relative).
    #[error("{} is outside of {}", path.display(), root.display())]
    Outside {
        /// The path.
        path: PathBuf,
        /// The game root of the batch.
        root: PathBuf,
    },
    /// Neither a file nor a folder, where one of them has to be: a pipe, a device, a socket, or a file in a folder's place.
    #[error("{} is not of the kind it has to be", path.display())]
    Odd {
        /// The path.
        path: PathBuf,
    },
    /// A name that one of the systems cannot hold.
    #[error("{name:?} is not a usable name")]
    BadName {
        /// The name as asked for.
        name: String,
        /// What is wrong with it.
        why: NameFault,
    },
    /// The disk or folder cannot be written to.
    #[error("{} is read-only", path.display())]
    ReadOnly {
        /// The path.
        path: PathBuf,
    },
    /// The system says no.
    #[error("no permission for {}", path.display())]
    Denied {
        /// The path.
        path: PathBuf,
    },
    /// The disk is full, or would be.
    #[error("no space left for {}", path.display())]
    Full {
        /// The path.
        path: PathBuf,
        /// Bytes needed, where known (0 otherwise).
        need: u64,
        /// Bytes free, where known (0 otherwise).
        free: u64,
    },
    /// Another Nova works on this folder.
    #[error("{} is locked by another program", path.display())]
    Busy {
        /// The locked folder.
        path: PathBuf,
    },
    /// A world is open in a running game.
    #[error("the world {} is open", world.display())]
    WorldOpen {
        /// The folder of the world.
        world: PathBuf,
    },
    /// A batch without steps.
    #[error("nothing to do")]
    Empty,
    /// A step needs the result of a step before it, which only a change of its own can give.
    #[error("{} is changed earlier in the same batch", path.display())]
    Order {
        /// What is changed and then needed.
        path: PathBuf,
    },
    /// No change of that id.
    #[error("no change {id:?}")]
    UnknownChange {
        /// As asked for.
        id: String,
    },
    /// Nothing of that id in the trash.
    #[error("no trash item {id:?}")]
    UnknownTrash {
        /// As asked for.
        id: String,
    },
    /// No backup of that id.
    #[error("no backup {id:?}")]
    UnknownBackup {
        /// As asked for.
        id: String,
    },
    /// A file is no longer as the change left it.
    #[error("{} moved on since {change}", path.display())]
    MovedOn {
        /// The change.
        change: String,
        /// The file.
        path: PathBuf,
    },
    /// The change freed something for good.
    #[error("{change} is permanent")]
    Permanent {
        /// The change.
        change: String,
    },
    /// The change was taken back before.
    #[error("{change} is already undone by {by}")]
    AlreadyUndone {
        /// The change.
        change: String,
        /// The change that took it back.
        by: String,
    },
    /// The change was never completed, so there is nothing to take back.
    #[error("{change} was not completed")]
    NotDone {
        /// The change.
        change: String,
    },
    /// What would be needed to take a change back is gone.
    #[error("{} is gone, {change} cannot be undone", path.display())]
    Gone {
        /// The change.
        change: String,
        /// The missing thing.
        path: PathBuf,
    },
    /// A journal entry that cannot be read, or was written by a newer program.
    #[error("the journal entry {id} cannot be read")]
    BadEntry {
        /// The change.
        id: String,
    },
    /// A backup that must not be trusted.
    #[error("the backup {id} is damaged at {entry:?}")]
    BadBackup {
        /// The backup.
        id: String,
        /// The first damaged entry, or empty for the zip as a whole.
        entry: String,
    },
    /// A backup does not hold what is asked of it.
    #[error("the backup {id} holds no {entry:?}")]
    NotInBackup {
        /// The backup.
        id: String,
        /// The entry.
        entry: String,
    },
    /// A file changed while it was read, twice.
    #[error("{} keeps changing", path.display())]
    Changing {
        /// The file.
        path: PathBuf,
    },
    /// More bytes or files than are taken.
    #[error("{} is too big", path.display())]
    TooBig {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// Anything else that the system reports.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Empty.
    Empty,
    /// `.` or `..`.
    Dots,
    /// More than 255 bytes.
    Long,
    /// A control character.
    Control,
    /// One of `< > : " / \ | ? *`.
    Sign,
    /// A dot or space at the end.
    End,
    /// A device of Windows (`CON`, `COM1`, …).
    Device,
}

impl NameFault {
    fn message(self) -> Message {
        Message::new(match self {
            Self::Empty => "files.name.empty",
            Self::Dots => "files.name.dots",
            Self::Long => "files.name.long",
            Self::Control => "files.name.control",
            Self::Sign => "files.name.sign",
            Self::End => "files.name.end",
            Self::Device => "files.name.device",
        })
    }
}

/// The codes of this crate's messages, and their fields.
pub const CODES: &[CodeDef] = &[
    ("files.taken", &["path"]),
    ("files.missing", &["path"]),
    ("files.link", &["path"]),
    ("files.outside", &["path", "root"]),
    ("files.odd", &["path"]),
    ("files.bad-name", &["name", "why"]),
    ("files.name.empty", &[]),
    ("files.name.dots", &[]),
    ("files.name.long", &[]),
    ("files.name.control", &[]),
    ("files.name.sign", &[]),
    ("files.name.end", &[]),
    ("files.name.device", &[]),
    ("files.read-only", &["path"]),
    ("files.denied", &["path"]),
    ("files.full", &["path"]),
    ("files.full.by", &["path", "need", "free"]),
    ("files.busy", &["path"]),
    ("files.world-open", &["world"]),
    ("files.hint.close-world", &[]),
    ("files.hint.other-nova", &[]),
    ("files.hint.free-space", &[]),
    ("files.empty", &[]),
    ("files.order", &["path"]),
    ("files.unknown-change", &["id"]),
    ("files.unknown-trash", &["id"]),
    ("files.unknown-backup", &["id"]),
    ("files.moved-on", &["change", "path"]),
    ("files.permanent", &["change"]),
    ("files.already-undone", &["change", "by"]),
    ("files.not-done", &["change"]),
    ("files.gone", &["change", "path"]),
    ("files.bad-entry", &["id"]),
    ("files.bad-backup", &["id"]),
    ("files.bad-backup.at", &["id", "entry"]),
    ("files.not-in-backup", &["id", "entry"]),
    ("files.changing", &["path"]),
    ("files.too-big", &["path", "limit"]),
    ("files.io", &["path", "reason"]),
    ("files.recovered", &["change", "root"]),
    ("files.recover.busy", &["change", "root"]),
    ("files.recover.root-missing", &["change", "root"]),
    ("files.recover.stuck", &["change", "path"]),
    ("files.recover.failed", &["change", "why"]),
    ("files.trash.damaged", &["path"]),
    ("files.trash.left", &["path"]),
    ("files.backup.no-sidecar", &["path"]),
    ("files.backup.no-zip", &["path"]),
    ("files.backup.bad-sidecar", &["path"]),
    ("files.backup.size", &["path"]),
    ("files.backup.skipped-link", &["path"]),
    ("files.backup.skipped-odd", &["path"]),
    ("files.backup.entry", &["entry"]),
    ("files.backup.zip", &["path"]),
    ("files.backup.hash", &["path"]),
    ("files.journal.damaged", &["path"]),
    ("files.journal.newer", &["path"]),
    ("files.unreadable", &["path", "reason"]),
    ("files.state.kept", &["path", "kept"]),
];

impl FilesError {
    /// The system's error with its path, sorted into the kinds that have a sentence of their own.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing { path },
            io::ErrorKind::AlreadyExists => Self::Taken { path },
            io::ErrorKind::PermissionDenied => Self::Denied { path },
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::Full { path, need: 0, free: 0 }
            }
            _ => Self::Io { path, source },
        }
    }

    fn message(&self) -> Message {
        match self {
            Self::Taken { path } => at("files.taken", path),
            Self::Missing { path } => at("files.missing", path),
            Self::Link { path } => at("files.link", path),
            Self::Outside { path, root } => at("files.outside", path).with("root", root.as_path()),
            Self::Odd { path } => at("files.odd", path),
            Self::BadName { name, why } => {
                Message::new("files.bad-name").with("name", name.as_str()).with("why", why.message())
            }
            Self::ReadOnly { path } => at("files.read-only", path),
            Self::Denied { path } => at("files.denied", path),
            Self::Full { path, need: 0, .. } => at("files.full", path),
            Self::Full { path, need, free } => {
                at("files.full.by", path).with("need", bytes(*need)).with("free", bytes(*free))
            }
            Self::Busy { path } => at("files.busy", path),
            Self::WorldOpen { world } => Message::new("files.world-open").with("world", world.as_path()),
            Self::Order { path } => at("files.order", path),
            Self::Changing { path } => at("files.changing", path),
            Self::TooBig { path, limit } => at("files.too-big", path).with("limit", bytes(*limit)),
            Self::Io { path, source } => at("files.io", path).with("reason", source.to_string()),
            Self::Empty => Message::new("files.empty"),
            _ => self.message_about_an_id(),
        }
    }

    fn message_about_an_id(&self) -> Message {
        match self {
            Self::UnknownChange { id } => Message::new("files.unknown-change").with("id", id.as_str()),
            Self::UnknownTrash { id } => Message::new("files.unknown-trash").with("id", id.as_str()),
            Self::UnknownBackup { id } => Message::new("files.unknown-backup").with("id", id.as_str()),
            Self::BadEntry { id } => Message::new("files.bad-entry").with("id", id.as_str()),
            Self::BadBackup { id, entry } if entry.is_empty() => {
                Message::new("files.bad-backup").with("id", id.as_str())
            }
            Self::BadBackup { id, entry } => {
                Message::new("files.bad-backup.at").with("id", id.as_str()).with("entry", entry.as_str())
            }
            Self::NotInBackup { id, entry } => {
                Message::new("files.not-in-backup").with("id", id.as_str()).with("entry", entry.as_str())
            }
            Self::MovedOn { change, path } => of("files.moved-on", change).with("path", path.as_path()),
            Self::Permanent { change } => of("files.permanent", change),
            Self::AlreadyUndone { change, by } => of("files.already-undone", change).with("by", by.as_str()),
            Self::NotDone { change } => of("files.not-done", change),
            Self::Gone { change, path } => of("files.gone", change).with("path", path.as_path()),
            _ => Message::new("files.empty"),
        }
    }
}

impl Explain for FilesError {
    fn report(&self) -> Report {
        let mut report = Report::new(self.message());
        match self {
            Self::Busy { .. } => {
                report.retry = Retry::Later;
                report.hint(Message::new("files.hint.other-nova"))
            }
            Self::WorldOpen { .. } => {
                report.retry = Retry::Later;
                report.hint(Message::new("files.hint.close-world"))
            }
            Self::Full { .. } => report.hint(Message::new("files.hint.free-space")),
            Self::Changing { .. } => {
                report.retry = Retry::Later;
                report
            }
            _ => report,
        }
    }
}

fn at(code: &'static str, path: &Path) -> Message {
    Message::new(code).with("path", path)
}

fn of(code: &'static str, change: &str) -> Message {
    Message::new(code).with("change", change)
}

fn bytes(count: u64) -> nova_model::Field {
    nova_model::Field::Bytes(count)
}

/// Gives the errors of the system their path.
pub(crate) trait At<T> {
    /// The same result, with the path in its error.
    fn at(self, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.map_err(|source| FilesError::io(path, source))
    }
}
