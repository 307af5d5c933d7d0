//! A part of a log: the last lines, or of a crash report the first.

use std::io;

use nova_model::{Message, Problem, Redactor};

use super::{
    Excerpt, LogError, LogFile, LogKind, Part, Query,
    lines::Lines,
    open::{self, Stream},
    write_up::{Counter, Raw, push},
};

/// Bytes at the end of a log that are looked at.
const END: u64 = 4 << 20;

/// Lines that are given at most.
const MOST_LINES: usize = 2_000;

/// A part of a log, redacted. What it costs depends on what is read, not on the size of the log: the end of a plain log
/// is read backwards from its end, a crash report only so far as its lines are shown; a packed log has to be unpacked.
pub fn read(file: LogFile, query: &Query, redactor: &Redactor) -> Result<Excerpt, LogError> {
    let part = if file.kind == LogKind::Log { Part::End } else { Part::Start };
    let stream = match part {
        Part::Start => open::whole(&file.path),
        Part::End => open::end(&file.path, END),
    };
    let stream = stream.map_err(|source| LogError::Unreadable { path: file.path.clone(), source })?;
    let mut window =
        Window { part, limit: query.lines.clamp(1, MOST_LINES), lines: Vec::new(), more: stream.cut };
    let ended = window.fill(stream, query);
    let problems = ended.err().map(|error| cut_off(&file, &error)).into_iter().collect();
    let lines = window.lines.iter().map(|line| line.for_others(redactor)).collect();
    Ok(Excerpt { file, part, lines, more: window.more, problems })
}

/// The problem of a log that could not be read to its end.
pub(super) fn cut_off(file: &LogFile, error: &io::Error) -> Problem {
    let code = match error.kind() {
        io::ErrorKind::FileTooLarge => "content.logs.too-long",
        _ => "content.logs.cut-off",
    };
    Problem::warning(file.id.as_str(), Message::new(code).with("name", file.id.as_str()))
}

/// The lines that are kept while a log goes by.
struct Window {
    part: Part,
    limit: usize,
    lines: Vec<Raw>,
    more: bool,
}

impl Window {
    /// Keeps what was read also where the log ends before its end.
    fn fill(&mut self, stream: Stream, query: &Query) -> io::Result<()> {
        let ended = self.read_lines(stream, query);
        self.trim();
        ended
    }

    fn read_lines(&mut self, stream: Stream, query: &Query) -> io::Result<()> {
        let mut counter = Counter::default();
        let mut lines = Lines::new(stream.reader);
        let mut bytes = Vec::new();
        let mut torn = stream.cut;
        while !self.is_full() && lines.next_into(&mut bytes)? {
            let line =
                if std::mem::take(&mut torn) { counter.torn_line(&bytes) } else { counter.line(&bytes) };
            if query.level.is_none_or(|least| line.level >= Some(least)) {
                push(&mut self.lines, line);
                self.drop_first();
            }
        }
        Ok(())
    }

    /// At the start of a log one line more than wanted tells that there is more.
    fn is_full(&self) -> bool {
        self.part == Part::Start && self.lines.len() > self.limit
    }

    /// Lines that went by are dropped in heaps, not one by one.
    fn drop_first(&mut self) {
        if self.part == Part::End && self.lines.len() >= self.limit * 2 {
            self.trim();
        }
    }

    fn trim(&mut self) {
        let over = self.lines.len().saturating_sub(self.limit);
        self.more |= over > 0;
        match self.part {
            Part::Start => self.lines.truncate(self.limit),
            Part::End => drop(self.lines.drain(..over)),
        }
    }
}
