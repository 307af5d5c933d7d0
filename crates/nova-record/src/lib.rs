//! Recording the screen or the game's window with the ffmpeg that is installed: it is looked for, never brought along.
//!
//! # How a recording comes to its file
//! ffmpeg grabs, encodes and writes a fragmented MP4 to its standard output; a thread here reads that and lets nova-files write it
//! under a hidden name in `<data>/recordings/` (`.name.part.mp4`). A second's pictures are one fragment, so whatever ends the run, all
//! but the last second can be played. Once ffmpeg has ended, the file gets its name. What a killed run left is found by
//! `Recorder::recover` and kept as `name (recovered).mp4`.
//!
//! The pipe has two more uses. Only nova-files changes the disk, here too. And ffmpeg cannot outlive this program: it would not notice
//! that its standard input was closed, but the next piece it writes into a pipe without a reader ends it, on every system.
//!
//! # Limits
//! [`Limits`]: a recording begins with at least 1 GB of free space, and ends by itself with less than 500 MB, after 6 hours, or at
//! 50 GB. One runs at a time, in all programs together that use the same data folder.
//!
//! # Where it works
//! X11, for the screen and for the game's window. Under Wayland a program may not look at the screen, and ffmpeg knows no way to ask
//! for it; a game that runs through Xwayland can be recorded by its window. On Windows and macOS the whole screen, by the arguments
//! that ffmpeg's manual gives: nobody has run that yet.

mod arguments;
mod child;
mod codes;
mod environment;
mod error;
mod ffmpeg;
mod fragments;
mod keeper;
mod list;
mod names;
mod recorder;
mod recover;
mod screen;

pub use codes::CODES;
pub use error::RecordError;
pub use keeper::Limits;
pub use recorder::{FfmpegRecorder, RecordSetup};

/// The folder of the recordings in the data folder.
pub const FOLDER: &str = "recordings";
