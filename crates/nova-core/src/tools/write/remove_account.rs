//! `remove_account`: takes an account off the list.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneAccount},
};

/// Takes an account off the list.
pub(super) struct RemoveAccount(pub(super) Arc<Launcher>);

impl Write for RemoveAccount {
    type Params = OneAccount;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneAccount::IDS,
            ..draft_write(
                "remove_account",
                Title { zh: "移除账户", en: "Remove account" },
                "Takes an account off the list and drops its tokens.\n\
                 Use when a player is to go; select_account to play as another one.",
            )
        }
    }

    fn plan(&self, params: OneAccount, _call: &Call) -> Result<Planned, ToolError> {
        let (data, now) = (self.0.files.data(), self.0.clock.now());
        self.0.planned_account(self.0.accounts().remove(data, &params.account_id, now)?)
    }
}
