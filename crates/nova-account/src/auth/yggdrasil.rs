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
        let purse = self.purse(&account.id);
        let kept = || purse.yggdrasil()?.ok_or_else(|| again(account));
        let first = kept()?;
        if yggdrasil::validate(&self.services, api, &first).await? {
            return Ok(session(account, account.profile.clone(), first.access));
        }
        let _turn = self.turns.take(&account.id).await;
        // What somebody else got meanwhile is looked at like any other; a token that was refused is given up.
        let (mut looked, mut refused) = (first.access, None);
        loop {
            let kept = kept()?;
            if refused.as_ref() == Some(&kept.access) {
                return Err(again(account));
            }
            if kept.access != looked && yggdrasil::validate(&self.services, api, &kept).await? {
                return Ok(session(account, account.profile.clone(), kept.access));
            }
            looked = kept.access.clone();
            match yggdrasil::refresh(&self.services, api, &kept).await? {
                Some(entry) => return self.refreshed(account, entry),
                // Another run of the program that waits for nobody may have used it, and kept a new one.
                None => refused = Some(kept.access),
            }
        }
    }

    fn refreshed(&self, account: &Account, entry: Entry) -> Result<GameSession> {
        self.keep_entry(&account.id, &entry)?;
        if entry.profile.id != account.profile.id {
            return Err(gone(account));
        }
        Ok(session(account, entry.profile, entry.token.access))
    }
}

fn session(account: &Account, profile: Profile, access_token: Secret) -> GameSession {
    GameSession { name: profile.name, id: profile.id, access_token, ..GameSession::without_token(account) }
}
