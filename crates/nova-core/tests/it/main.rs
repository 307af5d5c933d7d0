//! The launcher as a host sees it, over game folders made for the purpose.
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod chats;
mod gate;
mod launcher;
mod model;
mod recording;
mod registry;
mod results;
mod suggestions;
