//! What a server says when it does not answer: read from whatever form it comes in, told apart by status and words.

mod kind;
mod said;
mod size;
mod words;

pub(crate) use kind::{Tools, kind};
pub(crate) use said::Said;
