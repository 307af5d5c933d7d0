//! The journal as a list: which changes still count, which were taken back, and by which.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::act::Act;
use crate::apply::made_ids;
use crate::journal::{Bundle, Journal, Made, Open, Reading, Stand};
use crate::{Bulk, Entry, EntryState, Listing, Result};

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
        bulk: bulk(&intent.made),
        made: made_ids(&intent.made),
    }
}

/// How much each step moved whose files are in a list.
pub(crate) fn bulk(made: &[Made]) -> Vec<Bulk> {
    let of = |(step, made): (usize, &Made)| match made {
        Made::Placed { files, bytes, .. }
        | Made::Gathered { files, bytes }
        | Made::Unbundled { files, bytes, .. }
        | Made::Bundled { bundle: Bundle { files, bytes, .. } } => {
            Some(Bulk { step, files: *files, bytes: *bytes })
        }
        _ => None,
    };
    made.iter().enumerate().filter_map(of).collect()
}

/// The files in the lists of a change: where they were where they went into the trash, where they are otherwise.
pub(crate) fn touched(journal: &Journal<'_>, change: &str) -> Result<Vec<PathBuf>> {
    let intent = journal.read(change)?.intent;
    let lists = journal.lists(&intent)?;
    let into_trash = |number: usize| {
        let gone = |made: &Made| matches!(made, Made::Bundled { bundle } if bundle.list == number);
        let replaced = |made: &Made| matches!(made, Made::Placed { replaced: Some(bundle), .. } if bundle.list == number);
        (intent.made.iter().any(gone), intent.made.iter().any(replaced))
    };
    let mut paths = Vec::new();
    for act in &intent.acts {
        let Act::MoveAll { from, to, list: number, .. } = act else { continue };
        let Some(list) = lists.get(*number) else { continue };
        match into_trash(*number) {
            (true, _) => paths.extend(list.things.iter().map(|moved| from.join(&moved.from))),
            // What took their places is in a list of its own.
            (_, true) => {}
            _ => paths.extend(list.places(to)),
        }
    }
    Ok(paths)
}
