//! Why a range cannot be read.

use crate::{Explain, Message, Report};

/// The longest range or version that is looked at, in characters.
pub const LONGEST: usize = 1_000;

/// Why a range cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    /// It is not in the notation.
    #[error("cannot read the version range {range:?}")]
    Unreadable {
        /// The range as written.
        range: String,
    },
    /// It is longer than [`LONGEST`].
    #[error("a version range of {length} characters")]
    TooLong {
        /// Its length in characters.
        length: usize,
    },
}

impl Explain for RangeError {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::Unreadable { range } => {
                Message::new("model.range.unreadable").with("range", range.as_str())
            }
            Self::TooLong { length } => {
                Message::new("model.range.too_long").with("length", *length).with("limit", LONGEST)
            }
        })
    }
}

/// Whether a text is short enough to be looked at.
pub(super) fn within_limit(text: &str) -> bool {
    text.len() <= LONGEST || text.chars().take(LONGEST + 1).count() <= LONGEST
}

/// The text, when it is not too long to be looked at.
pub(super) fn capped(text: &str) -> Result<&str, RangeError> {
    if within_limit(text) { Ok(text) } else { Err(RangeError::TooLong { length: text.chars().count() }) }
}
