//! Ranges in Maven's notation.

use std::fmt;

use super::{MavenVersion, RangeError, error::capped};

/// A range in Maven's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MavenRange {
    text: String,
}

impl MavenRange {
    /// Reads a range.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        Ok(Self { text: capped(text)?.to_owned() })
    }

    /// Whether the version is in the range.
    pub fn contains(&self, version: &MavenVersion) -> bool {
        let _ = version;
        unimplemented!()
    }

    /// The range as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for MavenRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
