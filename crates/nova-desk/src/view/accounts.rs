//! Accounts as the window shows them: names and kinds, never a token.

use nova_core::{Account, AccountKind, Accounts, Admitted, YggdrasilServer, texts::Texts};
use nova_model::{Message, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::ProblemRow;
use crate::turn::Names;

/// The page of accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AccountsPage {
    /// In the order they were added.
    pub accounts: Vec<AccountRow>,
    /// The client id that Microsoft's sign-in is asked with; none where none is set.
    pub client_id: Option<String>,
    /// What is wrong with the list.
    pub problems: Vec<ProblemRow>,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AccountRow {
    /// Its id.
    pub id: String,
    /// The player's name.
    pub name: String,
    /// `microsoft`, `yggdrasil` or `offline`.
    pub kind: String,
    /// What kind it is, in words; a skin server by its name.
    pub label: String,
    /// Where a skin server is.
    pub server: Option<String>,
    /// What is signed in with there.
    pub login: Option<String>,
    /// Whether it plays.
    pub active: bool,
}

/// The skin of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SkinView {
    /// Its picture as a data address; none for the default one, and where nobody could be asked.
    pub url: Option<String>,
}

/// A picture that is kept, to be put on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SkinKept {
    /// Its id for `set_skin`.
    pub file_id: String,
}

/// News of a sign-in with Microsoft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum LoginNews {
    /// What the player types, and where.
    Code {
        /// The code.
        code: String,
        /// The address.
        page: String,
        /// When the code is worth nothing any more.
        until: Millis,
    },
    /// The player has agreed; this is under way.
    Step {
        /// What it is, in words.
        said: String,
    },
}

/// A skin server that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SkinServerView {
    /// Its API, for `login_server`.
    pub address: String,
    /// What it calls itself.
    pub name: String,
    /// Its page.
    pub homepage: Option<String>,
    /// Where players register.
    pub register: Option<String>,
    /// Whether only e-mail addresses are signed in with.
    pub email: bool,
}

/// What came of a sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LoginDone {
    /// The account that plays now; none where a player has to be chosen first.
    pub account: Option<String>,
    /// What was done, and what the player should know.
    pub said: Vec<String>,
    /// Whom there is to choose from.
    pub players: Vec<String>,
    /// The one-time id of the choice, for `login_player`.
    pub choice: Option<String>,
}

impl AccountsPage {
    pub(crate) fn of(accounts: &Accounts, client_id: Option<String>, names: &Names) -> Self {
        let active = accounts.active().map(|account| account.id.as_str());
        let row = |account: &Account| AccountRow {
            active: active == Some(account.id.as_str()),
            ..AccountRow::of(account, &names.texts)
        };
        Self {
            accounts: accounts.items.iter().map(row).collect(),
            client_id,
            problems: accounts.problems.iter().map(|problem| ProblemRow::of(problem, names)).collect(),
        }
    }
}

impl AccountRow {
    fn of(account: &Account, texts: &Texts) -> Self {
        let (server, login) = match &account.kind {
            AccountKind::Yggdrasil { server, login, .. } => {
                (Some(server.to_string()), Some(clean(login, 200)))
            }
            AccountKind::Microsoft | AccountKind::Offline => (None, None),
        };
        Self {
            id: account.id.clone(),
            name: clean(&account.profile.name, 64),
            kind: account.kind.as_str().to_owned(),
            label: texts.say(&account.kind.label()),
            server,
            login,
            active: false,
        }
    }
}

impl SkinServerView {
    pub(crate) fn of(server: &YggdrasilServer) -> Self {
        Self {
            address: server.api.to_string(),
            name: server.name(),
            homepage: server.meta.homepage.as_ref().map(ToString::to_string),
            register: server.meta.register.as_ref().map(ToString::to_string),
            email: !server.meta.non_email_login,
        }
    }
}

impl LoginDone {
    pub(crate) fn of(admitted: &Admitted, texts: &Texts) -> Self {
        let said: Vec<&Message> = std::iter::once(&admitted.receipt.said).chain(&admitted.warnings).collect();
        Self {
            account: Some(admitted.account.id.clone()),
            said: said.into_iter().map(|message| texts.say(message)).collect(),
            players: Vec::new(),
            choice: None,
        }
    }
}
