//! The `nova` command.

fn main() {}
