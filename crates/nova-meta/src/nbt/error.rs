//! Why NBT gives nothing.

use nova_archive::ArchiveError;
use nova_model::{Explain, Message, Report};
use thiserror::Error;

/// NBT that is refused.
#[derive(Debug, Error)]
pub enum NbtError {
    /// No bytes.
    #[error("no bytes")]
    Empty,
    /// The packing is damaged or too large.
    #[error("cannot unpack: {0}")]
    Packed(#[from] ArchiveError),
    /// It ends in the middle of a tag.
    #[error("cut off after {read} bytes")]
    Truncated {
        /// Bytes that were there.
        read: usize,
    },
    /// It does not begin with a compound, or a tag has no known type.
    #[error("tag type {kind} at byte {at}")]
    BadTag {
        /// The number of the type.
        kind: u8,
        /// Where.
        at: usize,
    },
    /// It nests deeper than the game allows.
    #[error("more than {cap} levels")]
    TooDeep {
        /// Levels allowed.
        cap: usize,
    },
    /// It has more tags or bytes than any honest file.
    #[error("more than {cap} tags")]
    TooLarge {
        /// Tags allowed.
        cap: usize,
    },
}

impl Explain for NbtError {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::Empty => Message::new("meta.nbt.empty"),
            Self::Packed(error) => Message::new("meta.nbt.packed").with("reason", error.message()),
            Self::Truncated { read } => Message::new("meta.nbt.truncated").with("read", *read),
            Self::BadTag { at, .. } => Message::new("meta.nbt.bad_tag").with("at", *at),
            Self::TooDeep { cap } => Message::new("meta.nbt.too_deep").with("cap", *cap),
            Self::TooLarge { cap } => Message::new("meta.nbt.too_large").with("cap", *cap),
        })
    }
}
