//! The builders make what they say, the same each time, and the model server does what its script says.
#![expect(clippy::expect_used, reason = "a test fails by panicking, in its helpers too")]

mod accounts;
mod jars;
mod model;
mod moments;
mod trees;
mod worlds;
