//! Signing in at a skin server, choosing among profiles, and keeping the token alive.

use nova_model::Secret;
use serde_json::{Value, json};
use url::Url;

use super::{YggdrasilServer, answers::Given, below};
use crate::{
    AccountError, Profile, Result, Services, Step,
    tokens::ServerToken,
    web::{self, Answer, Ask},
};

/// What signing in came to.
#[derive(Debug)]
pub enum SignedInAt {
    /// This player plays.
    Ready(Box<Entry>),
    /// The user has several players; one has to be chosen.
    Choose(Box<Choice>),
}

/// A player with the token to play with.
#[derive(Debug)]
pub struct Entry {
    /// Who plays.
    pub profile: Profile,
    pub(crate) token: ServerToken,
}

/// A sign-in that waits for the choice of a player.
#[derive(Debug)]
pub struct Choice {
    /// Whom there is to choose from.
    pub profiles: Vec<Profile>,
    api: Url,
    token: ServerToken,
}

impl Choice {
    /// Chooses a player.
    pub async fn choose(self, services: &Services, profile: &Profile) -> Result<Entry> {
        let gone = || AccountError::ProfileGone { name: profile.name.clone() };
        if !self.profiles.contains(profile) {
            return Err(gone());
        }
        let fresh = refreshed(services, &self.api, &self.token, Some(profile)).await?;
        fresh.filter(|entry| entry.profile.id == profile.id).ok_or_else(gone)
    }
}

/// Signs in with name and password. The password is not kept.
pub(crate) async fn authenticate(
    services: &Services,
    server: &YggdrasilServer,
    login: &str,
    password: &Secret,
) -> Result<SignedInAt> {
    let client = Secret::new(services.nonce());
    let body = json!({
        "username": login,
        "password": password.expose(),
        "clientToken": client.expose(),
        "requestUser": true,
        "agent": {"name": "Minecraft", "version": 1},
    });
    let url = below(&server.api, "authserver/authenticate")?;
    let ask = Ask::post_json(Step::Login, url, &body).hush(password).hush(&client);
    let answer = services.ask(ask).await?;
    if matches!(answer.status, 401 | 403) {
        return Err(AccountError::WrongPassword { server: server.name(), said: answer.said() });
    }
    let given: Given = answer.json()?;
    let token = given.token();
    if let Some(profile) = given.selected(&answer)? {
        return Ok(SignedInAt::Ready(Box::new(Entry { profile, token })));
    }
    let profiles = given.available();
    if profiles.is_empty() {
        let page = server.meta.homepage.as_ref().map(web::shown);
        return Err(AccountError::NoProfiles { server: server.name(), homepage: page });
    }
    Ok(SignedInAt::Choose(Box::new(Choice { profiles, api: server.api.clone(), token })))
}

/// Whether a token still holds.
pub(crate) async fn validate(services: &Services, api: &Url, token: &ServerToken) -> Result<bool> {
    let answer = post(services, Step::Validate, api, "authserver/validate", token, json!({})).await?;
    match answer.status {
        200..300 => Ok(true),
        400 | 401 | 403 => Ok(false),
        _ => Err(answer.fault()),
    }
}

/// A new token for the old one; none where the player has to sign in again. The old one is worth nothing from here on.
pub(crate) async fn refresh(services: &Services, api: &Url, token: &ServerToken) -> Result<Option<Entry>> {
    refreshed(services, api, token, None).await
}

async fn refreshed(
    services: &Services,
    api: &Url,
    token: &ServerToken,
    chosen: Option<&Profile>,
) -> Result<Option<Entry>> {
    let mut more = json!({"requestUser": true});
    if let (Some(profile), Value::Object(more)) = (chosen, &mut more) {
        let selected = json!({"id": profile.id.undashed(), "name": profile.name});
        more.insert("selectedProfile".to_owned(), selected);
    }
    let answer = post(services, Step::Refresh, api, "authserver/refresh", token, more).await?;
    if matches!(answer.status, 400 | 401 | 403) {
        return Ok(None);
    }
    let given: Given = answer.json()?;
    let token = given.token();
    Ok(given.selected(&answer)?.map(|profile| Entry { profile, token }))
}

/// Gives a token back.
pub(crate) async fn invalidate(services: &Services, api: &Url, token: &ServerToken) -> Result<()> {
    let answer = post(services, Step::SignOut, api, "authserver/invalidate", token, json!({})).await?;
    if answer.is_good() { Ok(()) } else { Err(answer.fault()) }
}

/// Takes back every token of a user, those of other computers too.
pub async fn sign_out_everywhere(
    services: &Services,
    api: &Url,
    login: &str,
    password: &Secret,
) -> Result<()> {
    let body = json!({"username": login, "password": password.expose()});
    let ask = Ask::post_json(Step::SignOut, below(api, "authserver/signout")?, &body).hush(password);
    let answer = services.ask(ask).await?;
    match answer.status {
        200..300 => Ok(()),
        401 | 403 => Err(AccountError::WrongPassword { server: web::host(api), said: answer.said() }),
        _ => Err(answer.fault()),
    }
}

/// A request with both tokens in its body.
async fn post(
    services: &Services,
    step: Step,
    api: &Url,
    path: &str,
    token: &ServerToken,
    mut body: Value,
) -> Result<Answer> {
    if let Value::Object(body) = &mut body {
        body.insert("accessToken".to_owned(), Value::from(token.access.expose()));
        body.insert("clientToken".to_owned(), Value::from(token.client.expose()));
    }
    let ask = Ask::post_json(step, below(api, path)?, &body).hush(&token.access).hush(&token.client);
    services.ask(ask).await
}
