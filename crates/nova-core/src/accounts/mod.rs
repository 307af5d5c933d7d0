//! Who plays: nova-account, wired to the launcher's settings, secrets and journal.
//!
//! Tokens are outside the journal. So whatever takes an account off the list (a removal, the undo of a sign-in) drops them itself,
//! once it is done: [`Launcher::forgetting`].

mod injector;
mod skins;
mod worn;

use std::{collections::BTreeSet, sync::Arc};

use nova_account::{Account, Accounts, Auth, Fresh, GameSession, Services, Web, WebOptions};
use nova_model::{Message, Origin, Report};
use nova_net::download::{DigestKind, Hasher};
use nova_tools::{Receipt, ToolError};
use serde_json::json;

use crate::{installs::wait, launcher::Launcher};

pub(crate) use skins::{Outfit, Picture, Worn};

/// Names the client id where the settings name none.
const CLIENT_ID: &str = "NOVA_MSA_CLIENT_ID";

/// Who plays, with a token that holds, and what to say of it.
pub(crate) struct SignedIn {
    pub(crate) session: GameSession,
    pub(crate) note: Option<Message>,
}

impl Launcher {
    /// The accounts as they are.
    pub fn accounts(&self) -> Accounts {
        Accounts::read(self.files.data())
    }

    /// The client id that Microsoft's sign-in is asked with: that of the settings, else that of the environment.
    pub fn client_id(&self) -> Option<String> {
        let named = || {
            let value = self.game.setup().machine.env.get(CLIENT_ID)?.to_str()?.trim();
            (!value.is_empty()).then(|| value.to_owned())
        };
        self.game.settings().client_id.or_else(named)
    }

    /// What signs in.
    pub(crate) fn auth(&self) -> Auth {
        let sources = self.installs.sources();
        let web = Web::new(WebOptions::default()).routed(move |url| sources.apply(url).into_owned());
        let services = Services::new(web, Arc::clone(&self.clock), self.installs.random());
        let auth = Auth::new(services, Arc::new(self.secrets.clone()), self.client_id());
        auth.in_turns(self.turns.clone())
    }

    /// Whoever plays, with a token that holds.
    pub(crate) fn session(&self) -> Result<SignedIn, ToolError> {
        let accounts = self.accounts();
        let Some(account) = accounts.active() else {
            return Err(ToolError::Tell(
                Report::new(Message::new("core.play.no-account"))
                    .hint(Message::new("core.play.no-account-hint")),
            ));
        };
        let fresh = wait(self.auth().ensure_fresh(account))?;
        let note = fresh.note();
        let session = match fresh {
            Fresh::Ready(session) | Fresh::Offline { session, .. } => session,
        };
        self.learn_secret(&session.access_token);
        Ok(SignedIn { session, note })
    }

    /// An id that no account has.
    pub(crate) fn new_account_id(&self) -> String {
        self.accounts().draw_id(self.clock.now(), &*self.installs.random())
    }

    /// Puts somebody on the list whose tokens are kept under a new id. Whoever is on it already takes the old place and id.
    pub(crate) fn admit(&self, came: &Account, origin: &Origin) -> Result<(Account, Receipt), ToolError> {
        let admitted = self.admitted(came, origin);
        if admitted.is_err() {
            // Nobody is there for these.
            let _ = self.auth().forget(&came.id);
        }
        admitted
    }

    fn admitted(&self, came: &Account, origin: &Origin) -> Result<(Account, Receipt), ToolError> {
        let accounts = self.accounts();
        let known = accounts.same_as(came).map(|known| known.id.clone());
        if let Some(known) = &known {
            self.auth().move_tokens(&came.id, known)?;
        }
        let account = Account { id: known.unwrap_or_else(|| came.id.clone()), ..came.clone() };
        let change = accounts.add(self.files.data(), &account, self.clock.now());
        let receipt = self.planned_account(change)?.work.apply(origin)?;
        Ok((account, receipt))
    }

    /// Gets new tokens for an account, and notes the name that its service knows it by.
    pub(crate) fn refresh(&self, account: &Account, origin: &Origin) -> Result<Receipt, ToolError> {
        let session = match wait(self.auth().renew(account))? {
            Fresh::Ready(session) => session,
            Fresh::Offline { why, .. } => return Err((*why).into()),
        };
        self.learn_secret(&session.access_token);
        let (data, now) = (self.files.data(), self.clock.now());
        if let Some(change) = self.accounts().refreshed(data, &account.id, &session.profile(), now)? {
            return self.planned_account(change)?.work.apply(origin);
        }
        let said = Message::new("core.account.fresh").with("name", account.profile.name.as_str());
        Ok(Receipt { said, data: json!({ "account_id": account.id }), change: None })
    }

    /// Does something to the list, and drops the tokens of whoever is not on it any more. It is done with the change and not at
    /// some later start: another run of the program may just be signing somebody in, whose tokens come before the entry.
    pub(crate) fn forgetting<T>(
        &self,
        change: impl FnOnce() -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        let before = ids_of(self.accounts());
        let done = change()?;
        let after = self.accounts();
        // A list that cannot be read says nothing of who has gone.
        if after.items.is_empty() && !after.problems.is_empty() {
            return Ok(done);
        }
        for gone in before.difference(&ids_of(after)) {
            nova_account::forget(&self.secrets, gone)?;
        }
        Ok(done)
    }
}

fn ids_of(accounts: Accounts) -> BTreeSet<String> {
    accounts.items.into_iter().map(|account| account.id).collect()
}

/// The digest by which a picture or a jar is told from others, in hex.
fn sha256(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Some(DigestKind::Sha256));
    hasher.update(bytes);
    hasher.finish().map(|digest| digest.to_string()).unwrap_or_default()
}
