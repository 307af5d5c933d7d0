//! The crate as others use it: texts in, findings out. Every log here was written for the test.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it left out"
)]

mod examples;
mod inputs;
mod kinds;
mod logs;
mod planted;
