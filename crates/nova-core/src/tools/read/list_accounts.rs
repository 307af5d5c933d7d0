//! `list_accounts`: the players that are signed in, never a token.

use std::sync::Arc;

use nova_account::Account;
use nova_model::Message;
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, said_list, with_problems},
};

/// The players that are signed in.
pub(super) struct ListAccounts(pub(super) Arc<Launcher>);

impl Read for ListAccounts {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "list_accounts",
            Title { zh: "查看账户", en: "List accounts" },
            "Lists the players that can be played as, and which one is active.\n\
             Use for who plays; start_login for signing in another one.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let accounts = self.0.accounts();
        let active = accounts.active().map(|account| account.id.clone());
        let is_active = |account: &Account| active.as_ref() == Some(&account.id);
        let rows: Vec<Value> =
            accounts.items.iter().map(|account| row(account, is_active(account))).collect();
        let line = |account: &Account| {
            let mark = if is_active(account) { " (active)" } else { "" };
            format!("{}: {} ({}){mark}", account.id, account.profile.name, account.kind.as_str())
        };
        let lines: Vec<String> = accounts.items.iter().map(line).collect();
        let head = if rows.is_empty() { "core.accounts.none" } else { "core.accounts.head" };
        let said = said_list(Message::new(head).with("n", rows.len()), &accounts.items, |account| {
            let code = if is_active(account) { "core.accounts.active" } else { "core.accounts.line" };
            Message::new(code).with("name", account.profile.name.as_str()).with("kind", account.kind.label())
        });
        Ok(with_problems(answer(&lines, None, json!({ "accounts": rows }), said), accounts.problems))
    }
}

fn row(account: &Account, active: bool) -> Value {
    json!({
        "id": account.id,
        "name": account.profile.name,
        "kind": account.kind.as_str(),
        "active": active,
        "added": account.added,
    })
}
