//! nova-game over real folders in a temporary place.
#![expect(clippy::disallowed_methods, reason = "fixtures are made on temporary folders, outside any journal")]
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a fixture that cannot be made ends its test, and a skipped test says so"
)]

mod changes;
mod codes;
mod copies;
mod environment;
mod fixture;
mod hostile;
mod java;
mod launch;
mod model;
mod options;
mod roots;
mod settings;
mod shared;
mod system;
mod versions;
