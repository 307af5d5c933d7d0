//! The list of accounts: `accounts.json` in the data folder. It holds names, ids and kinds; a token is never in it.

mod change;
mod file;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use nova_model::{IdKind, Message, Millis, Problem, Random, draw_id, suggest};
use serde_json::{Map, Value};
use url::Url;

pub use change::AccountChange;

use crate::{AccountError, PlayerId, Profile, Result, check_name, offline_id};

/// What kind an account is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountKind {
    /// Bought, with a Microsoft account.
    Microsoft,
    /// At a skin server (Yggdrasil, authlib-injector).
    Yggdrasil {
        /// Its API, with a slash at the end.
        server: Url,
        /// What the server calls itself.
        server_name: Option<String>,
        /// What the player signs in with, so that only the password is asked for again.
        login: String,
    },
    /// A name alone.
    Offline,
}

impl AccountKind {
    /// Its word in the file.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Microsoft => "microsoft",
            Self::Yggdrasil { .. } => "yggdrasil",
            Self::Offline => "offline",
        }
    }

    /// What it is for people.
    pub fn label(&self) -> Message {
        match self {
            Self::Microsoft => Message::new("account.kind.microsoft"),
            Self::Yggdrasil { server, server_name, .. } => {
                let shown = server_name.clone().unwrap_or_else(|| crate::web::host(server));
                Message::new("account.kind.yggdrasil").with("server", shown)
            }
            Self::Offline => Message::new("account.kind.offline"),
        }
    }
}

/// One account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// `a-` and eight characters.
    pub id: String,
    /// What kind it is.
    pub kind: AccountKind,
    /// The player.
    pub profile: Profile,
    /// When it was added.
    pub added: Millis,
    /// When name and id were last heard from the service; the same as `added` for offline players.
    pub refreshed: Millis,
}

impl Account {
    /// An account of the kind.
    pub fn new(id: impl Into<String>, kind: AccountKind, profile: Profile, now: Millis) -> Self {
        Self { id: id.into(), kind, profile, added: now, refreshed: now }
    }

    /// An offline player, with an id of the player's own choice or the one that follows from the name. Checks the name;
    /// warnings come with the change that adds it.
    pub fn offline(id: impl Into<String>, name: &str, own: Option<PlayerId>, now: Millis) -> Result<Self> {
        check_name(name)?;
        let profile = Profile { id: own.unwrap_or_else(|| offline_id(name)), name: name.to_owned() };
        Ok(Self::new(id, AccountKind::Offline, profile, now))
    }

    /// Whether both are the same player of the same service: signing in again then takes the old one's place.
    pub fn is_same(&self, other: &Self) -> bool {
        let same_place = match (&self.kind, &other.kind) {
            (AccountKind::Microsoft, AccountKind::Microsoft) => true,
            (AccountKind::Offline, AccountKind::Offline) => self.profile.name == other.profile.name,
            (AccountKind::Yggdrasil { server, .. }, AccountKind::Yggdrasil { server: other, .. }) => {
                server == other
            }
            _ => false,
        };
        same_place && self.profile.id == other.profile.id
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.profile.name, self.kind.as_str())
    }
}

/// The accounts as they are, with what was wrong in the file.
///
/// The file's shape (format 1): `{"format": 1, "active": "a-0123abcd", "accounts": [{"id": "a-0123abcd", "kind": "microsoft",
/// "name": "Steve", "uuid": "…", "added": 0, "refreshed": 0}]}`; a Yggdrasil account also has `server`, `server_name` and
/// `login`. Keys and entries that are not understood stay in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accounts {
    /// In the order they were added.
    pub items: Vec<Account>,
    /// The one that plays, where one is chosen and there.
    pub active: Option<String>,
    /// What was wrong in the file.
    pub problems: Vec<Problem>,
    /// The file as it was read.
    raw: Map<String, Value>,
    /// Whether the file has to be kept aside before it is written.
    spoilt: bool,
}

impl Accounts {
    /// The file in a data folder.
    pub fn file(data: &Path) -> PathBuf {
        data.join("accounts.json")
    }

    /// An id that no account has.
    pub fn draw_id(&self, now: Millis, random: &dyn Random) -> String {
        let is_free = |id: &String| !self.items.iter().any(|account| account.id == *id);
        let mut draws = std::iter::repeat_with(|| draw_id(IdKind::Account, now, random)).take(64);
        draws.find(is_free).unwrap_or_else(|| draw_id(IdKind::Account, now, random))
    }

    /// The account that plays: the chosen one, or the only one.
    pub fn active(&self) -> Option<&Account> {
        match (&self.active, self.items.as_slice()) {
            (Some(id), items) => items.iter().find(|account| account.id == *id),
            (None, [only]) => Some(only),
            (None, _) => None,
        }
    }

    /// The account of an id, or of a name that only one has.
    pub fn find(&self, asked: &str) -> Result<&Account> {
        if let Some(account) = self.items.iter().find(|account| account.id == asked) {
            return Ok(account);
        }
        let is_named = |account: &&Account| account.profile.name.eq_ignore_ascii_case(asked);
        let named: Vec<&Account> = self.items.iter().filter(is_named).collect();
        match named.as_slice() {
            [] => Err(self.no_account(asked)),
            [only] => Ok(only),
            several => {
                let ids = several.iter().map(|account| account.id.clone()).collect();
                Err(AccountError::AmbiguousName { name: nova_model::clean(asked, 60), ids })
            }
        }
    }

    /// The account in the list that is the same player of the same service.
    pub fn same_as(&self, account: &Account) -> Option<&Account> {
        self.items.iter().find(|known| known.is_same(account))
    }

    fn no_account(&self, asked: &str) -> AccountError {
        let names = || self.items.iter().map(|account| account.profile.name.as_str());
        let near: Vec<String> = suggest(asked, names()).into_iter().map(str::to_owned).collect();
        let all = || self.items.iter().map(|account| format!("{} ({})", account.profile.name, account.id));
        let known = if near.is_empty() { all().take(10).collect() } else { near };
        AccountError::NoAccount { asked: nova_model::clean(asked, 60), known }
    }
}
