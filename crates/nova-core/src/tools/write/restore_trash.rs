//! `restore_trash`: puts something back from the trash area.

use std::sync::Arc;

use nova_content::trash;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `restore_trash`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The entry's id from `list_trash`, for example `t-abcd2345`.
    trash_id: String,
}

/// Puts something back from the trash area.
pub(super) struct RestoreTrash(pub(super) Arc<Launcher>);

impl Write for RestoreTrash {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "trash_id", from: &["list_trash"] }],
            ..draft_write(
                "restore_trash",
                Title { zh: "从回收区还原", en: "Restore from trash" },
                "Puts a file, world or version back from the trash area.\n\
                 Use to get back what was removed; undo_change takes back a whole change.\n\
                 The entry is listed by list_trash.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let roots: Vec<_> = self.0.game.roots()?.items.into_iter().map(|root| root.path).collect();
        self.0.planned(trash::restore(&self.0.files, &params.trash_id, &roots)?)
    }
}
