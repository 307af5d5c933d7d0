//! `remember`: notes something for later chats.

use std::sync::Arc;

use nova_content::notes::Notes;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `remember`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// One short sentence, at most 500 characters, for example `Plays on 1.20.1 with friends`. No passwords or keys.
    text: String,
}

/// Notes something for later chats.
pub(super) struct Remember(pub(super) Arc<Launcher>);

impl Write for Remember {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_write(
            "remember",
            Title { zh: "记住", en: "Remember" },
            "Notes a wish or habit of the player for later chats.\n\
             Use when asked to remember something; recall lists what is noted.",
        )
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let data = self.0.files.data();
        let now = self.0.clock.now();
        let proposal = Notes::read(data).remember(data, &params.text, now, &self.0.redactor())?;
        self.0.planned(proposal)
    }
}
