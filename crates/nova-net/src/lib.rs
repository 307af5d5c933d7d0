//! The network's border: the one place where HTTP clients are built, so that TLS, proxies, time limits and the name Nova goes
//! by are the same everywhere.

mod client;
mod codes;

pub use client::{ClientOptions, NetError, Proxy, client, is_home, is_loopback};
pub use codes::CODES;
