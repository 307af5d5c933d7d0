//! The handle that tools, pages and the launch hold: signing in, staying signed in, signing out, skins.

mod microsoft;
mod skins;
mod yggdrasil;

use std::sync::Arc;

use nova_model::{Message, SecretStore};

use crate::{
    Account, AccountError, AccountKind, Fresh, GameSession, Ownership, Profile, Result, Services, Turns,
    tokens::Purse,
};

/// Sign-ins and sessions. Tokens go from the services into the secret store and from there into a [`GameSession`]; nobody else
/// sees one.
pub struct Auth {
    services: Services,
    store: Arc<dyn SecretStore>,
    client_id: Option<String>,
    turns: Turns,
}

/// Which of the game's tokens will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Age {
    /// One that was kept, as long as it holds.
    Any,
    /// One that the service gives now.
    New,
}

/// A Microsoft account that was signed in; its tokens are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The player.
    pub profile: Profile,
    /// What the account owns.
    pub ownership: Ownership,
    /// What the player should know.
    pub warnings: Vec<Message>,
}

impl Auth {
    /// A handle. Without a client id only Microsoft's sign-in does not work.
    pub fn new(services: Services, store: Arc<dyn SecretStore>, client_id: Option<String>) -> Self {
        Self { services, store, client_id, turns: Turns::default() }
    }

    /// The same, taking turns with every other handle that has these.
    #[must_use]
    pub fn in_turns(self, turns: Turns) -> Self {
        Self { turns, ..self }
    }

    /// The way to the services.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// A session for the game. It is refreshed where its token is at its end; where the service is away, the last known player
    /// may play alone.
    pub async fn ensure_fresh(&self, account: &Account) -> Result<Fresh> {
        let session = match &account.kind {
            AccountKind::Offline => Ok(GameSession::without_token(account)),
            AccountKind::Microsoft => self.microsoft_session(account, Age::Any).await,
            AccountKind::Yggdrasil { server, .. } => self.yggdrasil_session(account, server).await,
        };
        fresh_or_offline(account, session)
    }

    /// Signs an account out: a skin server is told, as far as it can be reached, and every token is dropped.
    pub async fn sign_out(&self, account: &Account) -> Result<()> {
        // A refresh that is under way would keep its tokens after they were dropped.
        let _turn = self.turns.take(&account.id).await;
        let purse = self.purse(&account.id);
        if let (AccountKind::Yggdrasil { server, .. }, Ok(Some(token))) = (&account.kind, purse.yggdrasil()) {
            // A server that is away forgets the token by itself in a few days.
            let _ = crate::yggdrasil::invalidate(&self.services, server, &token).await;
        }
        purse.forget()
    }

    /// A session with tokens that the service has just given or vouched for, however long the kept ones would still hold.
    pub async fn renew(&self, account: &Account) -> Result<Fresh> {
        match &account.kind {
            AccountKind::Microsoft => {
                fresh_or_offline(account, self.microsoft_session(account, Age::New).await)
            }
            AccountKind::Offline | AccountKind::Yggdrasil { .. } => self.ensure_fresh(account).await,
        }
    }

    /// Puts the tokens of one account under the id of another: whoever signs in again is the account that is known.
    pub fn move_tokens(&self, from: &str, to: &str) -> Result<()> {
        self.purse(from).move_to(to)
    }

    /// Drops every token of an account.
    pub fn forget(&self, id: &str) -> Result<()> {
        self.purse(id).forget()
    }

    fn purse<'a>(&'a self, id: &'a str) -> Purse<'a> {
        Purse::new(&*self.store, id)
    }
}

/// Where the service is away, the last known player may play alone.
fn fresh_or_offline(account: &Account, session: Result<GameSession>) -> Result<Fresh> {
    match session {
        Ok(session) => Ok(Fresh::Ready(session)),
        Err(why) if why.is_outage() => {
            Ok(Fresh::Offline { session: GameSession::without_token(account), why: Box::new(why) })
        }
        Err(error) => Err(error),
    }
}

/// Drops every token of an account from a store.
pub fn forget(store: &dyn SecretStore, id: &str) -> Result<()> {
    Purse::new(store, id).forget()
}

fn again(account: &Account) -> AccountError {
    AccountError::SignInAgain { name: account.profile.name.clone() }
}

fn gone(account: &Account) -> AccountError {
    AccountError::ProfileGone { name: account.profile.name.clone() }
}
