//! A whole log, row by row, for a console that shows a screenful at a time: it is read once, rows are decoded and freed of secrets when
//! they are looked at, and a log that grows is read on from where it ended.

use std::{
    collections::VecDeque,
    io::{self, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use nova_model::Redactor;

use super::{
    Level, Line, LogError, decode,
    lines::Lines,
    open::{self, Stream},
    pattern,
    write_up::{Counter, Raw},
};
use crate::regular;

/// What one open log may hold. Of a longer one the end is kept: what went wrong stands there.
#[derive(Clone, Copy, Debug)]
pub struct RowLimits {
    /// Rows.
    pub rows: usize,
    /// Bytes of all rows.
    pub bytes: usize,
}

impl Default for RowLimits {
    fn default() -> Self {
        Self { rows: 400_000, bytes: 64 << 20 }
    }
}

/// What is shown of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFilter {
    /// Only rows of these levels; empty for all. A row without a level goes with the one before it.
    pub levels: Vec<Level>,
    /// Only rows that fit: plain text in any case, or an expression between slashes; empty for all.
    pub find: String,
}

const LEVELS: [Level; 5] = [Level::Debug, Level::Info, Level::Warn, Level::Error, Level::Fatal];

/// A log that is open.
pub struct Rows {
    path: PathBuf,
    limits: RowLimits,
    held: VecDeque<Raw>,
    bytes: usize,
    /// How many of them are of each level, in the order of [`LEVELS`].
    of_level: [usize; 5],
    counter: Counter,
    /// How far the file is read, where it can be read on.
    read_to: Option<u64>,
    /// How long the file was then.
    length: u64,
    /// The last row has no end yet.
    torn: bool,
    /// Rows before the first that is kept.
    left_out: usize,
    broken: Option<io::ErrorKind>,
}

impl Rows {
    /// Reads a log.
    ///
    /// # Errors
    /// Where it cannot be opened. What breaks off is kept as far as it goes.
    pub fn open(path: &Path, limits: RowLimits) -> Result<Self, LogError> {
        let unreadable = |source| LogError::Unreadable { path: path.to_owned(), source };
        let stream = open::whole(path).map_err(unreadable)?;
        let mut rows = Self {
            path: path.to_owned(),
            limits,
            held: VecDeque::new(),
            bytes: 0,
            of_level: [0; 5],
            counter: Counter::default(),
            read_to: stream.plain.then_some(0),
            length: 0,
            torn: false,
            left_out: 0,
            broken: None,
        };
        rows.read(stream);
        Ok(rows)
    }

    /// Reads what was written since; whether anything was. A file that became shorter is another one and is read anew.
    ///
    /// # Errors
    /// Where it cannot be opened any more.
    pub fn read_on(&mut self) -> Result<bool, LogError> {
        let Some(read_to) = self.read_to else { return Ok(false) };
        let path = self.path.clone();
        let unreadable = |source| LogError::Unreadable { path: path.clone(), source };
        let mut file = regular::open(&self.path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        if length < self.length {
            *self = Self::open(&path, self.limits)?;
            return Ok(true);
        }
        if length == self.length {
            return Ok(false);
        }
        file.seek(SeekFrom::Start(read_to)).map_err(unreadable)?;
        self.drop_torn();
        self.read(Stream::rest(file));
        Ok(true)
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Rows at the beginning that are not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Why it was not read to its end, if so.
    pub fn broken(&self) -> Option<io::ErrorKind> {
        self.broken
    }

    /// How many rows there are of each level, in the order of [`Level`].
    pub fn counts(&self) -> impl Iterator<Item = (Level, usize)> {
        LEVELS.into_iter().zip(self.of_level)
    }

    /// The places of the rows that fit, in order. A row counts only where it still fits without its secrets, so that nobody can
    /// search for one.
    ///
    /// # Errors
    /// For an expression that is none.
    pub fn pick(&self, filter: &RowFilter, redactor: &Redactor) -> Result<Vec<u32>, LogError> {
        let pattern = (!filter.find.is_empty()).then(|| pattern::compile(&filter.find)).transpose()?;
        let of_level = |row: &Raw| {
            filter.levels.is_empty() || row.level.is_some_and(|level| filter.levels.contains(&level))
        };
        let found = |row: &Raw| {
            pattern.as_ref().is_none_or(|pattern| {
                pattern.is_match(&decode::line(row.bytes())) && pattern.is_match(&row.write_up(redactor).text)
            })
        };
        let places = self.held.iter().enumerate().filter(|(_, row)| of_level(row) && found(row));
        Ok(places.filter_map(|(place, _)| u32::try_from(place).ok()).collect())
    }

    /// The rows at these places.
    pub fn at(&self, places: impl IntoIterator<Item = usize>, redactor: &Redactor) -> Vec<Line> {
        let rows = places.into_iter().filter_map(|place| self.held.get(place));
        rows.map(|row| row.write_up(redactor)).collect()
    }

    /// The place of a row by its number in the file.
    pub fn place(&self, number: usize) -> Option<usize> {
        let first = self.held.front()?.number;
        number.checked_sub(first).filter(|place| *place < self.held.len())
    }

    fn read(&mut self, stream: Stream) {
        let mut lines = Lines::new(stream.reader);
        let mut bytes = Vec::new();
        loop {
            match lines.next_into(&mut bytes) {
                Ok(true) => self.push(&bytes),
                Ok(false) => break,
                Err(error) => {
                    self.broken = Some(error.kind());
                    break;
                }
            }
        }
        self.torn = !lines.is_whole();
        if let Some(read_to) = &mut self.read_to {
            self.length = *read_to + lines.used();
            *read_to += lines.whole();
        }
    }

    /// The last row may have been half written: it is read again.
    fn drop_torn(&mut self) {
        if std::mem::take(&mut self.torn)
            && let Some(torn) = self.held.pop_back()
        {
            self.forget(&torn);
            self.counter.back_to(self.held.back(), torn.number - 1);
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        let row = self.counter.line(bytes);
        self.bytes += row.bytes().len();
        self.count(&row, |count| count + 1);
        self.held.push_back(row);
        while self.held.len() > self.limits.rows || self.bytes > self.limits.bytes {
            let Some(first) = self.held.pop_front() else { break };
            self.forget(&first);
            self.left_out += 1;
        }
    }

    fn forget(&mut self, row: &Raw) {
        self.bytes -= row.bytes().len();
        self.count(row, |count| count - 1);
    }

    fn count(&mut self, row: &Raw, change: impl Fn(usize) -> usize) {
        let place = LEVELS.iter().position(|level| row.level == Some(*level));
        if let Some(count) = place.and_then(|place| self.of_level.get_mut(place)) {
            *count = change(*count);
        }
    }
}
