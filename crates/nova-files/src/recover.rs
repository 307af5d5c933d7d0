//! Ending what an earlier run left: unfinished changes are rolled back, done purges are completed.
//!
//! The owner of a change holds its root's lock from before the intent until after `done`, and the system frees the lock
//! when the owner dies. So whoever gets the lock knows that the owner is gone; process ids, which are given out again,
//! are not needed.

use std::path::Path;

use nova_model::{Explain, Message, Problem};

use crate::apply::{bury, lock, roll_back};
use crate::disk::Kind;
use crate::journal::{Intent, Reading, Stand};
use crate::{Files, FilesError, Result};

/// Says what was done and what could not be done.
pub(crate) fn recover(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for reading in files.journal().all().readings.iter().rev() {
        match reading.stand {
            Stand::Begun | Stand::Ready(_) => problems.extend(recover_one(files, &reading.intent)),
            Stand::Done(_) => problems.extend(bury_late(files, &reading.intent)),
            Stand::RolledBack(_) => {}
        }
    }
    // What cannot be tidied is tried again next time, and harms nobody.
    let _ = files.journal().tidy();
    problems
}

fn recover_one(files: &Files, intent: &Intent) -> Vec<Problem> {
    let root = &intent.root;
    if !is_folder(files, root) || is_empty_mount(files, intent) {
        return vec![problem("files.recover.root-missing", intent)];
    }
    let ended = match lock(files, root) {
        Ok(_alone) => end(files, &intent.id),
        Err(FilesError::Busy { .. }) => return vec![problem("files.recover.busy", intent)],
        Err(error) => Err(error),
    };
    match ended {
        Ok(Some(kept)) => std::iter::once(problem("files.recovered", intent)).chain(kept).collect(),
        Ok(None) => Vec::new(),
        Err(error) => vec![failed(intent, &error)],
    }
}

/// Rolls back, if there is something to, and says what was kept on the way: read again under the lock, since its owner may have been alive until now.
fn end(files: &Files, id: &str) -> Result<Option<Vec<Problem>>> {
    let Reading { intent, stand, .. } = files.journal().read(id)?;
    let marks = match stand {
        Stand::Begun => Vec::new(),
        Stand::Ready(marks) => marks,
        Stand::Done(_) | Stand::RolledBack(_) => return Ok(None),
    };
    let _entered = files.journal().enter()?;
    let lists = files.journal().lists(&intent)?;
    let kept = roll_back(files, &intent, &marks, &lists)?;
    files.journal().rolled_back(&intent, files.inner.clock.now())?;
    Ok(Some(kept))
}

fn bury_late(files: &Files, intent: &Intent) -> Vec<Problem> {
    let left = intent.purged.iter().any(|grave| is_folder(files, grave));
    if !left {
        return Vec::new();
    }
    match lock(files, &intent.root) {
        Ok(_alone) => bury(files, &intent.purged),
        Err(_) => Vec::new(),
    }
}

/// The folder that is left where a drive with the root on it was: another one, and empty. Nothing of the change would be
/// found in it, and it would be taken for rolled back.
fn is_empty_mount(files: &Files, intent: &Intent) -> bool {
    let meta = files.disk().look(&intent.root).ok().flatten();
    let other = intent.root_inode != 0 && meta.is_some_and(|meta| meta.inode != intent.root_inode);
    other && files.disk().list(&intent.root).is_ok_and(|names| names.is_empty())
}

fn is_folder(files: &Files, path: &Path) -> bool {
    matches!(files.disk().look(path), Ok(Some(meta)) if meta.kind == Kind::Folder)
}

fn problem(code: &'static str, intent: &Intent) -> Problem {
    let message = Message::new(code).with("change", intent.id.as_str()).with("root", intent.root.as_path());
    Problem::warning(intent.id.clone(), message)
}

fn failed(intent: &Intent, error: &FilesError) -> Problem {
    let message = match error {
        FilesError::MovedOn { path, .. } | FilesError::Taken { path } => {
            Message::new("files.recover.stuck").with("path", path.as_path())
        }
        other => Message::new("files.recover.failed").with("why", other.report().message),
    };
    Problem::error(intent.id.clone(), message.with("change", intent.id.as_str()))
}
