//! `list_changes`: the journal, newest first, undoable or not and why.

use std::sync::Arc;

use nova_content::history::{self, Filter, PastChange};
use nova_files::EntryState;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, value, with_problems},
};

/// The parameters of `list_changes`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// How many at most, for example `10`. Default: 20.
    #[serde(default = "twenty")]
    limit: usize,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: all versions.
    #[serde(default)]
    version_id: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The journal, newest first, undoable or not and why.
pub(super) struct ListChanges(pub(super) Arc<Launcher>);

impl Read for ListChanges {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "list_changes",
                Title { zh: "查看更改记录", en: "List changes" },
                "Lists what Nova changed, newest first, and whether it can be undone.\n\
                 Use for what was done; undo_change takes one back.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let list = history::list(&self.0.files, &Filter { version: params.version_id, limit: params.limit });
        let lines: Vec<_> = list.items.iter().map(line).collect();
        let data = json!({ "changes": list.items.iter().map(entry).collect::<Vec<_>>() });
        let head = if list.items.is_empty() { "core.changes.none" } else { "core.changes.head" };
        let said = said_list(Message::new(head).with("n", list.items.len()), &list.items, sentence);
        Ok(with_problems(answer(&lines, params.cursor.as_deref(), data, said), list.problems))
    }
}

fn twenty() -> usize {
    20
}

fn line(change: &PastChange) -> String {
    let undo = if change.fixed.is_none() { "can be undone" } else { "cannot be undone" };
    format!("{}: {}, {}, {undo}", change.entry.id, change.entry.origin.tool, moment(change.entry.at))
}

fn entry(change: &PastChange) -> Value {
    json!({
        "id": change.entry.id,
        "at": change.entry.at,
        "tool": change.entry.origin.tool,
        "turn": change.entry.origin.turn,
        "version_id": change.entry.origin.version,
        "title": value(&change.entry.origin.title),
        "state": value(&change.entry.state),
        "undoable": change.fixed.is_none(),
        "why_not": value(change.fixed.as_ref().map(|report| &report.message)),
    })
}

fn sentence(change: &PastChange) -> Message {
    let code = match (&change.entry.state, &change.fixed) {
        (EntryState::Undone { .. }, _) => "core.changes.undone",
        (_, None) => "core.changes.line",
        (_, Some(_)) => "core.changes.fixed",
    };
    let title = change.entry.origin.title.clone();
    let title = title.map_or_else(|| Field::Text(change.entry.origin.tool.clone()), Field::from);
    Message::new(code)
        .with("id", change.entry.id.as_str())
        .with("at", Field::Time(change.entry.at))
        .with("what", title)
}
