//! The builders make what they say, the same each time, and the stand-ins of servers and of the game do what they say.
#![expect(clippy::expect_used, reason = "a test fails by panicking, in its helpers too")]

mod accounts;
mod jars;
mod model;
mod moments;
mod trees;
mod upstream;
mod worlds;
