//! `list_trash`: what was put aside, when, and by which change.

use std::sync::Arc;

use nova_content::trash;
use nova_files::TrashItem;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, size, value, with_problems},
};

/// The parameters of `list_trash`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// What was put aside, when, and by which change.
pub(super) struct ListTrash(pub(super) Arc<Launcher>);

impl Read for ListTrash {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_trash",
            Title { zh: "查看回收区", en: "List trash" },
            "Lists what was put aside: id, where it was, when, size.\n\
                 Use for what can come back; restore_trash puts one thing back.",
        )
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let list = trash::list(&self.0.files);
        let lines: Vec<_> = list
            .items
            .iter()
            .map(|item| {
                format!("{}: {}, {}, {}", item.id, item.was.display(), moment(item.at), size(item.bytes))
            })
            .collect();
        let entries: Vec<_> = list.items.iter().map(entry).collect();
        let head = if list.items.is_empty() { "core.trash.none" } else { "core.trash.head" };
        let said = said_list(Message::new(head).with("n", list.items.len()), &list.items, |item| {
            Message::new("core.trash.line")
                .with("id", item.id.as_str())
                .with("name", name(item))
                .with("at", Field::Time(item.at))
                .with("size", Field::Bytes(item.bytes))
        });
        Ok(with_problems(
            answer(&lines, params.cursor.as_deref(), json!({ "trash": entries }), said),
            list.problems,
        ))
    }
}

fn name(item: &TrashItem) -> String {
    item.was.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn entry(item: &TrashItem) -> serde_json::Value {
    let mut entry = value(item);
    if let Some(fields) = entry.as_object_mut() {
        fields.insert("name".into(), name(item).into());
    }
    entry
}
