//! Installs over real HTTP from the testkit's upstream into real folders.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod faults;
mod installs;
mod javas;
mod light;
mod repairs;
mod swaps;
mod world;
