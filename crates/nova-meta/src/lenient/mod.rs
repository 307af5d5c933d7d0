//! Reading the text that people really ship: wrong encodings, JSON with comments and raw newlines, half-broken TOML.
//! Nothing in here recurses deeper than a fixed number, whatever the input.

pub(crate) mod json;
pub(crate) mod text;
pub(crate) mod toml;

/// Why a metadata file gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It holds nothing.
    Empty,
    /// Its brackets go deeper than any honest file.
    TooDeep,
    /// It cannot be made sense of.
    Unreadable,
}

/// A parsed file, and whether it had to be forgiven something.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) value: serde_json::Value,
    pub(crate) untidy: bool,
}
