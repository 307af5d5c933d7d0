//! What the services see and propose, over game folders made for each test.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail; its helpers too")]
#![expect(clippy::print_stdout, reason = "tests over shared samples say what they did")]
#![expect(clippy::disallowed_methods, reason = "the folders of a test are no player's")]

mod backups;
mod clean;
mod codes;
mod configs;
mod history;
mod logs;
mod mods;
mod notes;
mod resolve;
mod scene;
mod shared;
mod trash;
mod worlds;
