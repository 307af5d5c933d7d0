//! What this crate refuses and fails at, and the codes of its sentences.

use std::io;
use std::path::{Path, PathBuf};

use nova_model::{CodeDef, Explain, Message, Report, Retry};

use crate::NameFault;

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
    /// No stage of that job, or no id of a job.
    #[error("no stage {id:?}")]
    UnknownStage {
        /// As asked for.
        id: String,
    },
    /// More files and folders than any game has.
    #[error("{} holds more than {limit} things", path.display())]
    TooMany {
        /// The folder.
        path: PathBuf,
        /// How many are the most.
        limit: usize,
    },
    /// A path lies on another device than what is to be moved there, or away with the rest.
    #[error("{} is on another device", path.display())]
    OtherDevice {
        /// The path.
        path: PathBuf,
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
    /// A file of ours that cannot be understood.
    #[error("{} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A file of ours that a newer program wrote.
    #[error("{} is newer than this program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
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
    ("files.unknown-stage", &["id"]),
    ("files.other-device", &["path"]),
    ("files.undo.kept", &["count", "path"]),
    ("files.moved-on", &["change", "path"]),
    ("files.permanent", &["change"]),
    ("files.already-undone", &["change", "by"]),
    ("files.not-done", &["change"]),
    ("files.gone", &["change", "path"]),
    ("files.bad-entry", &["id"]),
    ("files.bad-backup", &["id"]),
    ("files.bad-backup.at", &["id", "entry"]),
    ("files.not-in-backup", &["id", "entry"]),
    ("files.damaged", &["path"]),
    ("files.newer", &["path"]),
    ("files.changing", &["path"]),
    ("files.too-big", &["path", "limit"]),
    ("files.too-many", &["path", "limit"]),
    ("files.copy.left-out", &["path", "count"]),
    ("files.io", &["path", "reason"]),
    ("files.recovered", &["change", "root"]),
    ("files.recover.kept", &["change", "path"]),
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
    ("files.secret.tightened", &["path"]),
    ("files.secret.loose", &["path"]),
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
            // A limit on file sizes is met like a full disk: what does not fit is not written.
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Self::Full { path, need: 0, free: 0 }
            }
            _ => Self::Io { path, source },
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Taken { .. } => "files.taken",
            Self::Missing { .. } => "files.missing",
            Self::Link { .. } => "files.link",
            Self::Outside { .. } => "files.outside",
            Self::Odd { .. } => "files.odd",
            Self::BadName { .. } => "files.bad-name",
            Self::ReadOnly { .. } => "files.read-only",
            Self::Denied { .. } => "files.denied",
            Self::Full { need: 0, .. } => "files.full",
            Self::Full { .. } => "files.full.by",
            Self::Busy { .. } => "files.busy",
            Self::WorldOpen { .. } => "files.world-open",
            Self::Empty => "files.empty",
            Self::Order { .. } => "files.order",
            Self::UnknownChange { .. } => "files.unknown-change",
            Self::UnknownTrash { .. } => "files.unknown-trash",
            Self::UnknownBackup { .. } => "files.unknown-backup",
            Self::UnknownStage { .. } => "files.unknown-stage",
            Self::OtherDevice { .. } => "files.other-device",
            Self::MovedOn { .. } => "files.moved-on",
            Self::Permanent { .. } => "files.permanent",
            Self::AlreadyUndone { .. } => "files.already-undone",
            Self::NotDone { .. } => "files.not-done",
            Self::Gone { .. } => "files.gone",
            Self::BadEntry { .. } => "files.bad-entry",
            Self::BadBackup { entry, .. } if entry.is_empty() => "files.bad-backup",
            Self::BadBackup { .. } => "files.bad-backup.at",
            Self::NotInBackup { .. } => "files.not-in-backup",
            Self::Damaged { .. } => "files.damaged",
            Self::Newer { .. } => "files.newer",
            Self::Changing { .. } => "files.changing",
            Self::TooBig { .. } => "files.too-big",
            Self::TooMany { .. } => "files.too-many",
            Self::Io { .. } => "files.io",
        }
    }

    fn message(&self) -> Message {
        let message = Message::new(self.code());
        match self {
            Self::Taken { path }
            | Self::Missing { path }
            | Self::Link { path }
            | Self::Odd { path }
            | Self::ReadOnly { path }
            | Self::Denied { path }
            | Self::Busy { path }
            | Self::Order { path }
            | Self::Damaged { path }
            | Self::Newer { path }
            | Self::Changing { path }
            | Self::OtherDevice { path }
            | Self::Full { path, need: 0, .. } => message.with("path", path.as_path()),
            Self::Full { path, need, free } => {
                message.with("path", path.as_path()).with("need", bytes(*need)).with("free", bytes(*free))
            }
            Self::Outside { path, root } => message.with("path", path.as_path()).with("root", root.as_path()),
            Self::TooMany { path, limit } => message.with("path", path.as_path()).with("limit", *limit),
            Self::TooBig { path, limit } => message.with("path", path.as_path()).with("limit", bytes(*limit)),
            Self::Io { path, source } => {
                message.with("path", path.as_path()).with("reason", source.to_string())
            }
            Self::BadName { name, why } => message.with("name", name.as_str()).with("why", why.message()),
            Self::WorldOpen { world } => message.with("world", world.as_path()),
            Self::Empty => message,
            Self::UnknownChange { id }
            | Self::UnknownTrash { id }
            | Self::UnknownBackup { id }
            | Self::UnknownStage { id }
            | Self::BadEntry { id } => message.with("id", id.as_str()),
            Self::BadBackup { id, entry } if entry.is_empty() => message.with("id", id.as_str()),
            Self::BadBackup { id, entry } | Self::NotInBackup { id, entry } => {
                message.with("id", id.as_str()).with("entry", entry.as_str())
            }
            Self::MovedOn { change, path } | Self::Gone { change, path } => {
                message.with("change", change.as_str()).with("path", path.as_path())
            }
            Self::Permanent { change } | Self::NotDone { change } => message.with("change", change.as_str()),
            Self::AlreadyUndone { change, by } => {
                message.with("change", change.as_str()).with("by", by.as_str())
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_keeps_to_the_listed_codes_and_fields() {
        let path = || PathBuf::from("/p");
        let id = || "c-1".to_owned();
        let all = [
            FilesError::Taken { path: path() },
            FilesError::Outside { path: path(), root: path() },
            FilesError::BadName { name: id(), why: NameFault::Device },
            FilesError::Full { path: path(), need: 0, free: 0 },
            FilesError::Full { path: path(), need: 1, free: 0 },
            FilesError::WorldOpen { world: path() },
            FilesError::Empty,
            FilesError::UnknownBackup { id: id() },
            FilesError::UnknownStage { id: id() },
            FilesError::OtherDevice { path: path() },
            FilesError::MovedOn { change: id(), path: path() },
            FilesError::AlreadyUndone { change: id(), by: id() },
            FilesError::BadBackup { id: id(), entry: String::new() },
            FilesError::BadBackup { id: id(), entry: id() },
            FilesError::TooBig { path: path(), limit: 1 },
            FilesError::TooMany { path: path(), limit: 1 },
            FilesError::io(&path(), io::ErrorKind::Other.into()),
        ];
        for error in all {
            let report = error.report();
            let listed = CODES.iter().find(|(code, _)| *code == report.message.code);
            let (_, mut fields) = listed.map(|(code, fields)| (code, fields.to_vec())).unwrap();
            fields.sort_unstable();
            assert_eq!(
                report.message.fields.keys().map(AsRef::as_ref).collect::<Vec<&str>>(),
                fields,
                "{error}"
            );
            for hint in report.hints {
                assert!(CODES.iter().any(|(code, _)| *code == hint.code));
            }
        }
    }

    #[test]
    fn the_system_s_errors_are_sorted_into_kinds() {
        let path = Path::new("/p");
        let kind = |kind: io::ErrorKind| FilesError::io(path, kind.into());
        assert!(matches!(kind(io::ErrorKind::StorageFull), FilesError::Full { .. }));
        assert!(matches!(kind(io::ErrorKind::FileTooLarge), FilesError::Full { .. }));
        assert!(matches!(kind(io::ErrorKind::ReadOnlyFilesystem), FilesError::ReadOnly { .. }));
        assert!(matches!(kind(io::ErrorKind::PermissionDenied), FilesError::Denied { .. }));
        assert!(matches!(kind(io::ErrorKind::AlreadyExists), FilesError::Taken { .. }));
        assert!(matches!(kind(io::ErrorKind::CrossesDevices), FilesError::Io { .. }));
    }
}
