//! Ranges in Quilt's notation.

use std::fmt;

use super::{FabricVersion, RangeError, error::capped};

/// A range in Quilt's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuiltRange {
    text: String,
}

impl QuiltRange {
    /// Reads a range.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        Ok(Self { text: capped(text)?.to_owned() })
    }

    /// Whether the version is in the range.
    pub fn contains(&self, version: &FabricVersion) -> bool {
        let _ = version;
        unimplemented!()
    }

    /// The range as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for QuiltRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
