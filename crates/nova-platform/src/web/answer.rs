//! An answer: read whole, with what its head says about limits, and judged by its status.

use std::{
    error::Error,
    time::{Duration, UNIX_EPOCH},
};

use nova_model::{Millis, clean};
use reqwest::{
    Response,
    header::{CONTENT_TYPE, ETAG, HeaderMap, LOCATION, RETRY_AFTER},
};
use serde_json::Value;
use url::Url;

use super::gate::Limits;
use crate::{PlatformError, Result};

/// A platform that wants to be left alone for longer is asked again before that.
const LONGEST_WAIT: Duration = Duration::from_hours(1);
/// The longest tag that is kept.
const LONGEST_TAG: usize = 256;

/// What was answered.
pub(super) struct Answer {
    status: u16,
    pub(super) body: Vec<u8>,
    pub(super) etag: Option<String>,
    pub(super) limits: Limits,
    location: Option<String>,
    is_page: bool,
}

/// Whether a key went with the question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyed {
    Yes,
    No,
}

/// Reads an answer, up to a cap.
pub(super) async fn read(host: &str, mut response: Response, cap: usize, now: Millis) -> Result<Answer> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| why(host, &error))? {
        if body.len().saturating_add(piece.len()) > cap {
            return Err(PlatformError::TooLarge { host: host.to_owned(), cap: cap as u64 });
        }
        body.extend_from_slice(&piece);
    }
    let head = response.headers();
    let kind = text(head, CONTENT_TYPE.as_str()).unwrap_or_default();
    let starts_as_page = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<');
    Ok(Answer {
        status: response.status().as_u16(),
        etag: text(head, ETAG.as_str()).filter(|tag| tag.len() <= LONGEST_TAG).map(str::to_owned),
        limits: limits(head, response.status().as_u16(), now),
        location: text(head, LOCATION.as_str()).map(str::to_owned),
        is_page: starts_as_page || kind.starts_with("text/html"),
        body,
    })
}

impl Answer {
    /// Whether what was heard before is still good.
    pub(super) fn is_unchanged(&self) -> bool {
        self.status == 304
    }

    /// The answer where it is one; otherwise what its status means.
    pub(super) fn judged(self, host: &str, name: &str, keyed: Keyed) -> Result<Self> {
        let host = host.to_owned();
        let status = self.status;
        Err(match status {
            200..=299 | 304 if !self.is_page => return Ok(self),
            429 => PlatformError::Busy { host, wait: self.limits.rest },
            503 if self.limits.rest.is_some() => PlatformError::Busy { host, wait: self.limits.rest },
            408 | 500.. => PlatformError::Server { host, status },
            401 | 403 if keyed == Keyed::Yes => PlatformError::KeyRefused { host, status },
            404 if !self.is_page => PlatformError::NotFound { host, name: clean(name, 100) },
            300..=399 => PlatformError::Elsewhere { host, to: self.target() },
            _ if self.is_page => PlatformError::Portal { host },
            _ => PlatformError::Status { host, status, said: self.said() },
        })
    }

    /// The host that a redirect leads to.
    fn target(&self) -> String {
        let url = self.location.as_deref().and_then(|text| Url::parse(text).ok());
        let host = url.as_ref().and_then(Url::host_str).map(|host| clean(host, 200));
        host.unwrap_or_else(|| "?".to_owned())
    }

    /// What the platform says, on one line.
    fn said(&self) -> String {
        let body: Option<Value> = serde_json::from_slice(&self.body).ok();
        let word = |name: &str| body.as_ref()?.get(name)?.as_str().map(str::to_owned);
        let words = ["description", "errorMessage", "message", "error"].into_iter().find_map(word);
        clean(&words.unwrap_or_else(|| format!("HTTP {}", self.status)), 200)
    }
}

fn text<'a>(head: &'a HeaderMap, name: &str) -> Option<&'a str> {
    head.get(name)?.to_str().ok().map(str::trim)
}

/// What the head says about further requests. Modrinth counts them for a minute and says in seconds when it begins anew.
fn limits(head: &HeaderMap, status: u16, now: Millis) -> Limits {
    let number = |name: &str| text(head, name)?.parse::<u64>().ok();
    let reset = number("x-ratelimit-reset").map(Duration::from_secs);
    let is_used_up = number("x-ratelimit-remaining") == Some(0);
    let refused = matches!(status, 429 | 503);
    let said = retry_after(head, now).filter(|_| refused);
    let wait = said.or(reset.filter(|_| status == 429 || (is_used_up && !refused)));
    Limits { rest: wait.map(|wait| wait.min(LONGEST_WAIT)) }
}

/// Seconds, or a date (RFC 9110, 10.2.3).
fn retry_after(head: &HeaderMap, now: Millis) -> Option<Duration> {
    let text = text(head, RETRY_AFTER.as_str())?;
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(date.saturating_sub(Duration::from_millis(u64::try_from(now).unwrap_or_default())))
}

/// Why there was no answer, or no whole one.
pub(super) fn why(host: &str, error: &reqwest::Error) -> PlatformError {
    let host = host.to_owned();
    if error.is_timeout() {
        PlatformError::TimedOut { host }
    } else if error.is_connect() {
        PlatformError::Unreachable { host, why: clean(&deepest(error), 200) }
    } else {
        PlatformError::Cut { host }
    }
}

/// The last cause, which says most and names no address.
fn deepest(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = cause.to_string();
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    fn head(fields: &[(&'static str, &str)]) -> HeaderMap {
        let field = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        fields.iter().map(field).collect()
    }

    #[test]
    fn a_platform_says_how_long_it_wants_to_be_left_alone() {
        let rest = |fields: &[(&'static str, &str)], status| {
            limits(&head(fields), status, 1_767_225_600_000).rest.map(|rest| rest.as_secs())
        };
        assert_eq!(rest(&[("retry-after", "7")], 429), Some(7));
        assert_eq!(rest(&[("retry-after", "Thu, 01 Jan 2026 00:00:30 GMT")], 503), Some(30));
        assert_eq!(rest(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "12")], 200), Some(12));
        assert_eq!(rest(&[("x-ratelimit-remaining", "1"), ("x-ratelimit-reset", "12")], 200), None);
        assert_eq!(rest(&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "12")], 429), Some(12));
        assert_eq!(rest(&[("retry-after", "99999999")], 429), Some(3600));
        assert_eq!(rest(&[("retry-after", "soon")], 429), None);
        assert_eq!(rest(&[("retry-after", "7")], 200), None);
    }
}
