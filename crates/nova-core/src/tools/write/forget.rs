//! `forget`: takes out something that was remembered.

use std::sync::Arc;

use nova_content::notes::Notes;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `forget`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The note's id from `recall`, for example `n-abcd2345`.
    note_id: String,
}

/// Takes out something that was remembered.
pub(super) struct Forget(pub(super) Arc<Launcher>);

impl Write for Forget {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "note_id", from: &["recall"] }],
            ..draft_write(
                "forget",
                Title { zh: "忘掉", en: "Forget" },
                "Takes out one note of what the player wanted to be remembered.\n\
                 Use when it no longer holds; remember notes something new.\n\
                 The note is listed by recall.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let data = self.0.files.data();
        let proposal = Notes::read(data).forget(data, &params.note_id, self.0.clock.now())?;
        self.0.planned(proposal)
    }
}
