//! Looks for a pattern in a log.

use std::{collections::VecDeque, io};

use nova_game::Instance;
use nova_model::Redactor;
use regex::Regex;

use super::{
    Hit, Hits, Line, LogError, Search, decode, excerpt::cut_off, lines::Lines, open, open::Stream, pattern,
    sources::choose, write_up::WriteUp,
};

/// Lines around a hit at most.
const MOST_CONTEXT: usize = 20;

/// Hits that are given at most.
const MOST_HITS: usize = 500;

/// The lines of a log that fit a pattern. The whole log is read, a line at a time. A line only counts when it still fits
/// after it was redacted, so that a search cannot be used to guess a secret.
pub fn search(instance: &Instance, search: &Search, redactor: &Redactor) -> Result<Hits, LogError> {
    let pattern = pattern::compile(&search.pattern)?;
    let file = choose(instance, &search.source)?;
    let stream =
        open::whole(&file.path).map_err(|source| LogError::Unreadable { path: file.path.clone(), source })?;
    let mut finder = Finder::new(pattern, search);
    let ended = finder.run(stream, redactor);
    let problems = ended.err().map(|error| cut_off(&file, &error)).into_iter().collect();
    Ok(Hits { file, hits: finder.hits, total: finder.total, problems })
}

struct Finder {
    pattern: Regex,
    context: usize,
    limit: usize,
    /// The raw lines that went by last.
    before: VecDeque<Vec<u8>>,
    hits: Vec<Hit>,
    total: usize,
}

impl Finder {
    fn new(pattern: Regex, search: &Search) -> Self {
        let context = search.context.min(MOST_CONTEXT);
        let limit = search.limit.clamp(1, MOST_HITS);
        Self { pattern, context, limit, before: VecDeque::new(), hits: Vec::new(), total: 0 }
    }

    fn run(&mut self, stream: Stream, redactor: &Redactor) -> io::Result<()> {
        let mut lines = Lines::new(stream.reader);
        let mut bytes = Vec::new();
        let mut number = 0;
        while lines.next_into(&mut bytes)? {
            number += 1;
            self.look_at(number, &bytes, redactor);
            self.remember(&bytes);
        }
        Ok(())
    }

    fn look_at(&mut self, number: usize, bytes: &[u8], redactor: &Redactor) {
        let fits = self.pattern.is_match(&decode::line(bytes))
            && self.pattern.is_match(&line(number, bytes, redactor).text);
        self.follow(number, bytes, redactor);
        if !fits {
            return;
        }
        self.total += 1;
        if self.hits.len() < self.limit {
            let first = number.saturating_sub(self.before.len());
            let mut lines: Vec<Line> = self
                .before
                .iter()
                .zip(first..)
                .map(|(bytes, number)| line(number, bytes, redactor))
                .collect();
            lines.push(line(number, bytes, redactor));
            self.hits.push(Hit { number, lines });
        }
    }

    /// Gives the line to the hits before it that still want some.
    fn follow(&mut self, number: usize, bytes: &[u8], redactor: &Redactor) {
        let context = self.context;
        for hit in self.hits.iter_mut().rev().take_while(|hit| number - hit.number <= context) {
            hit.lines.push(line(number, bytes, redactor));
        }
    }

    fn remember(&mut self, bytes: &[u8]) {
        if self.context == 0 {
            return;
        }
        if self.before.len() == self.context {
            self.before.pop_front();
        }
        self.before.push_back(bytes.to_vec());
    }
}

fn line(number: usize, bytes: &[u8], redactor: &Redactor) -> Line {
    Line { number, ..WriteUp::new(redactor).line(bytes) }
}
