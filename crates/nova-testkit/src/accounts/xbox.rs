//! Xbox: user tokens and tokens for the game's services.

use serde_json::json;

use super::{
    check::field,
    fault::json_answer,
    secrets::Secret,
    state::{Asked, State},
};
use crate::model::http::Plan;

impl State {
    pub(super) fn xbox(&mut self, asked: &Asked<'_>) -> Plan {
        if (asked.got.method.as_str(), asked.path) != ("POST", "user/authenticate") {
            return self.unknown(asked);
        }
        self.note([
            field(&asked.json, "/Properties/AuthMethod", "RPS"),
            field(&asked.json, "/Properties/SiteName", "user.auth.xboxlive.com"),
            field(&asked.json, "/RelyingParty", "http://auth.xboxlive.com"),
            field(&asked.json, "/TokenType", "JWT"),
        ]);
        let ticket = asked.text("/Properties/RpsTicket").strip_prefix("d=").unwrap_or_default();
        if self.secrets.alive(Secret::Access, ticket).is_none() {
            return Plan::whole(401, "text/plain", Vec::new());
        }
        self.given(Secret::Xbox)
    }

    pub(super) fn xsts(&mut self, asked: &Asked<'_>) -> Plan {
        if (asked.got.method.as_str(), asked.path) != ("POST", "xsts/authorize") {
            return self.unknown(asked);
        }
        self.note([
            field(&asked.json, "/Properties/SandboxId", "RETAIL"),
            field(&asked.json, "/RelyingParty", "rp://api.minecraftservices.com/"),
            field(&asked.json, "/TokenType", "JWT"),
        ]);
        if self.secrets.alive(Secret::Xbox, asked.text("/Properties/UserTokens/0")).is_none() {
            return Plan::whole(401, "text/plain", Vec::new());
        }
        self.given(Secret::Xsts)
    }

    fn given(&mut self, kind: Secret) -> Plan {
        let token = self.secrets.issue(kind, "");
        let known = self.secrets.0.iter().find(|issued| issued.kind == Secret::UserHash);
        let hash = known.map(|issued| issued.text.clone());
        let hash =
            hash.unwrap_or_else(|| self.secrets.keep(Secret::UserHash, "31415926535897932".to_owned(), ""));
        let body = json!({
            "IssueInstant": "2026-11-30T12:00:00.0000000Z",
            "NotAfter": "2026-12-14T12:00:00.0000000Z",
            "Token": token,
            "DisplayClaims": {"xui": [{"uhs": hash}]},
        });
        json_answer(200, &body)
    }
}
