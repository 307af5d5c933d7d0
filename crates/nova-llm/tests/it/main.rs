//! The client against servers on this machine, over real HTTP.

mod plain;
mod scene;
mod server;
