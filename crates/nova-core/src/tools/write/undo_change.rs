//! `undo_change`: takes back one change, or every change of a turn.

use std::sync::Arc;

use nova_content::history;
use nova_files::Files;
use nova_model::{Message, Origin};
use nova_tools::{Call, IdParam, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `undo_change`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The change's id from list_changes, for example `c-abcd2345`, or `latest`.
    change_id: String,
}

/// Takes back one change. Taking back an undo does the change again.
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
        let (entry, proposal) = history::undo(&self.0.files, &params.change_id)?;
        let plan = proposal.plan(&self.0.files)?;
        let work = UndoWork {
            files: self.0.files.clone(),
            change: entry.id,
            title: proposal.title,
            version: proposal.version,
        };
        Ok(Planned { plan, work: Box::new(work) })
    }
}

struct UndoWork {
    files: Files,
    change: String,
    title: Message,
    version: Option<String>,
}

impl Work for UndoWork {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let origin = Origin { version: self.version, title: Some(self.title.clone()), ..origin.clone() };
        let entry = self.files.undo(&self.change, &origin)?;
        let said = Message::new("core.done").with("what", self.title);
        Ok(Receipt { said, data: json!({ "id": entry.id, "undone": self.change }), change: Some(entry.id) })
    }
}
