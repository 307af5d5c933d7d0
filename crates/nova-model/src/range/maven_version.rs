//! Versions in Maven's order.

use std::{cmp::Ordering, fmt};

/// A version in Maven's order. Any text is one.
#[derive(Clone, Debug)]
pub struct MavenVersion {
    text: String,
}

impl MavenVersion {
    /// Reads a version. Never fails.
    pub fn parse(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// The text as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Ord for MavenVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl PartialOrd for MavenVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for MavenVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MavenVersion {}

impl fmt::Display for MavenVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
