//! Accounts at skin servers: signed in with a password that is not kept, and kept alive by a token.

use nova_model::Secret;
use url::Url;

use super::{Auth, again, gone};
use crate::{
    Account, GameSession, Profile, Result, SignedInAt, YggdrasilServer,
    yggdrasil::{self, Entry},
};

impl Auth {
    /// Finds a skin server by what the player typed.
    pub async fn find_server(&self, typed: &str) -> Result<YggdrasilServer> {
        yggdrasil::discover(&self.services, typed).await
    }

    /// Asks a skin server what it says of itself: before each start, since the game is told of it.
    pub async fn describe_server(&self, api: &Url) -> Result<YggdrasilServer> {
        yggdrasil::describe(&self.services, api).await
    }

    /// Signs in at a skin server. Nothing is kept before [`Auth::keep_entry`].
    pub async fn sign_in_at(
        &self,
        server: &YggdrasilServer,
        login: &str,
        password: &Secret,
    ) -> Result<SignedInAt> {
        yggdrasil::authenticate(&self.services, server, login, password).await
    }

    /// Keeps the token of a player who has signed in.
    pub fn keep_entry(&self, id: &str, entry: &Entry) -> Result<()> {
        self.purse(id).keep_yggdrasil(&entry.token)
    }

    pub(super) async fn yggdrasil_session(&self, account: &Account, api: &Url) -> Result<GameSession> {
        let _only = self.refreshing.lock().await;
        let purse = self.purse(&account.id);
        let mut refused = None;
        loop {
            let kept = purse.yggdrasil()?.ok_or_else(|| again(account))?;
            // Another run of the program may have used the token meanwhile, and kept a new one.
            if refused.as_ref() == Some(&kept.access) {
                return Err(again(account));
            }
            if yggdrasil::validate(&self.services, api, &kept).await? {
                return Ok(session(account, account.profile.clone(), kept.access));
            }
            let Some(entry) = yggdrasil::refresh(&self.services, api, &kept).await? else {
                refused = Some(kept.access);
                continue;
            };
            purse.keep_yggdrasil(&entry.token)?;
            let same = entry.profile.id == account.profile.id;
            return if same {
                Ok(session(account, entry.profile, entry.token.access))
            } else {
                Err(gone(account))
            };
        }
    }
}

fn session(account: &Account, profile: Profile, access_token: Secret) -> GameSession {
    GameSession { name: profile.name, id: profile.id, access_token, ..GameSession::without_token(account) }
}
