//! `recall`: what the player wanted Nova to remember.

use std::sync::Arc;

use nova_content::notes::{Note, Notes};
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, value, with_problems},
};

/// The parameters of `recall`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Words that have to be in it, for example `shader`. Default: everything.
    #[serde(default)]
    query: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// What the player wanted Nova to remember.
pub(super) struct Recall(pub(super) Arc<Launcher>);

impl Read for Recall {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "recall",
            Title { zh: "查看记住的内容", en: "Recall notes" },
            "Lists what the player wanted to be remembered, with ids.\n\
             Use for the player's wishes and habits; forget takes one out.",
        )
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let notes = Notes::read(self.0.files.data());
        let found = notes.matching(params.query.as_deref().unwrap_or_default());
        let lines: Vec<_> =
            found.iter().map(|note| format!("{}: {} ({})", note.id, note.text, moment(note.at))).collect();
        let head = if found.is_empty() { "core.notes.none" } else { "core.notes.head" };
        let said = said_list(Message::new(head).with("n", found.len()), &found, |note| line(note));
        let answer = answer(&lines, params.cursor.as_deref(), json!({ "notes": value(&found) }), said);
        Ok(with_problems(answer, notes.problems.clone()))
    }
}

fn line(note: &Note) -> Message {
    Message::new("core.notes.line")
        .with("id", note.id.as_str())
        .with("text", note.text.as_str())
        .with("at", Field::Time(note.at))
}
