//! `undo_change`: takes back one change, or every change of a turn, newest first.

use std::sync::Arc;

use nova_content::history;
use nova_files::FilesError;
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
        let files = &self.0.files;
        let of_turn: Vec<_> =
            files.changes_of_turn(&params.change_id).into_iter().map(|entry| entry.id).collect();
        let ids = if of_turn.is_empty() { vec![params.change_id] } else { of_turn };
        let mut undos = Vec::new();
        for (nth, id) in ids.iter().enumerate() {
            match history::undo(files, id) {
                Ok((entry, proposal)) => undos.push((entry.id, proposal)),
                // A later change of the same turn may stand on it; it is looked at again once that one is undone.
                Err(_) if nth > 0 => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.planned(&ids, &undos)
    }
}

impl UndoChange {
    fn planned(&self, ids: &[String], undos: &[(String, Proposal)]) -> Result<Planned, ToolError> {
        let files = &self.0.files;
        let version = undos.first().and_then(|(_, proposal)| proposal.version.clone());
        // `latest` stands for the id that was found.
        let changes: Vec<String> = match undos {
            [(id, _)] if ids.len() == 1 => vec![id.clone()],
            _ => ids.to_vec(),
        };
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
        let work = UndoWork { desk: self.0.desk(), changes, title: plan.title.clone(), version };
        Ok(Planned { plan, work: Box::new(work) })
    }
}

/// Takes changes back, newest first: all of them, or none.
struct UndoWork {
    desk: Desk,
    changes: Vec<String>,
    title: Message,
    version: Option<String>,
}

impl Work for UndoWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let origin =
            Origin { version: self.version.clone(), title: Some(self.title.clone()), ..origin.clone() };
        let mut undone: Vec<String> = Vec::new();
        for change in &self.changes {
            match self.desk.files().undo(change, &origin) {
                Ok(entry) => undone.push(entry.id),
                Err(error) => return Err(self.back(&undone, &origin, &error)),
            }
        }
        let said = Message::new("core.done").with("what", self.title);
        let change = undone.last().cloned();
        Ok(Receipt { said, data: json!({ "id": change, "undone": self.changes, "by": undone }), change })
    }
}

impl UndoWork {
    /// Does again what was already undone, so that a turn is never left half undone. If that fails too, both are said.
    fn back(&self, undone: &[String], origin: &Origin, error: &FilesError) -> ToolError {
        let mut report = error.report();
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
