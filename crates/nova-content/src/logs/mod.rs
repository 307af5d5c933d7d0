//! The logs of a version: which there are, a part of one, and searching one. Redacted before it leaves this crate.

mod decode;
mod error;
mod excerpt;
mod headline;
mod lines;
mod marks;
mod open;
mod pattern;
mod rows;
mod search;
mod sources;
mod write_up;

use std::path::PathBuf;

use nova_model::{Millis, Problem};
use serde::{Deserialize, Serialize};

pub use error::{LogError, PatternFault};
pub use excerpt::read;
pub use headline::headline;
pub use marks::Marks;
pub use rows::{RowFilter, RowLimits, Rows};
pub use search::search;
pub use sources::{choose, elsewhere, find, sources};

/// How serious a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
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

/// Which log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The newest of all.
    #[default]
    Newest,
    /// `logs/latest.log`.
    Latest,
    /// The newest crash report.
    CrashReport,
    /// The newest crash of Java itself (`hs_err_pid….log`).
    JavaCrash,
    /// One of [`sources`], by id or by file name.
    Named(String),
}

/// What kind of log a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogKind {
    /// A game log, packed or not.
    Log,
    /// A crash report of the game.
    CrashReport,
    /// A crash of Java itself.
    JavaCrash,
}

/// One log file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogFile {
    /// Its path below the version's folder, with `/`: what it is called by.
    pub id: String,
    /// What it is.
    pub kind: LogKind,
    /// When it was last written.
    pub at: Millis,
    /// Bytes on the disk.
    pub bytes: u64,
    /// Where it is.
    #[serde(skip)]
    pub path: PathBuf,
}

/// What to read of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// How many lines at most (2,000 are the limit).
    pub lines: usize,
    /// Only lines of this level and above (lines that follow one, such as stack traces, belong to it).
    pub level: Option<Level>,
}

/// One line, or several equal ones in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number in the part that was read, from 1.
    pub number: usize,
    /// Its level, where it says one or follows a line that does.
    pub level: Option<Level>,
    /// The line, redacted, printable, and at most 2,000 characters.
    pub text: String,
    /// How often it stands there in a row (without its time).
    pub times: usize,
}

/// Which part of a log is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Its first lines: crash reports say the cause first.
    Start,
    /// Its last lines.
    End,
}

/// A part of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The log.
    pub file: LogFile,
    /// Which part of it this is.
    pub part: Part,
    /// The lines, in order.
    pub lines: Vec<Line>,
    /// There is more than is shown.
    pub more: bool,
    /// What kept it from being read (a packed log that is cut off, say).
    pub problems: Vec<Problem>,
}

/// What to look for in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Plain text, any case, or a regular expression between slashes (`/…/`, `/…/i` for any case).
    pub pattern: String,
    /// Lines shown before and after a hit (20 are the limit).
    pub context: usize,
    /// Hits at most (500 are the limit).
    pub limit: usize,
    /// Only hits of this level and above.
    pub level: Option<Level>,
}

/// One place where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The number of the line that fits, from 1.
    pub number: usize,
    /// The line with those around it.
    pub lines: Vec<Line>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hits {
    /// The log.
    pub file: LogFile,
    /// The hits, first to last.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
    /// What kept it from being read to the end.
    pub problems: Vec<Problem>,
}
