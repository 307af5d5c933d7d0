//! Jobs: what runs for minutes, survives being cut off, and can be called off.
//!
//! A job is a folder `jobs/j-…` of the data folder with a record of what is wanted, held by whoever works on it, and a stage of the same
//! name beside the game root (for a Java: in the data folder) with what was fetched so far. Nothing of the game root changes before the last step, which is one change
//! of the journal. So a job that was cut off leaves the root as it was; it is gone on with by asking for the same again, or thrown away.

mod install;
mod java;
mod landing;
mod record;
mod running;
mod sweep;

use std::{path::PathBuf, time::Duration};

use nova_files::Entry;
use serde::{Deserialize, Serialize};

pub use install::{Along, Installing, Javas, Workshop};
pub use record::{CalledOff, Job, JobState, call_off, job, jobs, left_bytes, throw_away};
pub use running::Running;
pub use sweep::sweep;

/// What a job is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Finding out what is needed.
    #[default]
    Resolving,
    /// Looking at what is there.
    Checking,
    /// Fetching what is missing.
    Fetching,
    /// Running the loader's installer.
    Processing,
    /// Unpacking what was fetched.
    Unpacking,
    /// Putting it into place.
    Placing,
}

/// How far a job is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Far {
    /// What it is at.
    pub phase: Phase,
    /// Bytes done and in all, in this phase; files where no bytes are counted.
    pub done: u64,
    /// In all.
    pub total: u64,
    /// Files done.
    pub files: usize,
    /// Files in all.
    pub files_total: usize,
    /// Bytes a second.
    pub speed: u64,
    /// Time left at this speed.
    pub left: Option<Duration>,
    /// What it is at by name: a host, a step of an installer.
    pub at: Option<String>,
}

/// Who is told how far a job is.
pub trait Listener: Send + Sync {
    /// It has come so far.
    fn far(&self, far: &Far);
}

impl<F: Fn(&Far) + Send + Sync> Listener for F {
    fn far(&self, far: &Far) {
        self(far);
    }
}

/// What a job made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The version's id, or the name of the Java's folder.
    pub id: String,
    /// The change of the journal.
    pub change: Entry,
    /// Files that were fetched.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Where it lies.
    pub folder: PathBuf,
}
