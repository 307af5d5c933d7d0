//! `remove_account`.

use std::sync::Arc;

use nova_account::Accounts;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::ACCOUNTS},
};

/// The parameters of `remove_account`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The account's id from `list_accounts`, for example `a-2b7k09xq`.
    account_id: String,
}

/// See the module.
pub(super) struct RemoveAccount(pub(super) Arc<Launcher>);

impl Write for RemoveAccount {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "account_id", from: ACCOUNTS }],
            ..draft_write(
                "remove_account",
                Title { zh: "移除账户", en: "Remove account" },
                "Takes an account off the list and drops its tokens.\n\
                 Use when a player is to go; select_account to play as another one.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (data, now) = (self.0.files.data(), self.0.clock.now());
        self.0.planned_account(Accounts::read(data).remove(data, &params.account_id, now)?)
    }
}
