//! The journal: what was changed, and whether it can be taken back.

use std::{collections::BTreeSet, sync::Arc};

use nova_content::history::HistoryError;
use nova_files::Entry;
use nova_model::{Explain, Report, clean};
use serde::Deserialize;
use ts_rs::TS;

use crate::{
    Command, Desk, Fault, Silent, To,
    blocking::blocking,
    turn::Names,
    view::{ChangeRow, ChangesPage, PastChange, ProblemRow, touched},
};

/// Changes that are looked at in one go: for each of them the disk is compared with what it left.
const MOST: usize = 500;

pub(super) fn list() -> Vec<Command> {
    vec![Command::new("changes_list", changes), Command::new("change_files", files)]
}

/// Which part of the journal.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct ChangesAsked {
    /// Only those about this version; none for all.
    #[serde(default)]
    version: Option<String>,
    /// Only those older than this change; none for the newest.
    #[serde(default)]
    after: Option<String>,
    /// On to this change, where it is older than the limit reaches.
    #[serde(default)]
    through: Option<String>,
    /// This many, and the rest of the last turn.
    limit: usize,
}

/// One change.
#[derive(Clone, Debug, Deserialize, TS)]
pub(crate) struct OneChange {
    /// Its id.
    id: String,
}

async fn changes(desk: Arc<Desk>, args: ChangesAsked, _: To<Silent>) -> Result<ChangesPage, Fault> {
    blocking(&desk, move |desk| {
        let (app, names) = (desk.app(), desk.names());
        let files = &app.launcher().files;
        let journal = files.changes();
        let asked = args.asked(&journal.items);
        let (page, rest) = args.page(&asked);
        let ids: Vec<String> = page.iter().map(|entry| entry.id.clone()).collect();
        let fixed = files.inverses(&ids).into_iter().map(|looked| looked.err().map(|error| error.report()));
        let rows = page.iter().zip(fixed);
        Ok(ChangesPage {
            changes: rows.map(|(entry, fixed)| row(entry, fixed.as_ref(), &journal.items, &names)).collect(),
            more: !rest.is_empty(),
            versions: versions(&journal.items),
            problems: journal.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}

fn row(entry: &Entry, fixed: Option<&Report>, all: &[Entry], names: &Names) -> PastChange {
    PastChange::of(entry, fixed, all, names)
}

impl ChangesAsked {
    /// What is asked for, newest first.
    fn asked<'a>(&self, all: &'a [Entry]) -> Vec<&'a Entry> {
        let is_about = |entry: &&Entry| self.version.is_none() || entry.origin.version == self.version;
        let newest = match &self.after {
            Some(after) => all.iter().position(|entry| entry.id == *after).map_or(all.len(), |at| at + 1),
            None => 0,
        };
        all.iter().skip(newest).filter(is_about).collect()
    }

    /// The page and what is left. It ends where a turn does, so that no turn is shown in part.
    fn page<'a>(&self, asked: &'a [&'a Entry]) -> (&'a [&'a Entry], &'a [&'a Entry]) {
        let through = self.through.as_ref().and_then(|id| asked.iter().position(|entry| entry.id == *id));
        let wanted = self.limit.max(through.map_or(0, |at| at + 1)).clamp(1, MOST).min(asked.len());
        let turn = wanted
            .checked_sub(1)
            .and_then(|last| asked.get(last))
            .and_then(|entry| entry.origin.turn.as_ref());
        let of_turn = asked
            .iter()
            .skip(wanted)
            .take_while(|entry| turn.is_some() && entry.origin.turn.as_ref() == turn);
        asked.split_at(wanted + of_turn.count())
    }
}

fn versions(entries: &[Entry]) -> Vec<String> {
    let named = entries.iter().filter_map(|entry| entry.origin.version.as_deref());
    named.map(|version| clean(version, 200)).collect::<BTreeSet<_>>().into_iter().collect()
}

async fn files(desk: Arc<Desk>, args: OneChange, _: To<Silent>) -> Result<Vec<ChangeRow>, Fault> {
    blocking(&desk, move |desk| {
        let entries = desk.app().launcher().files.changes().items;
        match entries.iter().find(|entry| entry.id == args.id) {
            Some(entry) => Ok(touched(entry, &desk.names())),
            None => {
                Err(HistoryError::NoSuchChange { id: clean(&args.id, 100), present: Vec::new() }.report())
            }
        }
    })
    .await
}
