//! nova-version from the outside: small files made here, and the recorded ones where they lie beside the repository.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking; recorded files are counted"
)]

mod files;
mod installers;
mod line;
mod make;
mod plans;
mod recorded;
mod recorded_loaders;
mod shared;
