//! What the store needs of the disk beside SQLite, and how a connection to the file is made.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use nova_model::{Clock, Report};
use rusqlite::{Connection, OpenFlags};

use super::{Result, StoreError, Unusable, schema};

/// The disk as the store needs it: SQLite writes its own file, everything else is lent.
pub trait Ground: Send + Sync {
    /// Makes an empty file that only the player may read, with its folder, where nothing is there yet.
    fn make(&self, file: &Path) -> std::result::Result<(), Report>;

    /// Takes the right to read such a file from everybody else, where they have it. Nothing where no file is.
    fn close(&self, file: &Path) -> std::result::Result<(), Report>;
}

/// What SQLite keeps beside the file.
const COMPANIONS: &[&str] = &["-wal", "-shm"];

/// How long a process waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Files up to this size are read as a whole when they are opened, to see that they are sound. In larger ones damage is
/// found when it is met.
const CHECKED_AT_ONCE: u64 = 8 * 1024 * 1024;

/// How a file is looked at before it is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// As a whole where it is small.
    Usual,
    /// As a whole.
    Whole,
}

/// Which file is at a path: its device and its number on it. Systems without such numbers keep an open file in its place.
pub(super) type Mark = (u64, u64);

/// Where the store is, and what it is made with.
pub(super) struct Place {
    pub(super) path: PathBuf,
    pub(super) ground: Arc<dyn Ground>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) steps: &'static [&'static str],
}

impl Place {
    /// A name beside the file.
    pub(super) fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        self.path.with_file_name(name)
    }

    /// The file that is there now.
    #[cfg(unix)]
    pub(super) fn mark(&self) -> Option<Mark> {
        use std::os::unix::fs::MetadataExt;
        std::fs::symlink_metadata(&self.path).ok().map(|meta| (meta.dev(), meta.ino()))
    }

    #[cfg(not(unix))]
    pub(super) fn mark(&self) -> Option<Mark> {
        None
    }

    pub(super) fn make(&self, file: &Path) -> Result<()> {
        self.ground.make(file).map_err(|report| StoreError::Ground { report: Box::new(report) })
    }

    /// The bytes of the file; none where nothing is there, or nothing in it. A link is refused: whoever set it would choose
    /// where the chats go.
    fn size(&self) -> Result<Option<u64>> {
        match std::fs::symlink_metadata(&self.path) {
            Ok(meta) if meta.is_symlink() => Err(StoreError::Unusable { why: Unusable::Link }),
            Ok(meta) if meta.is_file() => Ok(Some(meta.len()).filter(|len| *len > 0)),
            Ok(_) => Err(StoreError::Unusable { why: Unusable::Foreign }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::Unreadable { path: self.path.clone(), source }),
        }
    }

    /// A connection, if there is a file.
    pub(super) fn connect(&self, look: Look) -> Result<Option<Connection>> {
        let Some(size) = self.size()? else { return Ok(None) };
        let db = self.open_present()?;
        if look == Look::Whole || size <= CHECKED_AT_ONCE {
            check(&db)?;
        }
        Ok(Some(db))
    }

    /// A connection to the file, which is made if it is not there.
    pub(super) fn make_and_connect(&self) -> Result<Connection> {
        if let Some(db) = self.connect(Look::Usual)? {
            return Ok(db);
        }
        self.make(&self.path)?;
        self.open_present()
    }

    /// A connection to a file with the present tables. A file that is not ours is not touched.
    fn open_present(&self) -> Result<Connection> {
        let mut db = self.open()?;
        schema::migrate(&mut db, self)?;
        self.close_to_others();
        // Kept in the file. Where another process is at it at this very moment, the next one to open it does it.
        let _: rusqlite::Result<String> = db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0));
        Ok(db)
    }

    /// Only the player reads the chats. A file system without permissions keeps its own, which is no reason not to chat.
    fn close_to_others(&self) {
        let beside = COMPANIONS.iter().map(|ending| self.beside(ending));
        for file in std::iter::once(self.path.clone()).chain(beside) {
            drop(self.ground.close(&file));
        }
    }

    pub(super) fn open(&self) -> Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let db = Connection::open_with_flags(direct(&self.path), flags)?;
        db.busy_timeout(PATIENCE)?;
        // What was deleted is overwritten with zeros; a schema that somebody else wrote runs nothing of ours.
        db.execute_batch(
            "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF;
             PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL;",
        )?;
        Ok(db)
    }
}

/// A path as SQLite gets it. It refuses links anywhere in a path; the folder may lie behind some, the file may not be one.
pub(super) fn direct(file: &Path) -> PathBuf {
    let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, file.file_name()) {
        (Some(folder), Some(name)) if cfg!(unix) => folder.join(name),
        _ => file.to_owned(),
    }
}

/// Reads every page.
fn check(db: &Connection) -> Result<()> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if said == "ok" { Ok(()) } else { Err(StoreError::Unusable { why: Unusable::Damaged }) }
}
