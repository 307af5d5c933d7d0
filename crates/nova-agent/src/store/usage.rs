//! What models cost, by day, and what their servers were found to accept.

use nova_llm::{Habits, Usage};
use nova_model::Redactor;
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;

use super::{Result, Store, StoreError, read, stored};

/// What one model cost in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRow {
    /// The turn.
    pub turn: String,
    /// The player's day, `2026-11-30`.
    pub day: String,
    /// The server's host name.
    pub host: String,
    /// The model.
    pub model: String,
    /// The amounts.
    pub usage: Usage,
}

/// What was spent in a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Tokens, in and out.
    pub tokens: u64,
    /// Money in millionths, as far as servers said so.
    pub micros: u64,
}

/// What one model cost on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DayUsage {
    /// The day, `2026-11-30`.
    pub day: String,
    /// The server's host name.
    pub host: String,
    /// The model.
    pub model: String,
    /// The amounts.
    #[serde(flatten)]
    pub spent: Spent,
}

/// Tokens of a row; a server that names more is not believed.
const MOST_TOKENS: u64 = 1_000_000_000;
/// Money of a row in millionths; a server that names more is not believed.
const MOST_MICROS: u64 = 1_000_000_000_000;

/// The columns that [`spent`] reads, from the place that it is given. Each amount is held to its bounds once more, since the
/// file may be older, and `total` cannot overflow as `sum` does: the limit of a day hangs on this never failing.
fn sums() -> String {
    let sum = |amounts: &str| format!("CAST(total({amounts}) AS INTEGER)");
    let held = |column: &str, most: u64| format!("min(max(coalesce({column}, 0), 0), {most})");
    let (prompt, completion) = (held("prompt", MOST_TOKENS), held("completion", MOST_TOKENS));
    format!("{}, {}", sum(&format!("{prompt} + {completion}")), sum(&held("micros", MOST_MICROS)))
}

impl Store {
    /// What was spent on a day.
    pub fn spent_on(&mut self, day: &str) -> std::result::Result<Spent, StoreError> {
        let Some(db) = self.reader()? else { return Ok(Spent::default()) };
        let sql = format!("SELECT {} FROM usage WHERE day = ?1", sums());
        Ok(db.query_row(&sql, [day], |row| spent(row, 0))?)
    }

    /// What each model cost on each day since this one, the newest first.
    pub fn usage_since(&mut self, day: &str) -> std::result::Result<Vec<DayUsage>, StoreError> {
        let Some(db) = self.reader()? else { return Ok(Vec::new()) };
        let mut rows = db.prepare(&format!(
            "SELECT day, host, model, {} FROM usage WHERE day >= ?1 \
             GROUP BY day, host, model ORDER BY day DESC, host, model",
            sums()
        ))?;
        let rows = rows.query_map([day], |row| {
            Ok(DayUsage { day: row.get(0)?, host: row.get(1)?, model: row.get(2)?, spent: spent(row, 3)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What a server was found to accept for a model. What cannot be read is as if nothing were known.
    pub fn habits(
        &mut self,
        server: &str,
        model: &str,
        redactor: &Redactor,
    ) -> std::result::Result<Option<Habits>, StoreError> {
        let Some(db) = self.reader()? else { return Ok(None) };
        let sql = "SELECT json FROM habits WHERE server = ?1 AND model = ?2";
        let key = (redactor.redact(server), redactor.redact(model));
        let json: Option<String> = db.query_row(sql, (&key.0, &key.1), |row| row.get(0)).optional()?;
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }

    /// Remembers what a server was found to accept for a model.
    pub fn keep_habits(
        &mut self,
        server: &str,
        model: &str,
        habits: &Habits,
        redactor: &Redactor,
    ) -> std::result::Result<(), StoreError> {
        let (json, now) = (serde_json::to_string(habits)?, self.place.clock.now());
        self.writer()?.execute(
            "INSERT OR REPLACE INTO habits (server, model, changed, json) VALUES (?1, ?2, ?3, ?4)",
            (redactor.redact(server), redactor.redact(model), now, json),
        )?;
        Ok(())
    }
}

fn spent(row: &Row<'_>, from: usize) -> rusqlite::Result<Spent> {
    Ok(Spent { tokens: read(row.get(from)?), micros: read(row.get(from.saturating_add(1))?) })
}

pub(super) fn add(db: &Connection, chat: &str, rows: &[UsageRow], redactor: &Redactor) -> Result<()> {
    let mut insert = db.prepare(
        "INSERT INTO usage (chat, turn, day, host, model, prompt, cached, completion, micros)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for row in rows {
        let (host, model) = (redactor.redact(&row.host), redactor.redact(&row.model));
        let Usage { prompt, cached, completion, micros } = row.usage;
        let [prompt, cached, completion] =
            [prompt, cached, completion].map(|tokens| stored(tokens.min(MOST_TOKENS)));
        let micros = micros.map(|micros| stored(micros.min(MOST_MICROS)));
        insert.execute((chat, &row.turn, &row.day, host, model, prompt, cached, completion, micros))?;
    }
    Ok(())
}
