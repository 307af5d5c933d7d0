//! nova-archive against archives made by the zip crate, by hand, and by chance.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its builders too")]

mod build;
mod hostile;
mod properties;
mod reading;
mod tars;
