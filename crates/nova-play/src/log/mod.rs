//! What the game says on its outputs, as lines: log4j's XML becomes the plain lines that `latest.log` has, secrets are taken out, and
//! what is too much is left out.

mod ready;
mod tail;
mod xml;

pub use ready::Progress;
pub(crate) use tail::Tail;
pub(crate) use xml::Lines;
