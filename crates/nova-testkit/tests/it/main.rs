//! The builders make what they say, the same each time.

mod jars;
mod moments;
mod trees;
mod worlds;
