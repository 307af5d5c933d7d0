//! The client against servers on this machine, over real HTTP.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking; quirks are counted"
)]

mod failing;
mod hostile;
mod learning;
mod lists;
mod plain;
mod properties;
mod quirks;
mod scene;
mod server;
