//! `refresh_account`: gets new tokens for an account, and the name its service knows it by.

use std::sync::Arc;

use nova_account::{Account, AccountKind};
use nova_model::{Change, ChangeKind, Message, Origin, Plan, Report, Undo};
use nova_tools::{Call, Planned, Receipt, SpecDraft, Title, ToolError, Work, Write};

use crate::{
    launcher::Launcher,
    tools::{common::draft_write, params::OneAccount},
};

/// Gets new tokens for an account.
pub(super) struct RefreshAccount(pub(super) Arc<Launcher>);

impl Write for RefreshAccount {
    type Params = OneAccount;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: OneAccount::IDS,
            ..draft_write(
                "refresh_account",
                Title { zh: "刷新账户", en: "Refresh account" },
                "Renews the sign-in of an account and its name.\n\
                 Use when a server rejects the session or the name changed; start_login if this fails.",
            )
        }
    }

    fn plan(&self, params: OneAccount, _call: &Call) -> Result<Planned, ToolError> {
        let account = self.0.accounts().find(&params.account_id)?.clone();
        if account.kind == AccountKind::Offline {
            let message = Message::new("core.account.nothing-to-refresh");
            return Err(ToolError::Tell(Report::new(message.with("name", account.profile.name.as_str()))));
        }
        let plan = plan(&account);
        Ok(Planned { plan, work: Box::new(Refresh { launcher: Arc::clone(&self.0), account }) })
    }
}

fn plan(account: &Account) -> Plan {
    Plan {
        title: Message::new("core.account.refresh")
            .with("name", account.profile.name.as_str())
            .with("kind", account.kind.label()),
        changes: vec![Change { kind: ChangeKind::Set, what: account.to_string(), to: None, bytes: None }],
        bytes_written: 0,
        bytes_downloaded: 0,
        undo: Undo::Reversible(Message::new("core.account.refresh.undo")),
        warnings: Vec::new(),
        stamps: Vec::new(),
        needs: Vec::new(),
        makes: Vec::new(),
    }
}

/// Asks the service. Only a new name is a change of the journal.
struct Refresh {
    launcher: Arc<Launcher>,
    account: Account,
}

impl Work for Refresh {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        self.launcher.refresh(&self.account, origin)
    }
}
