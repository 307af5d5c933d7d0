//! The last lines of an output, for the reason why a game ended.

use std::collections::VecDeque;

/// Lines that are kept.
const MOST: usize = 200;

/// The last lines.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    lines: VecDeque<String>,
}

impl Tail {
    /// One more.
    pub(crate) fn push(&mut self, line: &str) {
        if self.lines.len() >= MOST {
            self.lines.pop_front();
        }
        self.lines.push_back(line.to_owned());
    }

    /// Whether one of them says this.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.lines.iter().any(|line| line.contains(words))
    }

    /// The last one with something in it.
    pub(crate) fn last(&self) -> Option<&str> {
        self.lines.iter().rev().map(String::as_str).find(|line| !line.trim().is_empty())
    }
}
