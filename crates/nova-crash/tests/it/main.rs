//! The crate as others use it: texts in, findings out. Every log here was written for the test.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod examples;
mod inputs;
mod kinds;
mod logs;
mod planted;
