//! The journal as a list: which changes still count, which were taken back, and by which.

use std::collections::BTreeMap;

use crate::apply::made_ids;
use crate::journal::{Open, Reading, Stand};
use crate::{Entry, EntryState, Listing};

/// Every change, newest first.
pub(crate) fn list(open: &Open) -> Listing<Entry> {
    let undone = undone(&open.readings);
    let items = open.readings.iter().rev().map(|reading| entry(reading, &undone)).collect();
    Listing { items, problems: open.problems.clone() }
}

/// Which change was taken back by which: an undo counts as long as it is not taken back itself. Readings are oldest first,
/// and an undo is newer than what it undoes.
pub(crate) fn undone(readings: &[Reading]) -> BTreeMap<String, String> {
    let mut undone: BTreeMap<String, String> = BTreeMap::new();
    for reading in readings.iter().rev() {
        let intent = &reading.intent;
        if let (Stand::Done(_), Some(undoes)) = (&reading.stand, &intent.undoes)
            && !undone.contains_key(&intent.id)
        {
            undone.entry(undoes.clone()).or_insert_with(|| intent.id.clone());
        }
    }
    undone
}

fn entry(reading: &Reading, undone: &BTreeMap<String, String>) -> Entry {
    let intent = &reading.intent;
    let (state, problems) = match &reading.stand {
        Stand::Begun | Stand::Ready(_) => (EntryState::Unfinished, Vec::new()),
        Stand::RolledBack(_) => (EntryState::RolledBack, Vec::new()),
        Stand::Done(done) => {
            let by = undone.get(&intent.id).cloned();
            (by.map_or(EntryState::Done, |by| EntryState::Undone { by }), done.problems.clone())
        }
    };
    Entry {
        id: intent.id.clone(),
        root: intent.root.clone(),
        origin: intent.origin.clone(),
        at: intent.at,
        steps: intent.steps.clone(),
        state,
        undoes: intent.undoes.clone(),
        problems,
        made: made_ids(&intent.made),
    }
}
