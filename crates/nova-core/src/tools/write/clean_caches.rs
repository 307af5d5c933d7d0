//! `clean_caches`: old logs, caches and leftovers go into the trash area.

use std::sync::Arc;

use nova_content::clean;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    cleaning::KEEP_DAYS,
    launcher::Launcher,
    tools::{choices::CleanKind, common::draft_write},
};

/// The parameters of `clean_caches`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// What goes, for example `["logs"]`. Default: old logs, caches and leftovers.
    #[serde(default)]
    kinds: Vec<CleanKind>,
    /// Logs and crash reports of so many days stay, for example `30`. Default: 7.
    #[serde(default)]
    keep_days: Option<u32>,
}

/// Old logs, caches and leftovers go into the trash area.
pub(super) struct CleanCaches(pub(super) Arc<Launcher>);

impl Write for CleanCaches {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_write(
            "clean_caches",
            Title { zh: "清理缓存", en: "Clean caches" },
            "Moves old logs, caches and leftovers to the trash area.\n\
             Use for space or tidiness; empty_trash frees it for good, disk_usage shows how much.",
        )
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let kinds: Vec<clean::Kind> = params.kinds.into_iter().map(Into::into).collect();
        let kinds = if kinds.is_empty() { clean::Kind::ALL.to_vec() } else { kinds };
        self.0.planned(self.0.clean(&kinds, params.keep_days.unwrap_or(KEEP_DAYS))?)
    }
}
