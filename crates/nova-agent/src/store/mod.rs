//! The chats on disk: one SQLite file, `chats.db` in the data folder, which several processes may use at once.
//!
//! # What is in it
//! `chats` (a row a chat), `entries` (each [`Entry`](crate::Entry) as JSON, with the text that a search finds it by), `usage`
//! (what models cost, by day; it outlives its chat), `habits` (what servers were found to accept). The version of the tables
//! is the file's `user_version`; `schema::STEPS` leads from each to the next, and the file as it was is kept once as
//! `chats.db.v1`.
//!
//! # What is not in it
//! Every text and every value goes through a [`nova_model::Redactor`] before it reaches SQLite, so that no key and no name of
//! the player is in the file, its log, or pages that are free again.
//!
//! # How it fails
//! Nothing is opened before it is needed, and reading where no file is makes none. A file that cannot be used (damaged, of
//! another program, newer, a link) is [`StoreError::Unusable`]: whoever owns the store puts it aside, calls [`Store::close`], and
//! tries again. The store itself moves nothing. All calls block; they belong on a thread that may.

mod chats;
mod entries;
mod error;
mod ground;
mod rewrite;
mod schema;
mod search;
mod usage;

#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_model::Clock;
use rusqlite::Connection;

pub use chats::{ChatInfo, Which};
pub use entries::{Addition, Begins, Keeping, LoadedChat, StoredEntry};
pub use error::{StoreError, Unusable};
pub use ground::Ground;
pub use search::Hit;
pub use usage::{DayUsage, Spent, UsageRow};

use error::Result;
use ground::{Look, Mark, Place};

/// The chats of one data folder.
pub struct Store {
    place: Place,
    db: Option<Open>,
}

/// A connection, and which file it is to.
struct Open {
    db: Connection,
    mark: Option<Mark>,
}

impl Store {
    /// The store in this file, there or not. Nothing is opened yet.
    pub fn new(path: PathBuf, ground: Arc<dyn Ground>, clock: Arc<dyn Clock>) -> Self {
        Self::with_steps(path, ground, clock, schema::STEPS)
    }

    fn with_steps(
        path: PathBuf,
        ground: Arc<dyn Ground>,
        clock: Arc<dyn Clock>,
        steps: &'static [&'static str],
    ) -> Self {
        Self { place: Place { path, ground, clock, steps }, db: None }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Ends the connection; the next call opens the file that is there then.
    pub fn close(&mut self) {
        self.db = None;
    }

    /// Reads the whole file, if there is one, and says what is wrong with it.
    pub fn examine(&self) -> std::result::Result<(), StoreError> {
        self.place.connect(Look::Whole).map(drop)
    }

    /// For reading: nothing where no file is.
    fn reader(&mut self) -> Result<Option<&mut Connection>> {
        self.let_go();
        if self.db.is_none() {
            let Some(db) = self.place.connect(Look::Usual)? else { return Ok(None) };
            self.db = Some(Open { db, mark: self.place.mark() });
        }
        Ok(self.db.as_mut().map(|open| &mut open.db))
    }

    /// For writing: the file is made where there is none.
    fn writer(&mut self) -> Result<&mut Connection> {
        self.let_go();
        let open = match self.db.take() {
            Some(open) => open,
            None => Open { db: self.place.make_and_connect()?, mark: self.place.mark() },
        };
        Ok(&mut self.db.insert(open).db)
    }

    /// Another process may have put the file aside: what is written to it from then on, nobody would find.
    fn let_go(&mut self) {
        let mark = self.db.as_ref().map(|open| open.mark);
        if mark.is_some_and(|mark| mark != self.place.mark()) {
            self.close();
        }
    }

    /// For changing what is there: there is nothing to change where no file is.
    fn changer(&mut self, id: &str) -> Result<&mut Connection> {
        self.reader()?.ok_or_else(|| StoreError::NoChat { id: id.to_owned() })
    }
}

/// An amount as SQLite keeps it.
fn stored(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

/// An amount as it was kept.
fn read(amount: i64) -> u64 {
    u64::try_from(amount).unwrap_or_default()
}
