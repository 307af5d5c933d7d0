//! Bytes to lines: unpacking, encodings, line ends, and what loggers and launchers put before a line. Only one line is held at a
//! time, and of a long one only a piece.

mod around;
mod decode;
mod english;
mod lines;
mod prefix;
mod source;

pub use around::{Near, around};
pub(crate) use decode::text;
pub(crate) use english::{in_english, words as loader_words};
pub(crate) use lines::Lines;
pub(crate) use prefix::{Level, Stripped, XmlEvent, strip};
pub use source::{Kind, Source};
pub(crate) use source::{kind_by_name, open};
