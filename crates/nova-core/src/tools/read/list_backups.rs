//! `list_backups`: the backups with ids, times and contents.

use std::sync::Arc;

use nova_content::backups::{self, Filter};
use nova_files::Backup;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, moment, said_list, size, value, with_problems},
};

/// The parameters of `list_backups`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: all versions.
    #[serde(default)]
    version_id: Option<String>,
    /// Only backups of this world, by folder name, for example `New World`. Default: all worlds.
    #[serde(default)]
    save: Option<String>,
    /// Where to go on, from the end of an earlier answer, for example `40`. Default: from the start.
    #[serde(default)]
    cursor: Option<String>,
}

/// The backups with ids, times and contents.
pub(super) struct ListBackups(pub(super) Arc<Launcher>);

impl Read for ListBackups {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "list_backups",
                Title { zh: "查看备份", en: "List backups" },
                "Lists backups with id, time, worlds and size, newest first.\n\
                 Use for which backups there are; read_backup to look into one.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let filter = Filter { version: params.version_id, save: params.save };
        let list = backups::list(&self.0.files, &filter);
        let lines: Vec<_> = list.items.iter().map(line).collect();
        let head = if list.items.is_empty() { "core.backups.none" } else { "core.backups.head" };
        let said = said_list(Message::new(head).with("n", list.items.len()), &list.items, sentence);
        let data = json!({ "backups": value(&list.items) });
        Ok(with_problems(answer(&lines, params.cursor.as_deref(), data, said), list.problems))
    }
}

fn holds(backup: &Backup) -> Vec<String> {
    backup.saves.iter().chain(&backup.includes).cloned().collect()
}

fn line(backup: &Backup) -> String {
    let version = backup.version.as_deref().unwrap_or("unknown version");
    format!(
        "{}: {} of {version}, {}, {}",
        backup.id,
        holds(backup).join(", "),
        moment(backup.at),
        size(backup.bytes)
    )
}

fn sentence(backup: &Backup) -> Message {
    Message::new("core.backups.line")
        .with("id", backup.id.as_str())
        .with("what", holds(backup))
        .with("at", Field::Time(backup.at))
        .with("size", Field::Bytes(backup.bytes))
}
