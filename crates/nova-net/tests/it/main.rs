//! Clients and downloads against servers on this machine.
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod client;
mod hosts;
mod lists;
mod reading;
mod redirects;
mod resuming;
mod scene;
mod server;
mod shared_faults;
mod single;
