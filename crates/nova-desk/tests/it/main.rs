//! The desk as a window calls it, over game folders made for the purpose.
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod accounts;
mod changes;
mod crashes;
mod desktop;
mod follow;
mod install;
mod main_flow;
mod mods;
mod paths;
mod play;
mod secret;
mod settings;
mod stale;
mod talks;
mod undo;
mod versions;
mod window;
mod worlds;
