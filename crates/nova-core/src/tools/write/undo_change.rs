//! `undo_change`: takes back one change, or every change of a turn, newest first.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use nova_content::history::{self, HistoryError};
use nova_files::{Entry, Files, FilesError};
use nova_game::Proposal;
use nova_model::{Explain, Message, Origin, Report};
use nova_tools::{Call, IdParam, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::{Desk, Launcher},
    tools::common::draft_write,
};

/// The parameters of `undo_change`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The change's id from `list_changes`, for example `c-abcd2345`, a turn's id for all it did, or `latest`.
    change_id: String,
}

/// Takes back changes. Taking back an undo does the change again.
pub(super) struct UndoChange(pub(super) Arc<Launcher>);

impl Write for UndoChange {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "change_id", from: &["list_changes"] }],
            ..draft_write(
                "undo_change",
                Title { zh: "撤销更改", en: "Undo change" },
                "Takes back one change from the journal; undoing an undo does it again.\n\
                 Use when a change was wrong; restore_trash to get back one thing.\n\
                 The change is listed by list_changes as undoable.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (files, used) = (&self.0.files, |change: &str| self.0.used_by_others(change));
        let of_turn = files.changes_of_turn(&params.change_id);
        self.0.refuse_while_played(&params.change_id, &of_turn)?;
        let undos = if of_turn.is_empty() {
            let (entry, proposal) = history::undo_keeping(files, &params.change_id, &used)?;
            vec![(entry.id, proposal)]
        } else {
            undos(files, of_turn, &used)?
        };
        undos.iter().try_for_each(|(_, proposal)| self.0.refuse_java_in_use(&proposal.batch))?;
        self.planned(&undos)
    }
}

impl UndoChange {
    fn planned(&self, undos: &[(String, Proposal)]) -> Result<Planned, ToolError> {
        let files = &self.0.files;
        let version = undos.first().and_then(|(_, proposal)| proposal.version.clone());
        let changes: Vec<String> = undos.iter().map(|(id, _)| id.clone()).collect();
        let mut plans = undos
            .iter()
            .map(|(_, proposal)| proposal.plan(files))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter();
        let Some(mut plan) = plans.next() else {
            return Err(ToolError::Tell(Report::new(Message::new("core.undo.nothing"))));
        };
        for next in plans {
            plan.changes.extend(next.changes);
            plan.stamps.extend(next.stamps);
            plan.warnings.extend(next.warnings);
        }
        if changes.len() > 1 {
            plan.title = Message::new("core.undo.turn").with("n", changes.len());
        }
        let launcher = Arc::clone(&self.0);
        let work = UndoWork { launcher, desk: self.0.desk(), changes, title: plan.title.clone(), version };
        Ok(Planned { plan, work: Box::new(work) })
    }
}

/// What taking back each of these does, newest first. A newer change of the turn may stand on an older one, which can then
/// only be foreseen from its record; it is looked at again once the newer one is undone. What can never be taken back is
/// refused now rather than half-way.
fn undos(
    files: &Files,
    entries: Vec<Entry>,
    used: &dyn Fn(&str) -> BTreeSet<PathBuf>,
) -> Result<Vec<(String, Proposal)>, ToolError> {
    let mut undos = Vec::new();
    for entry in entries {
        let proposal = match history::undo_keeping(files, &entry.id, used) {
            Ok((_, proposal)) => proposal,
            Err(error @ HistoryError::Files(FilesError::Permanent { .. })) => return Err(error.into()),
            Err(error) if undos.is_empty() => return Err(error.into()),
            Err(_) => history::foreseen(&entry),
        };
        undos.push((entry.id, proposal));
    }
    Ok(undos)
}

/// Takes changes back, newest first: all of them, or none.
struct UndoWork {
    launcher: Arc<Launcher>,
    desk: Desk,
    changes: Vec<String>,
    title: Message,
    version: Option<String>,
}

impl Work for UndoWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let origin =
            Origin { version: self.version.clone(), title: Some(self.title.clone()), ..origin.clone() };
        // A sign-in that is taken back leaves no tokens behind.
        let undone = self.launcher.forgetting(|| self.undone_and_dressed(&origin))?;
        let said = Message::new("core.done").with("what", self.title);
        let change = undone.last().cloned();
        Ok(Receipt { said, data: json!({ "id": change, "undone": self.changes, "by": undone }), change })
    }
}

impl UndoWork {
    /// A skin lies with its service: where that cannot be asked, nothing is taken back.
    fn undone_and_dressed(&self, origin: &Origin) -> Result<Vec<String>, ToolError> {
        let then = self.launcher.wardrobe();
        let undone = self.undone(origin)?;
        match self.launcher.dress_again(&then) {
            Ok(()) => Ok(undone),
            Err(error) => Err(self.back(&undone, origin, error.report().clone())),
        }
    }

    fn undone(&self, origin: &Origin) -> Result<Vec<String>, ToolError> {
        let mut undone: Vec<String> = Vec::new();
        for change in &self.changes {
            let used = self.launcher.used_by_others(change);
            match self.desk.files().undo_keeping(change, origin, &|path| used.contains(path)) {
                Ok(entry) => undone.push(entry.id),
                Err(error) => return Err(self.back(&undone, origin, error.report())),
            }
        }
        Ok(undone)
    }

    /// Does again what was already undone, so that a turn is never left half undone. If that fails too, both are said.
    fn back(&self, undone: &[String], origin: &Origin, mut report: Report) -> ToolError {
        for undo in undone.iter().rev() {
            if let Err(error) = self.desk.files().undo(undo, origin) {
                report = report.hint(
                    Message::new("core.undo.half")
                        .with("id", undo.as_str())
                        .with("why", error.report().message),
                );
            }
        }
        ToolError::Tell(report)
    }
}
