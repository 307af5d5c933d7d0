//! Xbox: a user token for Microsoft's, and one for the game's services for that.

use nova_model::Secret;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::{
    AccountError, Result, Services, Step,
    endpoints::below,
    services::read_token,
    web::{Answer, Ask},
};

/// Why Xbox does not let an account in (`XErr`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XboxFault {
    /// 2148916227: banned from Xbox.
    Banned,
    /// 2148916229: a parent has not allowed playing online.
    Restricted,
    /// 2148916233: there is no Xbox profile yet.
    NoProfile,
    /// 2148916234: Xbox's terms are not agreed to.
    Terms,
    /// 2148916235: Xbox is not offered in the account's country.
    Region,
    /// 2148916236: the player's age has to be proved.
    Age,
    /// 2148916237: the time a parent has allowed is over.
    Curfew,
    /// 2148916238: a child's account that is in no family.
    Child,
    /// 2148916239: the account has come of age, and has to be moved on.
    AgeTransition,
    /// Any other.
    Other(u64),
}

impl XboxFault {
    /// The fault of a number.
    pub fn of(code: u64) -> Self {
        match code {
            2_148_916_227 => Self::Banned,
            2_148_916_229 => Self::Restricted,
            2_148_916_233 => Self::NoProfile,
            2_148_916_234 => Self::Terms,
            2_148_916_235 => Self::Region,
            2_148_916_236 => Self::Age,
            2_148_916_237 => Self::Curfew,
            2_148_916_238 => Self::Child,
            2_148_916_239 => Self::AgeTransition,
            other => Self::Other(other),
        }
    }
}

/// A token of Xbox with what goes with it.
pub(super) struct XboxToken {
    pub(super) token: Secret,
    pub(super) user_hash: Secret,
    /// The player's number at Xbox, where it is told.
    pub(super) xuid: Option<String>,
}

#[derive(Deserialize)]
struct TokenAnswer {
    #[serde(rename = "Token", deserialize_with = "read_token")]
    token: Secret,
    #[serde(rename = "DisplayClaims")]
    claims: Claims,
}

#[derive(Deserialize)]
struct Claims {
    xui: Vec<Claim>,
}

#[derive(Deserialize)]
struct Claim {
    #[serde(deserialize_with = "read_token")]
    uhs: Secret,
    xid: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(rename = "XErr", deserialize_with = "number")]
    code: u64,
}

/// Some of Xbox's servers write the number as a text.
fn number<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<u64, D::Error> {
    let value = Value::deserialize(from)?;
    let read = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok());
    read.ok_or_else(|| serde::de::Error::custom("not a number"))
}

/// Xbox's user token for Microsoft's access token.
pub(super) async fn user_token(services: &Services, access: &Secret) -> Result<XboxToken> {
    let ticket = Secret::new(format!("d={}", access.expose()));
    let body = json!({
        "Properties": {
            "AuthMethod": "RPS",
            "SiteName": "user.auth.xboxlive.com",
            "RpsTicket": ticket.expose(),
        },
        "RelyingParty": "http://auth.xboxlive.com",
        "TokenType": "JWT",
    });
    let url = below(&services.endpoints.xbox, "user/authenticate")?;
    let ask = Ask::post_json(Step::Xbox, url, &body).hush(&ticket).hush(access);
    read(&services.ask(ask).await?)
}

/// The token for the game's services.
pub(super) async fn xsts(services: &Services, user: &XboxToken) -> Result<XboxToken> {
    let body = json!({
        "Properties": {"SandboxId": "RETAIL", "UserTokens": [user.token.expose()]},
        "RelyingParty": "rp://api.minecraftservices.com/",
        "TokenType": "JWT",
    });
    let url = below(&services.endpoints.xsts, "xsts/authorize")?;
    let ask = Ask::post_json(Step::Xsts, url, &body).hush(&user.token);
    read(&services.ask(ask).await?)
}

fn read(answer: &Answer) -> Result<XboxToken> {
    let refusal: Option<Refusal> = (400..500).contains(&answer.status).then(|| answer.refusal()).flatten();
    if let Some(Refusal { code }) = refusal {
        return Err(AccountError::Xbox { fault: XboxFault::of(code) });
    }
    let TokenAnswer { token, claims } = answer.json()?;
    let claim = claims.xui.into_iter().next().ok_or_else(|| answer.garbled())?;
    Ok(XboxToken { token, user_hash: claim.uhs, xuid: claim.xid.filter(|xid| is_xuid(xid)) })
}

/// Xbox's numbers of players are decimal.
pub(super) fn is_xuid(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}
