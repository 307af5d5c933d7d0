//! The start page.

use nova_content::history::PastChange;
use nova_core::texts::Texts;
use nova_files::EntryState;
use nova_model::{Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::{CheckRow, ProblemRow, VersionRow};
use crate::Fault;

/// What is there, and what happened last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct HomeView {
    /// Game folders that are known.
    pub folders: Vec<String>,
    /// Versions that are installed.
    pub versions: usize,
    /// The current version.
    pub current: Option<VersionRow>,
    /// Why there is none, where there is none.
    pub none: Option<Fault>,
    /// What does not go together among its mods.
    pub findings: usize,
    /// What keeps it from starting, or may.
    pub checks: Vec<CheckRow>,
    /// The last changes, newest first.
    pub changes: Vec<RecentChange>,
    /// What is wrong with the settings.
    pub problems: Vec<ProblemRow>,
}

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RecentChange {
    /// Its id: takes it back.
    pub id: String,
    /// What it did.
    pub title: String,
    /// When, in milliseconds since the epoch.
    pub at: Millis,
    /// Whether it was taken back.
    pub undone: bool,
    /// Why it cannot be taken back; none where it can.
    pub fixed: Option<String>,
}

impl RecentChange {
    /// A change as the start page shows it.
    pub(crate) fn of(change: &PastChange, texts: &Texts) -> Self {
        let entry = &change.entry;
        let title = entry.origin.title.as_ref();
        Self {
            id: entry.id.clone(),
            title: title.map_or_else(|| clean(&entry.origin.tool, 80), |title| texts.say(title)),
            at: entry.at,
            undone: matches!(entry.state, EntryState::Undone { .. }),
            fixed: change.fixed.as_ref().map(|report| texts.report(report)),
        }
    }
}
