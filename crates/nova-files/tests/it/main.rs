//! nova-files on the real disk: what only a real file system has.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod backups;
mod changes;
mod growing;
mod place;
mod records;
mod secrets;
mod special;
mod stages;
mod state;
mod supply;
