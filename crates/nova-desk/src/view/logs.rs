//! Logs: the files there are, and the rows of one.

use nova_content::logs::{Level, Line, LogFile, LogKind, Marks, Rows};
use nova_core::texts::Texts;
use nova_model::{Message, Millis};
use serde::{Deserialize, Serialize};
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

/// How serious a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Details for developers.
    Debug,
    /// The ordinary.
    Info,
    /// May be a cause.
    Warn,
    /// Something failed.
    Error,
    /// The game could not go on.
    Fatal,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LogRow {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its level, or that of the line it follows.
    pub level: Option<LogLevel>,
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
    pub level: LogLevel,
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

impl LogLevel {
    pub(crate) fn level(self) -> Level {
        match self {
            Self::Debug => Level::Debug,
            Self::Info => Level::Info,
            Self::Warn => Level::Warn,
            Self::Error => Level::Error,
            Self::Fatal => Level::Fatal,
        }
    }

    fn of(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Warn => Self::Warn,
            Level::Error => Self::Error,
            Level::Fatal => Self::Fatal,
        }
    }
}

impl LogRow {
    pub(crate) fn of(line: Line, marks: &Marks) -> Self {
        let hits = marks.within(&line.text);
        Self { number: line.number, level: line.level.map(LogLevel::of), text: line.text, hits }
    }
}

impl LogRows {
    /// Everything but the rows.
    pub(crate) fn of(rows: &Rows, texts: &Texts) -> Self {
        let counts = rows.counts().into_iter();
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
            counts: counts.map(|(level, count)| LogCount { level: LogLevel::of(level), count }).collect(),
            notes,
        }
    }
}
