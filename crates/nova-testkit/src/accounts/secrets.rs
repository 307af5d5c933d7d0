//! Every token that was handed out, and where it may be shown again.

use data_encoding::BASE64URL_NOPAD;
use serde_json::json;

use crate::Rng;

/// What a secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secret {
    DeviceCode,
    Access,
    Refresh,
    Xbox,
    Xsts,
    UserHash,
    Minecraft,
    Server,
    Password,
}

/// One that was handed out.
#[derive(Clone, Debug)]
pub(super) struct Issued {
    pub(super) kind: Secret,
    pub(super) text: String,
    pub(super) alive: bool,
    /// What it belongs to: a client id, a login and a player.
    pub(super) of: String,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Secrets(pub(super) Vec<Issued>);

impl Secrets {
    /// Hands out a new one. The same run of a test makes the same ones.
    pub(super) fn issue(&mut self, kind: Secret, of: &str) -> String {
        let number = self.0.len();
        let tail = BASE64URL_NOPAD.encode(&Rng::named(&format!("{kind:?}{number}")).bytes(24));
        self.keep(kind, format!("{kind:?}-{number}-{tail}"), of)
    }

    /// A token of the game: three parts, the middle one says the player's number.
    pub(super) fn issue_jwt(&mut self, xuid: &str) -> String {
        let number = self.0.len();
        let part = |text: String| BASE64URL_NOPAD.encode(text.as_bytes());
        let claims = json!({"xuid": xuid, "agg": "Adult", "iss": "authentication", "number": number});
        let head = part(json!({"alg": "HS256"}).to_string());
        let tail = BASE64URL_NOPAD.encode(&Rng::named(&format!("jwt{number}")).bytes(24));
        self.keep(Secret::Minecraft, format!("{head}.{}.{tail}", part(claims.to_string())), "")
    }

    pub(super) fn keep(&mut self, kind: Secret, text: String, of: &str) -> String {
        self.0.push(Issued { kind, text: text.clone(), alive: true, of: of.to_owned() });
        text
    }

    /// The one with this text, if it still holds.
    pub(super) fn alive(&self, kind: Secret, text: &str) -> Option<&Issued> {
        self.0.iter().find(|issued| issued.kind == kind && issued.alive && issued.text == text)
    }

    /// Ends those of some kinds.
    pub(super) fn end(&mut self, kinds: &[Secret]) {
        self.0
            .iter_mut()
            .filter(|issued| kinds.contains(&issued.kind))
            .for_each(|issued| issued.alive = false);
    }

    /// Ends one.
    pub(super) fn end_one(&mut self, text: &str) {
        self.0.iter_mut().filter(|issued| issued.text == text).for_each(|issued| issued.alive = false);
    }
}
