//! `disk_usage`: space used by versions, mods, worlds, backups, caches.

use std::sync::Arc;

use nova_content::clean::Kind;
use nova_model::{Field, Message};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::params::VERSIONS;
use crate::{
    cleaning::KEEP_DAYS,
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, size, value},
};

/// The parameters of `disk_usage`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: everything.
    #[serde(default)]
    version_id: Option<String>,
}

/// Space used by versions, mods, worlds, backups, caches.
pub(super) struct DiskUsage(pub(super) Arc<Launcher>);

impl Read for DiskUsage {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "version_id", from: VERSIONS }],
            ..draft_read(
                "disk_usage",
                Title { zh: "查看磁盘占用", en: "Disk usage" },
                "Adds up disk space by kind: versions, mods, worlds, backups, caches.\n\
                 Use for what takes the space; list_trash for what can be freed.",
            )
        }
    }

    fn run(&self, params: Params, _call: &Call) -> Result<Answer, ToolError> {
        let version = params.version_id.as_deref().map(|id| self.0.version(Some(id))).transpose()?;
        let usage = self.0.game.disk_usage(version.as_ref())?;
        let mut lines =
            vec![format!("Total: {}{}", size(usage.total), if usage.cut { " or more" } else { "" })];
        lines.extend(
            usage
                .items
                .iter()
                .map(|item| format!("{}: {} in {} files", kind(item), size(item.bytes), item.files)),
        );
        let spare = if version.is_none() { self.spare()? } else { 0 };
        let head = Message::new("core.disk.head").with("total", Field::Bytes(usage.total));
        let mut said = said_list(head, &usage.items, |item| {
            Message::new("core.disk.line")
                .with("kind", Message::new(format!("core.disk.{}", kind(item))))
                .with("size", Field::Bytes(item.bytes))
        });
        let mut data = value(&usage);
        if spare > 0 {
            lines.push(format!("clean_caches would free: {}", size(spare)));
            said.push(Message::new("core.disk.cleanable").with("size", Field::Bytes(spare)));
            data["cleanable"] = json!(spare);
        }
        Ok(answer(&lines, None, data, said))
    }
}

impl DiskUsage {
    /// Bytes that can be cleaned up.
    fn spare(&self) -> Result<u64, ToolError> {
        let spares = self.0.spares(&Kind::ALL, KEEP_DAYS)?;
        Ok(spares.iter().fold(0, |sum, spare| sum.saturating_add(spare.bytes)))
    }
}

fn kind(item: &nova_game::Usage) -> String {
    value(item.kind).as_str().unwrap_or("other").to_owned()
}
