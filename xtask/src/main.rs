//! Set-up, run, test, accept, tidy, gen.
fn main() {}
