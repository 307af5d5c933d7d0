//! What was said: adding a turn, and reading a chat.

use nova_model::{Millis, Redactor, clean};
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, types::Type};
use serde::Serialize;

use super::{
    ChatInfo, Result, Store, StoreError, UsageRow,
    chats::{LONGEST_TITLE, find},
    read,
    rewrite::{fit, redact},
    usage,
};
use crate::Entry;

/// Entries of a chat that are read; the older ones are left out.
const MOST: usize = 20_000;
/// Bytes of a chat that are read; the older entries are left out.
const LARGEST: usize = 128 * 1024 * 1024;
/// Characters of an entry that a search looks through.
const SEARCHED: usize = 64 * 1024;

/// Whether a chat is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// It begins with this.
    Now,
    /// It began before.
    Before,
}

/// An entry on its way into the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Keeping {
    /// The entry.
    pub entry: Entry,
    /// What a search finds it by, in the player's language; empty for what is not searched.
    pub text: String,
}

/// What a turn adds to a chat. All of it is kept, or nothing.
#[derive(Clone, Debug)]
pub struct Addition {
    /// The chat.
    pub chat: String,
    /// Whether it is new.
    pub begins: Begins,
    /// The entries, oldest first.
    pub entries: Vec<Keeping>,
    /// What models cost.
    pub usage: Vec<UsageRow>,
}

/// An entry as it was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredEntry {
    /// Its number in the chat, from 1.
    pub seq: u64,
    /// When it was kept.
    pub at: Millis,
    /// Whether something was left out for its size.
    pub cut: bool,
    /// The entry.
    #[serde(flatten)]
    pub entry: Entry,
}

/// A chat as it was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadedChat {
    /// The chat.
    #[serde(flatten)]
    pub info: ChatInfo,
    /// The entries, oldest first. They begin with a turn.
    pub entries: Vec<StoredEntry>,
    /// Older entries that were not read.
    pub left_out: u64,
    /// Entries that this program does not understand.
    pub unreadable: u64,
}

impl LoadedChat {
    /// Takes out what must not be given away. It was done when the chat was kept; more may be known by now.
    pub fn redact(&mut self, redactor: &Redactor) {
        self.info.title = redactor.redact(&self.info.title).into_owned();
        for one in &mut self.entries {
            redact(&mut one.entry, redactor);
        }
    }
}

/// An entry that is ready to be kept.
struct Ready {
    kind: &'static str,
    text: String,
    json: String,
    cut: bool,
}

impl Store {
    /// Adds what a turn brought. A chat that somebody put away meanwhile is brought back by it; of one that was purged, what
    /// comes from now on is kept.
    pub fn append(
        &mut self,
        addition: &Addition,
        redactor: &Redactor,
    ) -> std::result::Result<ChatInfo, StoreError> {
        let ready = addition.entries.iter().map(|keeping| ready(keeping, redactor));
        let ready = ready.collect::<Result<Vec<_>>>()?;
        let title = title(&addition.entries, redactor);
        let now = self.place.clock.now();
        let work = self.writer()?.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let made = work.execute(
            "INSERT OR IGNORE INTO chats (id, title, created, changed) VALUES (?1, ?2, ?3, ?3)",
            (&addition.chat, title, now),
        )?;
        if made == 0 && addition.begins == Begins::Now {
            return Err(StoreError::Taken { id: addition.chat.clone() });
        }
        add(&work, &addition.chat, &ready, now)?;
        let turns = addition.entries.iter().filter(|one| matches!(one.entry, Entry::Player(_))).count();
        work.execute(
            "UPDATE chats SET changed = max(changed, ?2), turns = turns + ?3, deleted = NULL WHERE id = ?1",
            (&addition.chat, now, i64::try_from(turns).unwrap_or_default()),
        )?;
        usage::add(&work, &addition.chat, &addition.usage, redactor)?;
        let info = find(&work, &addition.chat)?;
        work.commit()?;
        Ok(info)
    }

