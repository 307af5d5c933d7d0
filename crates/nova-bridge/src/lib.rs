//! Development only: the window's page and its commands over loopback HTTP, so that the page can be looked at and tested in a browser.
//! The shipped window does not depend on this crate.
//!
//! It listens on 127.0.0.1 only ([`Bridge::open`] takes a port, no address), and answers a command only with the random token that
//! stands in its [link](Bridge::link), since any web page could post to a port. There are no CORS headers: no other page reads an
//! answer. A command's answer is a stream of JSON objects, one a line: `{"event": …}` as they come, then `{"result": …}` or
//! `{"fault": …}`. A page that goes away ends no command.

mod bridge;
mod gate;
mod labels;
mod pages;
mod serve;
mod shell;

pub use bridge::{Bridge, BridgeSetup};
pub use labels::traditional;
pub use serve::BODY;
