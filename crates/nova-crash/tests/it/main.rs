//! The crate as others use it.
#![expect(missing_docs, reason = "tests")]

mod examples;
mod logs;
