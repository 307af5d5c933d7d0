//! Logs: the files there are, and the rows of one.

use nova_content::logs::{Level, Line, LogFile, LogKind, Marks, Rows};
use nova_core::texts::Texts;
use nova_model::{Message, Millis};
use serde::Serialize;
use ts_rs::TS;

/// A log of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogFileRow {
    /// What it is called by: its path below the version's folder.
    pub id: String,
    /// What it is.
    #[ts(type = "'log' | 'crash_report' | 'java_crash'")]
    pub kind: LogKind,
    /// When it was last written.
    pub at: Millis,
    /// Bytes.
    pub bytes: u64,
}

/// A log that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct OpenedLog {
    /// What it is called by while it is open.
    pub log: String,
    /// Its file.
    pub name: String,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogRow {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its level, or that of the line it follows.
    #[ts(type = "'debug' | 'info' | 'warn' | 'error' | 'fatal' | null")]
    pub level: Option<Level>,
    /// Its words, without secrets.
    pub text: String,
    /// Where in it the words stand that are looked for: from and to, as the page counts letters.
    pub hits: Vec<(usize, usize)>,
}

/// A row with the words that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogHit {
    /// Where it stands among the rows that are shown.
    pub place: usize,
    /// Which of them it is, from 1.
    pub nth: usize,
    /// How many there are.
    pub total: usize,
}

/// How many rows there are of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogCount {
    /// The level.
    #[ts(type = "'debug' | 'info' | 'warn' | 'error' | 'fatal'")]
    pub level: Level,
    /// How many.
    pub count: usize,
}

/// A screenful of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogRows {
    /// How many rows fit.
    pub total: usize,
    /// The rows that were asked for.
    pub rows: Vec<LogRow>,
    /// How many rows the log has.
    pub all: usize,
    /// Of each level.
    pub counts: Vec<LogCount>,
    /// What is not shown of it, and why.
    pub notes: Vec<String>,
}

impl LogFileRow {
    pub(crate) fn of(file: LogFile) -> Self {
        Self { id: file.id, kind: file.kind, at: file.at, bytes: file.bytes }
    }
}

impl LogRow {
    pub(crate) fn of(line: Line, marks: &Marks) -> Self {
        let hits = marks.within(&line.text);
        Self { number: line.number, level: line.level, text: line.text, hits }
    }
}

impl LogRows {
    /// Everything but the rows.
    pub(crate) fn of(rows: &Rows, texts: &Texts) -> Self {
        let left_out = rows.left_out();
        let mut notes = Vec::new();
        if left_out > 0 {
            notes.push(texts.say(&Message::new("desk.log.left-out").with("n", left_out)));
        }
        if rows.broken().is_some() {
            notes.push(texts.say(&Message::new("desk.log.broken")));
        }
        Self {
            total: rows.len(),
            rows: Vec::new(),
            all: rows.len(),
            counts: rows.counts().map(|(level, count)| LogCount { level, count }).collect(),
            notes,
        }
    }
}
