//! The device code: asked for, shown, and polled until the player has entered it.
//!
//! Letting go of a [`DeviceLogin`], or of the future that waits, is cancelling: nothing has been kept yet.

use std::time::Duration;

use nova_model::{Millis, Secret};
use serde::Deserialize;
use tokio::time::{Instant, sleep};
use url::Url;

use super::{
    Grant, client_id,
    oauth::{self, Fault, SCOPE},
};
use crate::{AccountError, Outage, Result, Services, Step, endpoints::below, services::read_token, web};

/// RFC 8628: the interval where none is named, and what `slow_down` adds.
const FIVE: u64 = 5;
/// No code lives longer.
const LONGEST: u64 = 24 * 3600;
/// A server may fail so often in a row while it is polled.
const MOST_OUTAGES: u32 = 6;
const LONGEST_INTERVAL: u64 = 60;

/// What the player is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCode {
    /// What is typed.
    pub user_code: String,
    /// Where.
    pub verification_uri: Url,
    /// Microsoft's own sentence about it, in one of its languages.
    pub message: String,
    /// When the code is worth nothing any more.
    pub expires_at: Millis,
    /// Seconds between two polls, as the server first named them.
    pub interval: u64,
}

/// A sign-in that waits for the player.
#[derive(Debug)]
pub struct DeviceLogin {
    client_id: String,
    device_code: Secret,
    code: DeviceCode,
    interval: u64,
    until: Instant,
    outages: u32,
}

/// What a poll gave.
#[derive(Debug)]
pub enum Polled {
    /// Not yet: ask again after this time.
    Wait(Duration),
    /// The player has agreed.
    Agreed(Grant),
}

#[derive(Deserialize)]
struct CodeAnswer {
    #[serde(deserialize_with = "read_token")]
    device_code: Secret,
    user_code: String,
    #[serde(alias = "verification_url")]
    verification_uri: String,
    expires_in: u64,
    interval: Option<u64>,
    #[serde(default)]
    message: String,
}

impl DeviceLogin {
    /// Asks for a code.
    pub async fn begin(services: &Services, set: Option<&str>) -> Result<Self> {
        let client_id = client_id(set)?;
        let url = below(&services.endpoints.microsoft, "devicecode")?;
        let ask = web::Ask::post_form(Step::DeviceCode, url, &[("client_id", client_id), ("scope", SCOPE)]);
        let answer = services.ask(ask).await?;
        if let Some(refused) = Fault::of(&answer).and_then(|fault| fault.of_client(&answer)) {
            return Err(refused);
        }
        let given: CodeAnswer = answer.json()?;
        Self::of(services, client_id, given).ok_or_else(|| answer.garbled())
    }

    fn of(services: &Services, client_id: &str, given: CodeAnswer) -> Option<Self> {
        let verification_uri = Url::parse(&given.verification_uri).ok()?;
        web::encrypted(&verification_uri).ok()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let right = (1..=32).contains(&given.user_code.len()) && given.user_code.chars().all(plain);
        let lives = given.expires_in.clamp(1, LONGEST);
        let interval = given.interval.unwrap_or(FIVE).clamp(1, LONGEST_INTERVAL);
        let code = DeviceCode {
            user_code: given.user_code,
            verification_uri,
            message: nova_model::clean(&given.message, 400),
            expires_at: services.now().saturating_add(Millis::try_from(lives).ok()?.saturating_mul(1000)),
            interval,
        };
        let until = Instant::now() + times(services.second, lives);
        let (client_id, device_code) = (client_id.to_owned(), given.device_code);
        right.then_some(Self { client_id, device_code, code, interval, until, outages: 0 })
    }

    /// What the player is shown.
    pub fn code(&self) -> &DeviceCode {
        &self.code
    }

    /// Asks once. Whoever polls by hand waits in between for as long as it says.
    pub async fn poll(&mut self, services: &Services) -> Result<Polled> {
        if Instant::now() >= self.until {
            return Err(AccountError::CodeExpired);
        }
        let url = below(&services.endpoints.microsoft, "token")?;
        let pairs = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("client_id", self.client_id.as_str()),
            ("device_code", self.device_code.expose()),
        ];
        let ask = web::Ask::post_form(Step::Poll, url, &pairs).hush(&self.device_code);
        match services.ask(ask).await {
            Ok(answer) => self.heard(services, &answer),
            Err(error) => self.missed(services, error),
        }
    }

    /// Asks until the player has agreed, has declined, or the code is worth nothing any more.
    pub async fn wait(&mut self, services: &Services) -> Result<Grant> {
        let mut pause = times(services.second, self.interval);
        loop {
            // A poll at the very end may still find an agreement.
            sleep(pause.min(self.until.saturating_duration_since(Instant::now()))).await;
            match self.poll(services).await? {
                Polled::Agreed(grant) => return Ok(grant),
                Polled::Wait(next) => pause = next,
            }
        }
    }

    fn heard(&mut self, services: &Services, answer: &web::Answer) -> Result<Polled> {
        if answer.is_good() {
            return oauth::grant(answer, &self.client_id).map(Polled::Agreed);
        }
        let Some(fault) = Fault::of(answer) else { return self.missed(services, answer.fault()) };
        match fault.code.as_str() {
            "authorization_pending" => {}
            "slow_down" => self.interval = self.interval.saturating_add(FIVE).min(LONGEST_INTERVAL),
            "authorization_declined" | "access_denied" => return Err(AccountError::CodeDeclined),
            "expired_token" => return Err(AccountError::CodeExpired),
            _ => return Err(fault.of_client(answer).unwrap_or_else(|| answer.fault())),
        }
        self.outages = 0;
        Ok(Polled::Wait(times(services.second, self.interval)))
    }

    /// A server that fails for a while is asked again, less and less often.
    fn missed(&mut self, services: &Services, error: AccountError) -> Result<Polled> {
        self.outages = self.outages.saturating_add(1);
        let AccountError::Outage { outage, .. } = &error else { return Err(error) };
        if self.outages > MOST_OUTAGES {
            return Err(error);
        }
        let usual = self.interval.saturating_mul(2_u64.saturating_pow(self.outages)).min(LONGEST_INTERVAL);
        let asked = match outage {
            Outage::Busy { wait: Some(wait) } => wait.as_secs(),
            _ => 0,
        };
        Ok(Polled::Wait(times(services.second, usual.max(asked))))
    }
}

fn times(second: Duration, count: u64) -> Duration {
    second.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}
