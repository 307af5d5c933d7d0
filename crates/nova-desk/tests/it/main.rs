//! The desk as a window calls it, over game folders made for the purpose.

mod settings;
