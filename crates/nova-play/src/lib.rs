//! The running game: how a version is started from its launch plan, its log, how it ended, and how it is stopped.

mod codes;

pub use codes::CODES;
