//! What a killed run left: kept under a name that says so where something of it can be played.

use std::path::Path;

use nova_files::{Files, FilesError, Growth};
use nova_model::{Explain, Message, Problem, Severity};

use crate::{FOLDER, fragments, names};

/// Keeps what was left, of what recordings leave. Whoever records right now holds the folder, so nothing that still grows is touched.
pub(crate) fn recover(files: &Files) -> Vec<Problem> {
    if !files.data().join(FOLDER).is_dir() {
        return Vec::new();
    }
    let growth = match files.growth(FOLDER) {
        Ok(growth) => growth,
        Err(FilesError::Busy { .. }) => return Vec::new(),
        Err(error) => return vec![failed(FOLDER, &error)],
    };
    match growth.left() {
        Ok(left) => {
            let ours = left.iter().filter(|(name, _)| names::is_ours(name));
            ours.map(|(name, part)| kept(&growth, name, part)).collect()
        }
        Err(error) => vec![failed(FOLDER, &error)],
    }
}

fn kept(growth: &Growth, name: &str, part: &Path) -> Problem {
    // One that cannot be looked into is kept: somebody may still make something of it.
    let empty = matches!(fragments::whole(part), Ok(0));
    let done = if empty {
        growth.discard(part).map(|()| ("record.recover.empty", name.to_owned()))
    } else {
        let kept = growth.keep(part, &names::recovered(name));
        kept.map(|path| {
            ("record.recovered", path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        })
    };
    match done {
        Ok((code, name)) => {
            let about = Some(name.clone());
            Problem { severity: Severity::Note, message: Message::new(code).with("name", name), about }
        }
        Err(error) => failed(name, &error),
    }
}

fn failed(name: &str, error: &FilesError) -> Problem {
    let why = Message::new("record.recover.failed").with("name", name).with("why", error.report().message);
    Problem::warning(name, why)
}
