//! Text of others made fit to be shown, and nearest names for "did you mean".

mod clean;
mod suggest;

pub use clean::{acts, clean};
pub use suggest::suggest;
