//! Microsoft's OAuth for personal accounts: codes, polls, and refresh tokens that work once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    fault::json_answer,
    secrets::Secret,
    state::{Asked, State},
};
use crate::model::http::Plan;

const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";
const SCOPE: &str = "XboxLive.signin offline_access";

/// A code that was given.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) shown: String,
    secret: String,
    decision: Decision,
    interval: u64,
    /// How often `slow_down` is still said.
    pub(super) slow: u32,
    polled: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Open,
    Agreed,
    Declined,
    Expired,
    Used,
}

impl State {
    pub(super) fn microsoft(&mut self, asked: &Asked<'_>) -> Plan {
        match (asked.got.method.as_str(), asked.path) {
            ("POST", "consumers/oauth2/v2.0/devicecode") => self.device_code(asked),
            ("POST", "consumers/oauth2/v2.0/token") => self.token(asked),
            _ => self.unknown(asked),
        }
    }

    /// Decides about a code the way a player in a browser does.
    pub(super) fn decide(&mut self, user_code: &str, word: &str) -> bool {
        let decision = match word {
            "agree" => Decision::Agreed,
            "decline" => Decision::Declined,
            "expire" => Decision::Expired,
            _ => return false,
        };
        let found = self.codes.iter_mut().find(|code| code.shown == user_code);
        found.map(|code| code.decision = decision).is_some()
    }

    fn device_code(&mut self, asked: &Asked<'_>) -> Plan {
        if asked.field("client_id") != self.world.client_id {
            return refused(
                "unauthorized_client",
                "AADSTS700016: Application was not found in the directory.",
            );
        }
        self.note([(asked.field("scope") != SCOPE).then(|| format!("scope is not {SCOPE}"))]);
        let shown = format!("TEST{:04}", self.codes.len());
        let secret = self.secrets.issue(Secret::DeviceCode, &shown);
        let decision = if self.world.agrees { Decision::Agreed } else { Decision::Open };
        let interval = self.world.interval;
        let page = format!("{}/testkit/link", self.base);
        let body = json!({
            "user_code": shown,
            "device_code": secret,
            "verification_uri": page,
            "expires_in": self.world.expires_in,
            "interval": interval,
            "message": format!("To sign in, use a web browser to open the page {page} and enter the code {shown} to authenticate."),
        });
        self.codes.push(Code { shown, secret, decision, interval, slow: 0, polled: Some(Instant::now()) });
        json_answer(200, &body)
    }

    fn token(&mut self, asked: &Asked<'_>) -> Plan {
        if asked.field("client_id") != self.world.client_id {
            return refused(
                "unauthorized_client",
                "AADSTS700016: Application was not found in the directory.",
            );
        }
        match asked.field("grant_type") {
            DEVICE => self.poll(asked.field("device_code")),
            "refresh_token" => self.refresh(asked),
            other => {
                self.wrong(&format!("grant_type is {other:?}"));
                refused("unsupported_grant_type", "AADSTS70003: The app requested an unsupported grant type.")
            }
        }
    }

    fn poll(&mut self, secret: &str) -> Plan {
        let second = self.world.second;
        let Some(code) = self.codes.iter_mut().find(|code| code.secret == secret) else {
            return refused("bad_verification_code", "AADSTS700181: The device code is not known.");
        };
        let early = code.is_early(second);
        let decision = code.decision;
        let answer = match decision {
            _ if code.slow > 0 => {
                code.slow -= 1;
                code.interval += 5;
                refused("slow_down", "AADSTS700187: Polling too fast.")
            }
            Decision::Open => {
                refused("authorization_pending", "AADSTS70016: The user has not entered the code yet.")
            }
            Decision::Declined => refused("authorization_declined", "AADSTS70017: The user declined."),
            Decision::Expired => refused("expired_token", "AADSTS70020: The code has expired."),
            Decision::Used => refused("invalid_grant", "AADSTS54005: The code was used already."),
            Decision::Agreed => {
                code.decision = Decision::Used;
                self.tokens()
            }
        };
        if early {
            self.wrong("a poll that comes before the interval is over");
        }
        answer
    }

    /// The old refresh token ends with its use.
    fn refresh(&mut self, asked: &Asked<'_>) -> Plan {
        let old = asked.field("refresh_token").to_owned();
        self.note([(asked.field("scope") != SCOPE).then(|| format!("scope is not {SCOPE}"))]);
        if self.secrets.alive(Secret::Refresh, &old).is_none() {
            return refused(
                "invalid_grant",
                "AADSTS70000: The provided value for the refresh token is not valid.",
            );
        }
        self.secrets.end_one(&old);
        self.tokens()
    }

    fn tokens(&mut self) -> Plan {
        let first = self.secrets.issue(Secret::Access, "");
        let renewal = self.secrets.issue(Secret::Refresh, "");
        let body = json!({
            "token_type": "Bearer",
            "scope": "XboxLive.signin",
            "expires_in": 3600,
            "ext_expires_in": 3600,
            "access_token": first,
            "refresh_token": renewal,
        });
        json_answer(200, &body)
    }
}

impl Code {
    /// A tenth of the interval may be lost between two clocks.
    fn is_early(&mut self, second: Duration) -> bool {
        let least = second * u32::try_from(self.interval).unwrap_or(u32::MAX) * 9 / 10;
        let before = self.polled.replace(Instant::now());
        before.is_some_and(|before| before.elapsed() < least)
    }
}

fn refused(code: &str, words: &str) -> Plan {
    let body: Value = json!({
        "error": code,
        "error_description": format!("{words} Trace ID: 0 Correlation ID: 0"),
        "error_codes": [70016],
        "error_uri": "https://login.microsoftonline.com/error?code=70016",
    });
    json_answer(400, &body)
}
