//! Microsoft's token endpoint: what it gives, and what its refusals mean.

use nova_model::Secret;
use serde::Deserialize;

use super::Grant;
use crate::{
    AccountError, Result, Services, Step,
    endpoints::below,
    services::read_token,
    web::{Answer, Ask},
};

/// What is asked for: signing in to Xbox, and staying signed in.
pub(super) const SCOPE: &str = "XboxLive.signin offline_access";

#[derive(Deserialize)]
struct TokenAnswer {
    #[serde(deserialize_with = "read_token")]
    access_token: Secret,
    #[serde(deserialize_with = "read_token")]
    refresh_token: Secret,
}

/// A refusal by its code (RFC 6749, 5.2; RFC 8628, 3.5).
#[derive(Deserialize)]
pub(super) struct Fault {
    #[serde(rename = "error")]
    pub(super) code: String,
}

impl Fault {
    pub(super) fn of(answer: &Answer) -> Option<Self> {
        if answer.is_good() || answer.status >= 500 { None } else { answer.refusal() }
    }

    /// The refusals that are about this program, not about the player.
    pub(super) fn of_client(&self, answer: &Answer) -> Option<AccountError> {
        let ours = matches!(
            self.code.as_str(),
            "unauthorized_client"
                | "invalid_client"
                | "invalid_request"
                | "invalid_scope"
                | "unsupported_grant_type"
        );
        ours.then(|| AccountError::ClientRefused { said: answer.said() })
    }

    /// The refusals after which only the player can go on.
    fn is_end(&self) -> bool {
        matches!(
            self.code.as_str(),
            "invalid_grant" | "interaction_required" | "consent_required" | "login_required"
        )
    }
}

/// What a good answer gives.
pub(super) fn grant(answer: &Answer, client_id: &str) -> Result<Grant> {
    let TokenAnswer { access_token: access, refresh_token: refresh } = answer.json()?;
    Ok(Grant { client_id: client_id.to_owned(), access, refresh })
}

/// New tokens for an old refresh token; none where the player has to sign in again. The old one may be worth nothing from here on:
/// the caller keeps the new one at once.
pub(crate) async fn refresh(services: &Services, client_id: &str, old: &Secret) -> Result<Option<Grant>> {
    let url = below(&services.endpoints.microsoft, "token")?;
    let pairs = [
        ("grant_type", "refresh_token"),
        ("client_id", client_id),
        ("scope", SCOPE),
        ("refresh_token", old.expose()),
    ];
    let answer = services.ask(Ask::post_form(Step::Refresh, url, &pairs).hush(old)).await?;
    match Fault::of(&answer) {
        Some(fault) if fault.is_end() => Ok(None),
        Some(fault) => Err(fault.of_client(&answer).unwrap_or_else(|| answer.fault())),
        None => grant(&answer, client_id).map(Some),
    }
}
