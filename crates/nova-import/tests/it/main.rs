//! nova-import over folders as other launchers leave them.
#![expect(clippy::disallowed_methods, reason = "fixtures are made on temporary folders, outside any journal")]
#![expect(clippy::unwrap_used, reason = "a fixture that cannot be made ends its test")]

mod database;
mod hostile;
mod launchers;
mod places;
mod roots;
mod world;