    /// A chat with what was said in it, up to 20,000 entries.
    pub fn load(&mut self, id: &str) -> std::result::Result<LoadedChat, StoreError> {
        let work = self.changer(id)?.transaction()?;
        let info = find(&work, id)?;
        let mut chat = LoadedChat { info, entries: Vec::new(), left_out: 0, unreadable: 0 };
        newest(&work, id, &mut chat)?;
        chat.entries.reverse();
        if chat.left_out > 0 {
            let begins = |one: &StoredEntry| matches!(one.entry, Entry::Situation(_) | Entry::Player(_));
            let first = chat.entries.iter().position(begins).unwrap_or(chat.entries.len());
            chat.entries.drain(..first);
            chat.left_out = chat.left_out.saturating_add(u64::try_from(first).unwrap_or_default());
        }
        Ok(chat)
    }
}

fn ready(keeping: &Keeping, redactor: &Redactor) -> Result<Ready> {
    let fit = fit(&keeping.entry, redactor)?;
    let mut text = redactor.redact(keeping.text.trim()).into_owned();
    if let Some((at, _)) = text.char_indices().nth(SEARCHED) {
        text.truncate(at);
    }
    // SQLite's own functions end a text at the first of these.
    text.retain(|c| c != '\0');
    Ok(Ready { kind: kind(&keeping.entry), text, json: fit.json, cut: fit.cut })
}

/// The player's first words.
fn title(entries: &[Keeping], redactor: &Redactor) -> String {
    let words = entries.iter().find_map(|one| match &one.entry {
        Entry::Player(words) => Some(redactor.redact(words)),
        _ => None,
    });
    let words = words.unwrap_or_default();
    clean(&words.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST_TITLE)
}

fn add(work: &Transaction<'_>, chat: &str, entries: &[Ready], now: Millis) -> Result<()> {
    let mut insert = work.prepare(
        "INSERT INTO entries (chat, seq, at, kind, cut, text, json)
         VALUES (?1, (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE chat = ?1), ?2, ?3, ?4, ?5, ?6)",
    )?;
    for one in entries {
        insert.execute((chat, now, one.kind, one.cut, &one.text, &one.json))?;
    }
    Ok(())
}

/// The newest entries first, until a limit is reached.
fn newest(db: &Connection, id: &str, chat: &mut LoadedChat) -> Result<()> {
    let mut rows = db.prepare("SELECT seq, at, cut, json FROM entries WHERE chat = ?1 ORDER BY seq DESC")?;
    let mut rows = rows.query([id])?;
    let mut bytes = 0_usize;
    while let Some(row) = rows.next()? {
        let (one, size) = one(row)?;
        bytes = bytes.saturating_add(size);
        if chat.entries.len() >= MOST || bytes > LARGEST {
            let older = "SELECT count(*) FROM entries WHERE chat = ?1 AND seq <= ?2";
            let seq: i64 = row.get(0)?;
            chat.left_out = read(db.query_row(older, (id, seq), |row| row.get(0))?);
            break;
        }
        match one {
            Some(one) => chat.entries.push(one),
            None => chat.unreadable = chat.unreadable.saturating_add(1),
        }
    }
    Ok(())
}

fn one(row: &Row<'_>) -> Result<(Option<StoredEntry>, usize)> {
    let json = row.get_ref(3)?;
    let json = json.as_str().map_err(|_| rusqlite::Error::InvalidColumnType(3, "json".into(), Type::Text))?;
    let (seq, at, cut) = (read(row.get(0)?), row.get(1)?, row.get(2)?);
    let entry = serde_json::from_str(json).ok().map(|entry| StoredEntry { seq, at, cut, entry });
    Ok((entry, json.len()))
}

/// The kind of an entry, as in its JSON.
fn kind(entry: &Entry) -> &'static str {
    match entry {
        Entry::Situation(_) => "situation",
        Entry::Player(_) => "player",
        Entry::Nova { .. } => "nova",
        Entry::Result { .. } => "result",
        Entry::Asked(_) => "asked",
        Entry::Settled(_) => "settled",
        Entry::SteppedDown { .. } => "stepped_down",
    }
}
