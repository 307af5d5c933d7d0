//! What is searched for: plain text in any case, or a regular expression between slashes.

use regex::{Regex, RegexBuilder};

use super::{LogError, PatternFault};

/// Characters of a pattern.
const LONGEST: usize = 500;

/// Bytes a compiled expression may take.
const COMPILED: usize = 1 << 20;

pub(super) fn compile(pattern: &str) -> Result<Regex, LogError> {
    build(pattern).map_err(|fault| LogError::BadPattern { pattern: pattern.to_owned(), fault })
}

fn build(pattern: &str) -> Result<Regex, PatternFault> {
    if pattern.trim().is_empty() {
        return Err(PatternFault::Empty);
    }
    if pattern.chars().count() > LONGEST {
        return Err(PatternFault::TooLong);
    }
    let (source, any_case) = expression(pattern);
    RegexBuilder::new(&source)
        .case_insensitive(any_case)
        .size_limit(COMPILED)
        .dfa_size_limit(COMPILED)
        .build()
        .map_err(|error| fault(&error))
}

/// The expression, and whether it takes any case.
fn expression(pattern: &str) -> (String, bool) {
    let body = |tail: &str| {
        pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix(tail)).filter(|body| !body.is_empty())
    };
    match (body("/"), body("/i")) {
        (Some(body), _) => (body.to_owned(), false),
        (None, Some(body)) => (body.to_owned(), true),
        (None, None) => (regex::escape(pattern), true),
    }
}

fn fault(error: &regex::Error) -> PatternFault {
    match error {
        regex::Error::CompiledTooBig(_) => PatternFault::TooComplex,
        _ => PatternFault::NoRegex,
    }
}
