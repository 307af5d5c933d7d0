//! What is left of jobs that were killed between their change and their end: the change is done, so nobody will go on with them.

use std::collections::BTreeSet;

use nova_files::{EntryState, Files, Step};

use super::record;

/// Throws away stages and records of jobs whose change is in the journal. To be called once the journal has been recovered; what
/// cannot be thrown away is found again the next time.
pub fn sweep(files: &Files) {
    let ids = record::ids(files);
    if ids.is_empty() {
        return;
    }
    let placed = placed(files);
    for id in ids {
        if placed.contains(&id) {
            // Somebody who works on it keeps it by holding it.
            let _ = record::throw_away(files, &id);
        } else {
            record::free_if_empty(files, &id);
        }
    }
}

/// The jobs whose change was done, taken back since or not.
fn placed(files: &Files) -> BTreeSet<String> {
    let changes = files.changes().items.into_iter();
    let done = changes.filter(|change| matches!(change.state, EntryState::Done | EntryState::Undone { .. }));
    let stage = |step: Step| match step {
        Step::Place { stage, .. } | Step::PlaceFolder { stage, .. } => Some(stage),
        _ => None,
    };
    done.flat_map(|change| change.steps).filter_map(stage).collect()
}
