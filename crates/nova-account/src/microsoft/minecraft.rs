//! The game's services: their token, what an account owns, and its profile.

use data_encoding::BASE64URL_NOPAD;
use nova_model::{Millis, Secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::xbox::{XboxToken, is_xuid};
use crate::{
    AccountError, PlayerId, Profile, Result, Services, Step,
    endpoints::below,
    services::{is_name, read_token},
    web::Ask,
};

/// The token is good for a day; a server that says much more is not believed.
const LONGEST_LIFE: u64 = 7 * 24 * 3600;

/// What an account owns, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// The game was bought.
    Bought,
    /// The game comes with Game Pass.
    GamePass,
    /// Nothing that lets it play.
    Nothing,
    /// The service did not say.
    Unknown,
}

/// The game's token.
#[derive(Clone, Debug)]
pub(crate) struct MinecraftToken {
    pub(crate) access: Secret,
    pub(crate) issued: Millis,
    pub(crate) until: Millis,
    pub(crate) xuid: Option<Secret>,
}

#[derive(Deserialize)]
struct TokenAnswer {
    #[serde(deserialize_with = "read_token")]
    access_token: Secret,
    expires_in: u64,
}

#[derive(Deserialize)]
struct Licences {
    items: Vec<Licence>,
}

#[derive(Deserialize)]
struct Licence {
    name: String,
    #[serde(default)]
    source: String,
}

#[derive(Deserialize)]
struct ProfileAnswer {
    id: String,
    name: String,
}

/// The game's token for Xbox's.
pub(super) async fn login(services: &Services, xsts: &XboxToken) -> Result<MinecraftToken> {
    let identity = Secret::new(format!("XBL3.0 x={};{}", xsts.user_hash.expose(), xsts.token.expose()));
    let url = below(&services.endpoints.minecraft, "authentication/login_with_xbox")?;
    let ask = Ask::post_json(Step::Minecraft, url, &json!({"identityToken": identity.expose()}))
        .hush(&identity)
        .hush(&xsts.token)
        .hush(&xsts.user_hash);
    // Lifetimes count from before the question, so that a slow answer shortens them.
    let issued = services.now();
    let answer = services.ask(ask).await?;
    if answer.status == 403 {
        return Err(AccountError::NotApproved { said: answer.said() });
    }
    let given: TokenAnswer = answer.json()?;
    let lives = Millis::try_from(given.expires_in.min(LONGEST_LIFE)).unwrap_or_default().saturating_mul(1000);
    let xuid = xsts.xuid.clone().or_else(|| xuid_in(&given.access_token)).map(Secret::from);
    Ok(MinecraftToken { access: given.access_token, issued, until: issued.saturating_add(lives), xuid })
}

/// What the account owns. Only a token that is refused is an error: everything else leaves it unknown.
pub(super) async fn ownership(services: &Services, access: &Secret) -> Result<Ownership> {
    let mut url = below(&services.endpoints.minecraft, "entitlements/license")?;
    url.query_pairs_mut().append_pair("requestId", &services.nonce());
    match services.ask(Ask::get(Step::Licence, url).bearer(access)).await {
        Ok(answer) if answer.status == 401 => Err(answer.fault()),
        Ok(answer) => Ok(answer.json().map_or(Ownership::Unknown, |licences| owned(&licences))),
        Err(error) if error.is_outage() => Ok(Ownership::Unknown),
        Err(error) => Err(error),
    }
}

fn owned(licences: &Licences) -> Ownership {
    let of_game =
        |licence: &&Licence| matches!(licence.name.as_str(), "product_minecraft" | "game_minecraft");
    let of_pass = |licence: &Licence| {
        licence.name.starts_with("product_game_pass")
            || licence.source.to_ascii_uppercase().contains("GAMEPASS")
    };
    let mut game = licences.items.iter().filter(of_game).peekable();
    let pass = licences.items.iter().any(of_pass);
    match (
        game.peek().is_some(),
        pass && !game.any(|licence| !licence.source.is_empty() && !of_pass(licence)),
    ) {
        (_, true) => Ownership::GamePass,
        (true, false) => Ownership::Bought,
        (false, false) => Ownership::Nothing,
    }
}

/// The profile; none where the account has no player yet.
pub(super) async fn profile(services: &Services, access: &Secret) -> Result<Option<Profile>> {
    let url = below(&services.endpoints.minecraft, "minecraft/profile")?;
    let answer = services.ask(Ask::get(Step::Profile, url).bearer(access)).await?;
    if answer.status == 404 {
        return Ok(None);
    }
    let given: ProfileAnswer = answer.json()?;
    let id = PlayerId::parse(&given.id).filter(|_| is_name(&given.name)).ok_or_else(|| answer.garbled())?;
    Ok(Some(Profile { id, name: given.name }))
}

/// The player's number at Xbox, which the game's token has in its middle part. Nothing is decided by it.
fn xuid_in(token: &Secret) -> Option<String> {
    let middle = token.expose().split('.').nth(1)?;
    let claims: Value = serde_json::from_slice(&BASE64URL_NOPAD.decode(middle.as_bytes()).ok()?).ok()?;
    claims.get("xuid")?.as_str().filter(|xuid| is_xuid(xuid)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(items: &[(&str, &str)]) -> Ownership {
        let licence =
            |(name, source): &(&str, &str)| Licence { name: (*name).into(), source: (*source).into() };
        owned(&Licences { items: items.iter().map(licence).collect() })
    }

    #[test]
    fn what_is_owned_follows_from_names_and_sources() {
        assert_eq!(of(&[]), Ownership::Nothing);
        assert_eq!(of(&[("product_dungeons", "PURCHASE")]), Ownership::Nothing);
        assert_eq!(
            of(&[("product_minecraft", "PURCHASE"), ("game_minecraft", "PURCHASE")]),
            Ownership::Bought
        );
        assert_eq!(of(&[("product_minecraft", ""), ("game_minecraft", "")]), Ownership::Bought);
        assert_eq!(
            of(&[("product_minecraft", "GAMEPASS"), ("game_minecraft", "GAMEPASS")]),
            Ownership::GamePass
        );
        assert_eq!(of(&[("product_game_pass_pc", "")]), Ownership::GamePass);
        let both = [("product_minecraft", "MC_PURCHASE"), ("product_game_pass_pc", "GAMEPASS")];
        assert_eq!(of(&both), Ownership::Bought);
    }

    #[test]
    fn the_number_is_read_from_the_middle_of_the_token_and_from_nothing_else() {
        let middle = |claims: &str| BASE64URL_NOPAD.encode(claims.as_bytes());
        let of = |claims: &str| xuid_in(&Secret::new(format!("h.{}.s", middle(claims))));
        assert_eq!(of(r#"{"xuid":"2535400000000000"}"#).as_deref(), Some("2535400000000000"));
        for odd in [r#"{"xuid":"25 --demo"}"#, r#"{"xuid":7}"#, "{}", "no json"] {
            assert_eq!(of(odd), None, "{odd}");
        }
        assert_eq!(xuid_in(&Secret::new("opaque")), None);
    }
}
