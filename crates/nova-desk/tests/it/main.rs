//! The desk as a window calls it, over game folders made for the purpose.

mod changes;
mod main_flow;
mod mods;
mod settings;
mod talks;
mod versions;
mod window;
mod worlds;
