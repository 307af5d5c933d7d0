//! The network's border: the one place where HTTP clients are built, so that TLS, proxies, time limits and the name Nova goes
//! by are the same everywhere; and the verified downloads that go over them.
//!
//! - [`client()`] builds a client for one server, such as a model's.
//! - [`download`] fetches files: many at once, each hashed while it comes, in a [`download::Landing`] of the caller's.
//! - [`sources`] knows which addresses of the game have mirrors.
//! - [`Rewrites`] sends requests for named hosts elsewhere, so that tests run against a server on this machine.

mod client;
mod codes;
pub mod download;
mod rewrites;
pub mod sources;

pub use client::{ClientOptions, NetError, Proxy, client, is_home, is_loopback};
pub use codes::CODES;
pub use rewrites::{BadRewrites, Rewrites};
