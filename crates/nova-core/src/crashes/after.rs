//! What became of a fix: which change was made for which cause, and whether the next run ended by that cause again.
//!
//! `<data>/crashes/fixes.json` has the last of them, newest last. It is no state that anything depends on: without it, only the
//! answer whether a fix helped is missing.

use std::path::PathBuf;

use nova_crash::Finding;
use nova_files::EntryState;
use nova_model::{Message, Millis, is_safe_id};
use nova_play::Run;
use serde::{Deserialize, Serialize};

use super::words;
use crate::launcher::Launcher;

const FOLDER: &str = "crashes";
const FILE: &str = "fixes.json";
/// Fixes that are remembered.
const MOST: usize = 100;
/// Bytes of them.
const LARGEST: u64 = 256 << 10;
/// Fixes of one version that are told of.
const TOLD: usize = 3;

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Applied {
    /// The version.
    pub(crate) version: String,
    /// Its game root.
    pub(crate) root: PathBuf,
    /// The cause that it was for.
    pub(crate) cause: String,
    /// What the cause named: another mod that fails in the same way is another cause.
    pub(crate) about: String,
    /// The change in the journal.
    pub(crate) change: String,
    /// When.
    pub(crate) at: Millis,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was not played since.
    Waiting,
    /// The next run ended well.
    Gone,
    /// The next run ended by the same cause.
    Still,
    /// The next run ended badly, by something else.
    Other,
}

/// A fix with what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct After {
    /// The change in the journal.
    pub change_id: String,
    /// The version.
    pub version_id: String,
    /// The cause that it was for.
    pub cause: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The run that tells.
    pub run_id: Option<String>,
}

impl After {
    /// The cause in a sentence.
    pub fn what(&self) -> Message {
        words::named(&self.cause)
    }

    /// In a sentence.
    pub fn message(&self) -> Message {
        let code = match self.outcome {
            Outcome::Waiting => "fix.after.waiting",
            Outcome::Gone => "fix.after.gone",
            Outcome::Still => "fix.after.still",
            Outcome::Other => "fix.after.other",
        };
        Message::new(code).with("what", self.what()).with("change", self.change_id.as_str())
    }

    /// For a model.
    pub fn line(&self) -> String {
        let (change, cause) = (&self.change_id, &self.cause);
        match self.outcome {
            Outcome::Waiting => format!("fix {change} for {cause}: not played since"),
            Outcome::Gone => format!("fix {change} helped: {cause} is gone"),
            Outcome::Still => {
                format!("fix {change} did not help: still {cause}; undo_change {change} takes it back")
            }
            Outcome::Other => format!("fix {change}: {cause} is gone, the game ended by something else"),
        }
    }
}

/// What a finding names.
pub(crate) fn about(finding: &Finding) -> String {
    let names = ["mod", "mods", "mod_a", "mod_b", "file", "missing", "argument", "class", "dll"];
    let values = names.iter().filter_map(|name| finding.fields.get(*name)).flatten();
    values.map(String::as_str).collect::<Vec<_>>().join(",")
}

impl Launcher {
    /// Remembers that a change was made for a cause. Where that cannot be written, the change itself still holds.
    pub(crate) fn remember_fix(&self, applied: Applied) {
        let mut all = self.applied_fixes();
        all.push(applied);
        let from = all.len().saturating_sub(MOST);
        let kept = all.get(from..).unwrap_or_default();
        let Ok(bytes) = serde_json::to_vec_pretty(kept) else { return };
        let _ = self.files.records(FOLDER).and_then(|records| records.put(FILE, &bytes));
    }

    fn applied_fixes(&self) -> Vec<Applied> {
        let read = self.files.records(FOLDER).and_then(|records| records.get(FILE, LARGEST));
        let all: Vec<Applied> =
            read.ok().flatten().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        all.into_iter().filter(|one| is_safe_id(&one.change) && is_safe_id(&one.cause)).collect()
    }

    /// What became of the last fixes of one version, or of all; those that were taken back are left out.
    pub fn after_fixes(&self, version: Option<&str>) -> Vec<After> {
        let is_meant = |one: &Applied| version.is_none_or(|id| id == one.version);
        let mut fixes: Vec<Applied> = self.applied_fixes().into_iter().filter(is_meant).collect();
        fixes.reverse();
        if fixes.is_empty() {
            return Vec::new();
        }
        let undone = |state: &EntryState| !matches!(state, EntryState::Done);
        let gone: Vec<String> = self
            .files
            .changes()
            .items
            .into_iter()
            .filter(|entry| undone(&entry.state))
            .map(|entry| entry.id)
            .collect();
        fixes.retain(|one| !gone.contains(&one.change));
        fixes.truncate(TOLD);
        let runs = self.runs();
        fixes.iter().map(|one| self.after(one, &runs)).collect()
    }

    fn after(&self, fix: &Applied, runs: &[Run]) -> After {
        let later = |run: &&Run| {
            run.begun.version == fix.version && run.begun.root == fix.root && run.begun.at >= fix.at
        };
        // Newest first; the one that tells is the first that ended as somebody saw.
        let told = runs.iter().rposition(|run| later(&run) && run.ended.is_some());
        let outcome = told.map_or(Outcome::Waiting, |at| self.outcome(fix, runs, at));
        let run_id = told.and_then(|at| runs.get(at)).map(|run| run.id.clone());
        let (change_id, version_id) = (fix.change.clone(), fix.version.clone());
        After { change_id, version_id, cause: fix.cause.clone(), outcome, run_id }
    }

    fn outcome(&self, fix: &Applied, runs: &[Run], at: usize) -> Outcome {
        let Some(run) = runs.get(at) else { return Outcome::Waiting };
        if !run.ended_badly() {
            return Outcome::Gone;
        }
        let next =
            runs.get(..at).into_iter().flatten().rev().find(|next| next.begun.version == run.begun.version);
        let diagnosed = self
            .version(Some(&fix.version))
            .and_then(|version| self.diagnose_run(&version, run, next.map(|next| next.begun.at)));
        let is_same = |finding: &Finding| finding.cause_id == fix.cause && about(finding) == fix.about;
        let is_same = diagnosed.is_ok_and(|of| of.analysis.findings.iter().any(is_same));
        if is_same { Outcome::Still } else { Outcome::Other }
    }
}
