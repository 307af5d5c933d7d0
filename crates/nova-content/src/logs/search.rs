//! Looks for a pattern in a log.

use std::{collections::VecDeque, io};

use nova_model::Redactor;
use regex::Regex;

use super::{
    Hit, Hits, Level, LogError, LogFile, Search, decode,
    excerpt::cut_off,
    lines::Lines,
    open::{self, Stream},
    pattern,
    write_up::{Counter, Raw},
};

/// Lines around a hit at most.
const MOST_CONTEXT: usize = 20;

/// Hits that are given at most.
const MOST_HITS: usize = 500;

/// The lines of a log that fit a pattern. The whole log is read, a line at a time. A line only counts when it still fits
/// after it was redacted, so that a search cannot be used to guess a secret.
pub fn search(file: LogFile, search: &Search, redactor: &Redactor) -> Result<Hits, LogError> {
    let pattern = pattern::compile(&search.pattern)?;
    let stream =
        open::whole(&file.path).map_err(|source| LogError::Unreadable { path: file.path.clone(), source })?;
    let mut finder = Finder::new(pattern, search, redactor);
    let ended = finder.run(stream);
    let problems = ended.err().map(|error| cut_off(&file, &error)).into_iter().collect();
    Ok(Hits { file, hits: finder.hits, total: finder.total, problems })
}

struct Finder<'a> {
    pattern: Regex,
    redactor: &'a Redactor,
    context: usize,
    limit: usize,
    level: Option<Level>,
    /// The lines that went by last.
    before: VecDeque<Raw>,
    hits: Vec<Hit>,
    total: usize,
}

impl<'a> Finder<'a> {
    fn new(pattern: Regex, search: &Search, redactor: &'a Redactor) -> Self {
        let context = search.context.min(MOST_CONTEXT);
        let limit = search.limit.clamp(1, MOST_HITS);
        let level = search.level;
        Self { pattern, redactor, context, limit, level, before: VecDeque::new(), hits: Vec::new(), total: 0 }
    }

    fn run(&mut self, stream: Stream) -> io::Result<()> {
        let mut lines = Lines::new(stream.reader);
        let mut counter = Counter::default();
        let mut bytes = Vec::new();
        while lines.next_into(&mut bytes)? {
            let line = counter.line(&bytes);
            self.follow(&line);
            let of_level = self.level.is_none_or(|least| line.level >= Some(least));
            if of_level && self.pattern.is_match(&decode::line(&bytes)) {
                self.hit(&line);
            }
            self.remember(line);
        }
        Ok(())
    }

    fn hit(&mut self, line: &Raw) {
        let shown = line.for_others(self.redactor);
        if !self.pattern.is_match(&shown.text) {
            return;
        }
        self.total += 1;
        if self.hits.len() < self.limit {
            let before = self.before.iter().map(|line| line.for_others(self.redactor));
            self.hits.push(Hit { number: line.number, lines: before.chain([shown]).collect() });
        }
    }

    /// Gives the line to the hits before it that still want some.
    fn follow(&mut self, line: &Raw) {
        let wants = |hit: &&mut Hit| line.number.saturating_sub(hit.number) <= self.context;
        for hit in self.hits.iter_mut().rev().take_while(wants) {
            hit.lines.push(line.for_others(self.redactor));
        }
    }

    fn remember(&mut self, line: Raw) {
        self.before.push_back(line);
        if self.before.len() > self.context {
            self.before.pop_front();
        }
    }
}
