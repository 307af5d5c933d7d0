//! The desk as a window calls it, over game folders made for the purpose.

mod follow;
mod main_flow;
mod secret;
mod stale;
mod talks;
mod undo;
mod window;
