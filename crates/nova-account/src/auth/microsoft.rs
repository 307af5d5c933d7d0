//! Microsoft accounts: signed in once in a browser, and kept alive by a refresh token that changes with every use.

use nova_model::Millis;

use super::{Age, Auth, SignedIn, again, gone};
use crate::{
    Account, DeviceLogin, GameSession, Grant, Result, Step,
    microsoft::{self, Arrived, MinecraftToken, licence_warning},
};

/// A clock that was put back by more makes every time that was kept doubtful.
const PUT_BACK: Millis = 5 * 60 * 1000;

impl Auth {
    /// Asks for the code that the player types in a browser.
    pub async fn begin_microsoft(&self) -> Result<DeviceLogin> {
        DeviceLogin::begin(&self.services, self.client_id.as_deref()).await
    }

    /// Goes the rest of the way with what the player agreed to, and keeps the tokens under an account's id. Nothing is kept
    /// where it ends early. `told` hears of each step as it begins.
    pub async fn finish_microsoft(
        &self,
        grant: Grant,
        id: &str,
        told: &(dyn Fn(Step) + Sync),
    ) -> Result<SignedIn> {
        let Arrived { profile, ownership, token } =
            microsoft::arrive(&self.services, &grant.access, told).await?;
        let purse = self.purse(id);
        purse.keep_refresh(&grant)?;
        purse.keep_minecraft(&token)?;
        let warnings = licence_warning(ownership).into_iter().collect();
        Ok(SignedIn { profile, ownership, warnings })
    }

    pub(super) async fn microsoft_session(&self, account: &Account, age: Age) -> Result<GameSession> {
        let purse = self.purse(&account.id);
        let kept = purse.minecraft()?;
        let before = match age {
            Age::Any => None,
            Age::New => kept.as_ref().map(|token| token.access.clone()),
        };
        // What another run of the program has just got is new, too; the token that was there before is not.
        let will_do = |token: &MinecraftToken| {
            before.as_ref() != Some(&token.access) && is_fresh(token, self.services.now())
        };
        if let Some(token) = kept.filter(will_do) {
            return Ok(self.session(account, token));
        }
        let _turn = self.turns.take(&account.id).await;
        let mut refused = None;
        loop {
            if let Some(token) = purse.minecraft()?.filter(will_do) {
                return Ok(self.session(account, token));
            }
            let (old, client_id) = purse.refresh()?.ok_or_else(|| again(account))?;
            // Another run of the program that waits for nobody may have used the token meanwhile, and kept a new one.
            if refused.as_ref() == Some(&old) {
                return Err(again(account));
            }
            match microsoft::refresh(&self.services, &client_id, &old).await? {
                Some(grant) => return self.renewed(account, &grant).await,
                None => refused = Some(old),
            }
        }
    }

    async fn renewed(&self, account: &Account, grant: &Grant) -> Result<GameSession> {
        let purse = self.purse(&account.id);
        // At once: the old one may be worth nothing any more, whatever becomes of the rest of the way.
        purse.keep_refresh(grant)?;
        let Arrived { profile, token, .. } =
            microsoft::arrive(&self.services, &grant.access, &|_| ()).await?;
        if profile.id != account.profile.id {
            return Err(gone(account));
        }
        purse.keep_minecraft(&token)?;
        Ok(self.session(&Account { profile, ..account.clone() }, token))
    }

    fn session(&self, account: &Account, token: MinecraftToken) -> GameSession {
        GameSession {
            access_token: token.access,
            xuid: token.xuid,
            client_id: self.client_id.clone(),
            ..GameSession::without_token(account)
        }
    }
}

/// An eighth of its life before its end a token is not fresh any more: a game lasts a while.
fn is_fresh(token: &MinecraftToken, now: Millis) -> bool {
    let life = token.until.saturating_sub(token.issued);
    now >= token.issued.saturating_sub(PUT_BACK) && now < token.until.saturating_sub(life / 8)
}

#[cfg(test)]
mod tests {
    use nova_model::Secret;

    use super::*;

    #[test]
    fn a_token_is_fresh_from_its_beginning_until_shortly_before_its_end() {
        let day = 24 * 3_600_000;
        let token = MinecraftToken { access: Secret::new("t"), issued: day, until: 2 * day, xuid: None };
        for (now, fresh) in [
            (day, true),
            (day + 20 * 3_600_000, true),
            (day + 21 * 3_600_000, false),
            (3 * day, false),
            (day - 60_000, true),
            (day - 3_600_000, false),
            (0, false),
        ] {
            assert_eq!(is_fresh(&token, now), fresh, "{now}");
        }
    }
}
