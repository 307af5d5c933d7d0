//! Text of others made fit to be shown, nearest names for "did you mean", and command lines taken apart.

mod clean;
mod suggest;
mod words;

pub use clean::{acts, clean};
pub use suggest::suggest;
pub use words::{NotWords, words};
