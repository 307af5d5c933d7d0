//! The only crate that changes the disk.
//!
//! # A change
//! A [`Batch`] of [`Step`]s is one change: all of it is done, or nothing. [`Files::apply`] locks the game root, plans the
//! steps against the disk (whatever can be refused is refused here, before anything is touched), writes the plan to the
//! journal, prepares aside what takes long (zips, unpacked worlds, copies onto other devices), does the acts, and says
//! `done`. An act is small: a folder made, a thing moved by one rename, a file's contents put in place. Each can be taken
//! back, and nothing is deleted: what is in the way goes into the trash, and only [`Step::Purge`] frees it.
//!
//! # Many files
//! An install fetches thousands of files into a [`Stage`], which is no part of the game, and [`Step::Place`] moves all of
//! them by one act (`move_all`), whose list lies in a file of its own. No file is synced by itself: the stage's device is
//! synced before the intent, the device of the places after the last rename. What such a step replaces, and all of it when
//! it is taken back, is one item of the trash, a bundle. [`Files::undo_keeping`] leaves what others use by now.
//!
//! # Copies
//! [`Step::Copy`] makes one thing out of any number of sources, also out of another launcher's folders. It is prepared
//! aside under a name of its own, synced once for all copies of the change, and gets its name by one rename; when it is
//! taken back it is one item of the trash. Nothing of a source is changed, and no link in it is followed.
//!
//! # The journal
//! `<data>/journal/c-xxxxxxxx.json`, one file a change, a JSON object a line:
//!
//! | line | says | synced before |
//! |---|---|---|
//! | intent | `format`, `id`, `root` (canonical), `origin`, `at`, `steps`, `made` (ids of trash items and backups), `acts` (absolute paths, marks of what is moved, hashes of what is written), `staged` (names of what is prepared) | anything else happens |
//! | `ready` | the marks of what was prepared; only where something was | the first act |
//! | `done` | stamps of what an undo must find unchanged, and problems | the call returns |
//!
//! The old contents of written files lie beside it in `c-xxxxxxxx.d/` (`0.old`, …), and so do the lists of acts that move
//! many things (`0.moves`, …), synced before the intent, which has their hashes. New contents are not kept: a rollback needs
//! the old ones, and redo is the undo of an undo, which kept them as its old ones. A file that cannot be read, or has a newer
//! `format`, is kept, reported and never used. Entries that place from a stage, copy or move many things have format 2, all
//! others format 1.
//!
//! # Recovery
//! A file without `done` was cut off, and [`Files::recover`] rolls it back: without `ready` only what was prepared is
//! freed; otherwise each act is reversed, newest first. A reversal decides by what is on the disk: a move is taken back if
//! the thing with the recorded inode is at its new place, contents are put back if the present ones have the hash of the
//! new ones. What was placed goes back into its stage, which is made again where somebody freed it. So it does not matter where the change stopped, or where a recovery before this one did. At the end the file
//! gets `rolled_back`. Whoever makes a change holds the root's lock all the while (a flock of the root folder itself, which
//! the system frees with the process), so who gets the lock knows that nobody is at it any more.
//!
//! # Undo
//! The inverse steps as a change of their own, if every stamp still holds. An undo names the change it `undoes`, which is
//! how the list knows that a change was taken back; nothing is ever marked inside of an old file.

mod act;
mod apply;
mod backup;
mod copy;
mod disk;
mod entry;
mod error;
mod files;
mod growing;
mod history;
mod id;
mod journal;
mod moves;
mod names;
mod path_text;
mod plan;
#[cfg(test)]
mod props;
mod records;
mod recover;
mod safe_path;
mod secret_file;
mod session;
mod stage;
mod staged;
mod stamp;
mod state;
mod step;
mod supply;
mod trash;
mod undo;

pub use copy::Weight;
pub use entry::{Backup, Bulk, Entry, EntryState, Listing, TrashItem};
pub use error::{CODES, FilesError, Result};
pub use files::Files;
pub use growing::{Growing, Growth};
pub use id::Entropy;
pub use names::{NameFault, safe_name};
pub use records::{Held, Records};
pub use secret_file::{Privacy, SecretFile};
pub use session::world_is_open;
pub use stage::{Leave, LeftStage, Stage, StageFile, StageKind, StagePart};
pub use state::{KeepOld, read_state, steps_to_write_state};
pub use step::{Batch, Copied, NewBackup, Placed, Step, WhatIsThere, Whose};
