//! The tables of the chat store, and how an older file becomes a present one.

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

use super::{
    Result, StoreError, Unusable,
    ground::{Place, direct},
};

/// "Nova" in the header of the file: another program's database is not taken for ours.
pub(super) const APPLICATION: i32 = 0x4e6f_7661;

/// One step a version: the first makes the tables, each later one changes them. Never edited once released.
pub(super) const STEPS: &[&str] = &[V1];

/// The text stands before the JSON, so that a search through all texts does not read the long rows' tails.
const V1: &str = "
CREATE TABLE chats (
    id      TEXT PRIMARY KEY,
    title   TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    turns   INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER
) STRICT;
CREATE INDEX chats_by_change ON chats (changed);
CREATE TABLE entries (
    id   INTEGER PRIMARY KEY,
    chat TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cut  INTEGER NOT NULL,
    text TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (chat, seq)
) STRICT;
CREATE TABLE usage (
    id         INTEGER PRIMARY KEY,
    chat       TEXT REFERENCES chats (id) ON DELETE SET NULL,
    turn       TEXT NOT NULL,
    day        TEXT NOT NULL,
    host       TEXT NOT NULL,
    model      TEXT NOT NULL,
    prompt     INTEGER NOT NULL,
    cached     INTEGER NOT NULL,
    completion INTEGER NOT NULL,
    micros     INTEGER
) STRICT;
CREATE INDEX usage_by_day ON usage (day, host, model);
CREATE INDEX usage_by_chat ON usage (chat);
CREATE TABLE habits (
    server  TEXT NOT NULL,
    model   TEXT NOT NULL,
    changed INTEGER NOT NULL,
    json    TEXT NOT NULL,
    PRIMARY KEY (server, model)
) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (text, content='entries', content_rowid='id', tokenize='trigram');
INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER entries_in AFTER INSERT ON entries WHEN new.text <> '' BEGIN
    INSERT INTO words (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER entries_out AFTER DELETE ON entries WHEN old.text <> '' BEGIN
    INSERT INTO words (words, rowid, text) VALUES ('delete', old.id, old.text);
END;
";

/// The version of a file. One that has our number and other things in it than our steps make (a trigger, a view) is not ours.
fn version(db: &Connection, steps: &[&str]) -> Result<i32> {
    let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, version, tables) {
        (0, 0, 0) => Ok(0),
        (APPLICATION, 1.., 1..) if is_made_by(db, steps, version)? => Ok(version),
        _ => Err(StoreError::Unusable { why: Unusable::Foreign }),
    }
}

/// Whether the steps up to a version make what is in the file. Of a newer version nobody here knows.
fn is_made_by(db: &Connection, steps: &[&str], version: i32) -> Result<bool> {
    let taken = usize::try_from(version).ok().and_then(|count| steps.get(..count));
    let Some(taken) = taken else { return Ok(true) };
    let own = Connection::open_in_memory()?;
    for step in taken {
        own.execute_batch(step)?;
    }
    let expected = things(&own, i64::MAX)?;
    let most = i64::try_from(expected.len().saturating_add(1)).unwrap_or(i64::MAX);
    Ok(things(db, most)? == expected)
}

/// What a schema has, by kind and name. The tables and indexes that SQLite makes for itself do not count.
fn things(db: &Connection, most: i64) -> Result<Vec<(String, String)>> {
    let mut things = db.prepare(
        "SELECT type, name FROM sqlite_schema
         WHERE NOT (type IN ('table', 'index') AND name LIKE 'sqlite\\_%' ESCAPE '\\')
         ORDER BY type, name LIMIT ?1",
    )?;
    let things = things.query_map([most], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(things.collect::<rusqlite::Result<_>>()?)
}

/// Brings a file to the present version. The old one is kept beside it, once for each version it was left in.
pub(super) fn migrate(db: &mut Connection, place: &Place) -> Result<()> {
    let target = i32::try_from(place.steps.len()).unwrap_or(i32::MAX);
    let found = version(db, place.steps)?;
    if found > target {
        return Err(StoreError::Unusable { why: Unusable::Newer });
    }
    if found == target {
        return Ok(());
    }
    if found > 0 {
        keep_old(db, place, found)?;
    }
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done it while this one waited.
    let from = usize::try_from(version(&work, place.steps)?).unwrap_or_default();
    for step in place.steps.iter().skip(from) {
        work.execute_batch(step)?;
    }
    work.pragma_update(None, "application_id", APPLICATION)?;
    work.pragma_update(None, "user_version", target)?;
    work.commit()?;
    Ok(())
}

/// Names to try: a copy that a killed run left half written keeps its name.
const COPIES: u32 = 9;

fn keep_old(db: &Connection, place: &Place, version: i32) -> Result<()> {
    for number in 1..=COPIES {
        let tail = if number == 1 { String::new() } else { format!("-{number}") };
        let copy = direct(&place.beside(&format!(".v{version}{tail}")));
        match std::fs::symlink_metadata(&copy).map(|meta| meta.len()) {
            Ok(1..) if is_whole(&copy, version) => return Ok(()),
            Ok(1..) => {}
            Ok(0) | Err(_) => {
                place.make(&copy)?;
                let name = rusqlite::types::ValueRef::Text(copy.as_os_str().as_encoded_bytes());
                db.execute("VACUUM INTO ?1", [rusqlite::types::ToSqlOutput::Borrowed(name)])?;
                return Ok(());
            }
        }
    }
    Ok(())
}

fn is_whole(copy: &std::path::Path, version: i32) -> bool {
    let read = || -> rusqlite::Result<bool> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let db = Connection::open_with_flags(copy, flags)?;
        let found: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let said: Option<String> = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).optional()?;
        Ok(found == version && said.as_deref() == Some("ok"))
    };
    read().unwrap_or(false)
}
