//! nova-record with a real ffmpeg on a real X server without a screen (Xvfb). Where one of them is missing the tests say so and pass.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "the builders of the tests are not tests themselves")]

mod cut_off;
mod ends;
mod finds;
mod place;
mod records;
mod server;
