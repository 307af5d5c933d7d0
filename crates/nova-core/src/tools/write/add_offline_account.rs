//! `add_offline_account`: adds a player without signing in.

use std::sync::Arc;

use nova_account::Account;
use nova_tools::{Call, Planned, SpecDraft, Title, ToolError, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{launcher::Launcher, tools::common::draft_write};

/// The parameters of `add_offline_account`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The player's name, 3 to 16 letters, digits and underscores, for example `Steve`.
    name: String,
}

/// Adds a player without signing in.
pub(super) struct AddOfflineAccount(pub(super) Arc<Launcher>);

impl Write for AddOfflineAccount {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        draft_write(
            "add_offline_account",
            Title { zh: "添加离线账户", en: "Add an offline account" },
            "Adds a player without signing in, for single player and offline servers.\n\
                 Use when an offline name is wanted; start_login for a Microsoft account.",
        )
    }

    fn plan(&self, params: Params, _call: &Call) -> Result<Planned, ToolError> {
        let (data, now) = (self.0.files.data(), self.0.clock.now());
        let accounts = self.0.accounts();
        let id = accounts.draw_id(now, &*self.0.installs.random());
        let fresh = Account::offline(id, &params.name, None, now)?;
        // The same player again takes the old one's place.
        let id = accounts.same_as(&fresh).map_or_else(|| fresh.id.clone(), |known| known.id.clone());
        self.0.planned_account(accounts.add(data, &Account { id, ..fresh }, now))
    }
}
