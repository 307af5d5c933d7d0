//! `empty_trash`: frees trash entries for good; the only permanent deletion.

use std::sync::Arc;

use nova_content::trash::{self, Which};
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `empty_trash`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The entries to free, by id from `list_trash`, for example `["t-abcd2345"]`. Default: all, or those of `older_than`.
    #[serde(default)]
    trash_ids: Vec<String>,
    /// Only what was put aside more than this many days ago, for example `30`. Default: any age.
    #[serde(default)]
    older_than: Option<u32>,
}

/// Frees trash entries for good; the only permanent deletion.
pub(super) struct EmptyTrash(pub(super) Arc<Launcher>);

impl Write for EmptyTrash {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "trash_ids", from: &["list_trash"] }],
            ..draft_write(
                "empty_trash",
                Title { zh: "清空回收区", en: "Empty trash" },
                "Frees trash entries for good; cannot be undone.\n\
                 Use only when the player wants the space back; restore_trash puts back.\n\
                 The entries are listed by list_trash.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let which = match (params.trash_ids.is_empty(), params.older_than) {
            (false, _) => Which::Ids(params.trash_ids),
            (true, Some(days)) => Which::OlderThan { days, now: self.0.clock.now() },
            (true, None) => Which::All,
        };
        self.0.planned(trash::empty(&self.0.files, &which)?)
    }
}
