//! The desk as a window calls it, over game folders made for the purpose.

mod changes;
mod follow;
mod main_flow;
mod mods;
mod secret;
mod settings;
mod stale;
mod talks;
mod undo;
mod versions;
mod window;
mod worlds;
