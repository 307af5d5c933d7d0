//! A regular expression that is built when it is first needed: a log meets few of them. Over bytes and, where the pattern allows it,
//! without the tables of Unicode, which take longer to build than most logs to read.

use std::sync::OnceLock;

use regex::bytes::{Captures, Regex, RegexBuilder};

/// A pattern with named groups.
#[derive(Debug)]
pub(crate) struct Pattern {
    text: String,
    built: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), built: OnceLock::new() }
    }

    /// Its source.
    pub(crate) fn source(&self) -> &str {
        &self.text
    }

    /// The built expression; none where it is broken, which the lint tells.
    pub(crate) fn regex(&self) -> Option<&Regex> {
        let build =
            || RegexBuilder::new(&self.text).unicode(!self.text.is_ascii()).size_limit(4 << 20).build().ok();
        self.built.get_or_init(build).as_ref()
    }

    /// Named groups of a match, in the order of the pattern.
    pub(crate) fn fields(&self, text: &str) -> Option<Vec<(String, String)>> {
        let regex = self.regex()?;
        let captures = regex.captures(text.as_bytes())?;
        Some(named(regex, &captures))
    }
}

fn named(regex: &Regex, captures: &Captures<'_>) -> Vec<(String, String)> {
    let names = regex.capture_names().flatten();
    let fields = names.filter_map(|name| captures.name(name).map(|found| (name, found.as_bytes())));
    fields.map(|(name, text)| (name.to_owned(), String::from_utf8_lossy(text).into_owned())).collect()
}
