//! nova-meta from the outside: jars made in memory, and the shared samples where they lie beside the repository.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking; samples are counted"
)]

mod build;
mod conflicts;
mod jars;
mod samples;
mod shapes;
mod worlds;
