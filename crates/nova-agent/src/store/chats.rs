//! The list of chats: renaming, putting away, bringing back, and the one thing that is permanent.

use nova_model::{Millis, Redactor, clean};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;

use super::{Result, Store, StoreError, read};

/// Characters of a title.
pub(super) const LONGEST_TITLE: usize = 40;
/// Characters of a title that the player gives.
const LONGEST_NAME: usize = 120;
/// Chats in a list.
const MOST: u32 = 1000;

/// One chat, without what was said in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChatInfo {
    /// `h-` and eight characters.
    pub id: String,
    /// The player's first words, or the name that was given.
    pub title: String,
    /// When it began.
    pub created: Millis,
    /// When something was last said.
    pub changed: Millis,
    /// How often the player said something.
    pub turns: u64,
    /// When it was put away; none for a chat in use.
    pub deleted: Option<Millis>,
}

/// Which chats are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those in use.
    Kept,
    /// Those that were put away.
    Deleted,
}

pub(super) const COLUMNS: &str = "id, title, created, changed, turns, deleted";

pub(super) fn info(row: &Row<'_>) -> rusqlite::Result<ChatInfo> {
    Ok(ChatInfo {
        id: row.get(0)?,
        title: row.get(1)?,
        created: row.get(2)?,
        changed: row.get(3)?,
        turns: read(row.get(4)?),
        deleted: row.get(5)?,
    })
}

pub(super) fn find(db: &Connection, id: &str) -> Result<ChatInfo> {
    let sql = format!("SELECT {COLUMNS} FROM chats WHERE id = ?1");
    let found = db.query_row(&sql, [id], info).optional()?;
    found.ok_or_else(|| StoreError::NoChat { id: id.to_owned() })
}

impl Store {
    /// The chats, the last used one first; at most a thousand.
    pub fn list(&mut self, which: Which) -> std::result::Result<Vec<ChatInfo>, StoreError> {
        let Some(db) = self.reader()? else { return Ok(Vec::new()) };
        let state = match which {
            Which::Kept => "IS NULL",
            Which::Deleted => "IS NOT NULL",
        };
        let sql = format!(
            "SELECT {COLUMNS} FROM chats WHERE deleted {state} ORDER BY changed DESC, rowid DESC LIMIT {MOST}"
        );
        let mut chats = db.prepare(&sql)?;
        Ok(chats.query_map([], info)?.collect::<rusqlite::Result<_>>()?)
    }

    /// One chat, put away or not.
    pub fn info(&mut self, id: &str) -> std::result::Result<ChatInfo, StoreError> {
        find(self.changer(id)?, id)
    }

    /// Gives a chat another title.
    pub fn rename(
        &mut self,
        id: &str,
        title: &str,
        redactor: &Redactor,
    ) -> std::result::Result<ChatInfo, StoreError> {
        let title = clean(redactor.redact(title).trim(), LONGEST_NAME);
        let db = self.changer(id)?;
        db.execute("UPDATE chats SET title = ?2 WHERE id = ?1", (id, title))?;
        find(db, id)
    }

    /// Puts a chat away. It stays where it is and can be brought back.
    pub fn delete(&mut self, id: &str) -> std::result::Result<ChatInfo, StoreError> {
        let now = self.place.clock.now();
        let db = self.changer(id)?;
        db.execute("UPDATE chats SET deleted = ?2 WHERE id = ?1 AND deleted IS NULL", (id, now))?;
        find(db, id)
    }

    /// Brings a chat back that was put away.
    pub fn restore(&mut self, id: &str) -> std::result::Result<ChatInfo, StoreError> {
        let db = self.changer(id)?;
        db.execute("UPDATE chats SET deleted = NULL WHERE id = ?1", [id])?;
        find(db, id)
    }

    /// Frees a chat for good, and what was said in it; what it cost stays in the sums.
    pub fn purge(&mut self, id: &str) -> std::result::Result<ChatInfo, StoreError> {
        let db = self.changer(id)?;
        let gone = find(db, id)?;
        db.execute("DELETE FROM chats WHERE id = ?1", [id])?;
        // Until then the old pages are in the file and its log. Where another process reads, it is done when that one ends.
        let _: rusqlite::Result<i64> = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
        Ok(gone)
    }
}
