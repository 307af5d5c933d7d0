//! An answer: read whole, judged by its status, and told of without a secret.

use std::time::{Duration, UNIX_EPOCH};

use nova_model::{Millis, Secret};
use reqwest::{
    Response,
    header::{CONTENT_TYPE, DATE, HeaderMap, LOCATION, RETRY_AFTER},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::{Url, form_urlencoded};

use super::{Ask, host};
use crate::{AccountError, Outage, Result, Step};

/// Clocks that differ by less are nobody's trouble.
const SKEW: Millis = 5 * 60 * 1000;
/// A word that is longer may be a token, whoever's it is.
const LONGEST_WORD: usize = 60;
/// A server that wants to be left alone for longer is asked again before that.
const LONGEST_WAIT: Duration = Duration::from_hours(1);
/// Where servers put their words.
const WORDS: [&str; 6] = ["errorMessage", "error_description", "Message", "message", "error", "errorType"];

/// What a server answered. It has no `Debug`: tokens are in its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) url: Url,
    pub(crate) location: Option<String>,
    /// Where a skin server's API is, by the header for that.
    pub(crate) api_location: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    step: Step,
    clock_off: Option<i64>,
    is_page: bool,
    hush: Vec<Secret>,
}

impl Answer {
    pub(super) fn new(ask: Ask, response: &Response, body: Vec<u8>, now: Millis) -> Self {
        let head = response.headers();
        let text = |name: &str| head.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let kind = text(CONTENT_TYPE.as_str()).unwrap_or_default();
        let starts_as_page = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<');
        Self {
            status: response.status().as_u16(),
            url: ask.url,
            location: text(LOCATION.as_str()),
            api_location: text("x-authlib-injector-api-location"),
            retry_after: retry_after(head, now),
            step: ask.step,
            clock_off: clock_off(head, now),
            is_page: starts_as_page || kind.starts_with("text/html"),
            hush: ask.hush,
            body,
        }
    }

    /// Whether the status says that all went well.
    pub(crate) fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The answer as JSON, where all went well.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        if !self.is_good() {
            return Err(self.fault());
        }
        // The parser's words may hold a piece of what it read.
        serde_json::from_slice(&self.body).map_err(|_| self.garbled())
    }

    /// The body of a refusal, where it is what is expected.
    pub(crate) fn refusal<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }

    /// That the answer is not what it has to be.
    pub(crate) fn garbled(&self) -> AccountError {
        if self.is_page {
            return self.outage(Outage::Portal);
        }
        AccountError::Garbled { step: self.step, host: host(&self.url) }
    }

    /// What a status means that nobody has a better word for.
    pub(crate) fn fault(&self) -> AccountError {
        match self.status {
            429 => self.outage(Outage::Busy { wait: self.retry_after }),
            503 if self.retry_after.is_some() => self.outage(Outage::Busy { wait: self.retry_after }),
            status @ (408 | 500..) => self.outage(Outage::Server { status }),
            // Redirects lead away from the named host; a hotel's network answers with one.
            200..400 => self.outage(Outage::Portal),
            status => AccountError::Refused {
                step: self.step,
                host: host(&self.url),
                status,
                said: self.said(),
                clock_off: self.clock_off,
            },
        }
    }

    /// What the server says, on one line, without anything that was sent to it or looks like a token.
    pub(crate) fn said(&self) -> String {
        let body: Option<Value> = serde_json::from_slice(&self.body).ok();
        let words = body.as_ref().and_then(|body| WORDS.iter().find_map(|name| body.get(name)?.as_str()));
        let line =
            words.and_then(|words| words.lines().find(|line| !line.trim().is_empty())).unwrap_or_default();
        let line =
            self.hush.iter().flat_map(forms).fold(line.to_owned(), |line, form| line.replace(&form, "…"));
        let short = line.split_whitespace().map(|word| if word.len() > LONGEST_WORD { "…" } else { word });
        let said = nova_model::clean(&short.collect::<Vec<_>>().join(" "), 200);
        if said.is_empty() { format!("HTTP {}", self.status) } else { said }
    }

    fn outage(&self, outage: Outage) -> AccountError {
        AccountError::Outage { step: self.step, host: host(&self.url), outage }
    }
}

/// A secret in each form that it may have been sent in: as it is, in JSON, in a form.
fn forms(secret: &Secret) -> impl Iterator<Item = String> {
    let plain = secret.expose();
    let quoted = Value::from(plain).to_string();
    let escaped =
        quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned();
    let encoded = form_urlencoded::byte_serialize(plain.as_bytes()).collect();
    [plain.to_owned(), escaped, encoded].into_iter().filter(|form: &String| !form.is_empty())
}

/// Seconds, or a date.
fn retry_after(head: &HeaderMap, now: Millis) -> Option<Duration> {
    let text = head.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => Duration::from_millis(u64::try_from(date(text)?.saturating_sub(now)).unwrap_or_default()),
    };
    Some(wait.min(LONGEST_WAIT))
}

/// By how many minutes the clock here is ahead.
fn clock_off(head: &HeaderMap, now: Millis) -> Option<i64> {
    let there = date(head.get(DATE)?.to_str().ok()?)?;
    let off = now.saturating_sub(there);
    (off.saturating_abs() > SKEW).then_some(off / 60_000)
}

fn date(text: &str) -> Option<Millis> {
    let since = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Millis::try_from(since.as_millis()).ok()
}
