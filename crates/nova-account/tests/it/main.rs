//! Signing in against a stand-in of all services, over real HTTP.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod codes;
mod errors;
mod list;
mod microsoft;
mod refresh;
mod scene;
mod secrets;
mod skins;
mod yggdrasil;
