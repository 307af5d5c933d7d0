//! The command over a store that was made through the library.
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod chats;
