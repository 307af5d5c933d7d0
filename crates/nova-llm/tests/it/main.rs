//! The client against servers on this machine, over real HTTP.

mod failing;
mod learning;
mod lists;
mod plain;
mod properties;
mod quirks;
mod scene;
mod server;
