//! The only crate that changes the disk. Every change is a list of [`Step`]s that is written to the journal before it is
//! done; after a crash the next start finds either the state before or the state after.

mod act;
mod apply;
mod backup;
mod copy;
mod disk;
mod entry;
mod error;
mod files;
mod history;
mod id;
mod journal;
mod names;
mod path_text;
mod plan;
#[cfg(test)]
mod props;
mod recover;
mod safe_path;
mod session;
mod stamp;
mod state;
mod step;
mod trash;
mod undo;

pub use entry::{Backup, Entry, EntryState, Listing, TrashItem};
pub use error::{CODES, FilesError, NameFault, Result};
pub use files::Files;
pub use id::Entropy;
pub use names::{disabled_name, enabled_name, safe_name};
pub use session::world_is_open;
pub use state::{KeepOld, read_state, steps_to_write_state};
pub use step::{Batch, NewBackup, Step};
