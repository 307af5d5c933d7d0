//! `select_account`.

use std::sync::Arc;

use nova_account::Accounts;
use nova_tools::{Call, IdParam, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::ACCOUNTS},
};

/// The parameters of `select_account`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The account's id from `list_accounts`, for example `a-2b7k09xq`.
    account_id: String,
}

/// See the module.
pub(super) struct SelectAccount(pub(super) Arc<Launcher>);

impl Write for SelectAccount {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "account_id", from: ACCOUNTS }],
            ..draft_write(
                "select_account",
                Title { zh: "切换账户", en: "Switch account" },
                "Lets another account be the one that plays.\n\
                 Use when another player is wanted; list_accounts shows who there is.",
            )
        }
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (data, now) = (self.0.files.data(), self.0.clock.now());
        self.0.planned_account(Accounts::read(data).select(data, &params.account_id, now)?)
    }
}
