//! `select_account`: lets another account be the one that plays.

use std::sync::Arc;

use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneAccount},
};

/// Lets another account be the one that plays.
pub(super) struct SelectAccount(pub(super) Arc<Launcher>);

impl Write for SelectAccount {
    type Params = OneAccount;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneAccount::IDS,
            ..draft_write(
                "select_account",
                Title { zh: "切换账户", en: "Switch account" },
                "Lets another account be the one that plays.\n\
                 Use when another player is wanted; list_accounts shows who there is.",
            )
        }
    }

    fn plan(&self, params: OneAccount, _call: &Call) -> Result<Planned, ToolError> {
        let (data, now) = (self.0.files.data(), self.0.clock.now());
        self.0.planned_account(self.0.accounts().select(data, &params.account_id, now)?)
    }
}
