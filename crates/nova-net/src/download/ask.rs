//! One question to a server, and the redirects it leads through. Each address is judged as it is known; only the request
//! itself goes where a rewrite says.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use reqwest::{
    Client, Response, StatusCode,
    header::{ACCEPT_ENCODING, HeaderMap, HeaderValue, LOCATION},
};
use tokio::time::timeout;
use url::Url;

use super::{FetchError, FetchOptions, HostKey, Policy, Refusal, error::shown, fault, head};
use crate::{NetError, client::bulk_client, is_loopback};

/// Clients by what they need: certificates take long to read, and this machine is reached past every proxy.
#[derive(Default)]
pub(super) struct Clients {
    plain_near: OnceLock<Client>,
    plain: OnceLock<Client>,
    safe_near: OnceLock<Client>,
    safe: OnceLock<Client>,
}

impl Clients {
    fn of(&self, sent: &Url, options: &FetchOptions) -> Result<&Client, NetError> {
        let slot = match (sent.scheme() == "https", is_loopback(sent)) {
            (true, true) => &self.safe_near,
            (true, false) => &self.safe,
            (false, true) => &self.plain_near,
            (false, false) => &self.plain,
        };
        if let Some(client) = slot.get() {
            return Ok(client);
        }
        let client = bulk_client(sent, &options.proxy, options.times.connect)?;
        Ok(slot.get_or_init(|| client))
    }
}

/// What is asked.
pub(super) struct Question<'a> {
    pub(super) url: &'a Url,
    pub(super) policy: &'a Policy,
    /// The key that some hosts want.
    pub(super) key: Option<&'a HostKey>,
    /// Headers besides those of every request.
    pub(super) headers: HeaderMap,
    /// Whether the body may come packed.
    pub(super) packing: Packing,
    /// How long an answer is waited for.
    pub(super) answer: Duration,
}

/// Whether a body may come packed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Fine,
    Unwanted,
}

/// An answer that is no redirect.
pub(super) struct Answer {
    pub(super) response: Response,
    /// The address that answered, as it is known, for people.
    pub(super) shown: String,
}

/// Who asks.
pub(super) struct Asker<'a> {
    pub(super) clients: &'a Clients,
    pub(super) options: &'a FetchOptions,
}

impl Asker<'_> {
    /// Asks, and follows redirects.
    pub(super) async fn ask(&self, question: &Question<'_>) -> Result<Answer, FetchError> {
        let rewrites = &self.options.rewrites;
        let mut meant = question.url.clone();
        question.policy.judge(&meant, rewrites).map_err(|why| refused(&meant, why))?;
        for _ in 0..=question.policy.hops {
            let (sent, response) = self.send(&meant, question).await?;
            if !is_redirect(response.status()) {
                return Ok(Answer { response, shown: shown(&meant) });
            }
            let next = target(response.headers(), &sent).ok_or_else(|| refused(&meant, Refusal::Nowhere))?;
            let next = rewrites.meant(next);
            question.policy.judge_hop(&meant, &next, rewrites).map_err(|why| refused(&next, why))?;
            meant = next;
        }
        Err(refused(question.url, Refusal::Hops))
    }

    async fn send(&self, meant: &Url, question: &Question<'_>) -> Result<(Url, Response), FetchError> {
        let sent = self.options.rewrites.apply(meant).into_owned();
        let client = self
            .clients
            .of(&sent, self.options)
            .map_err(|error| FetchError::Client { url: shown(meant), source: Arc::new(error) })?;
        let encoding = if question.packing == Packing::Fine { "gzip" } else { "identity" };
        let request = client
            .get(sent.clone())
            .header(ACCEPT_ENCODING, HeaderValue::from_static(encoding))
            .headers(question.headers.clone())
            .headers(question.key.map(|key| key.headers(meant, &self.options.rewrites)).unwrap_or_default());
        let after = question.answer;
        match timeout(after, request.send()).await {
            Ok(Ok(response)) => Ok((sent, response)),
            Ok(Err(error)) => Err(fault::of_request(meant, &error, self.options.times.connect)),
            Err(_) => Err(FetchError::TimedOut { url: shown(meant), after }),
        }
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Where a redirect leads, seen from where the request went.
fn target(headers: &HeaderMap, sent: &Url) -> Option<Url> {
    let text = std::str::from_utf8(headers.get(LOCATION)?.as_bytes()).ok()?;
    if text.chars().any(char::is_control) {
        return None;
    }
    let mut url = sent.join(text).ok()?;
    url.set_fragment(None);
    Some(url)
}

fn refused(url: &Url, why: Refusal) -> FetchError {
    FetchError::Refused { url: shown(url), why }
}

impl Answer {
    /// The answer where its status is one of these; what it refuses with otherwise.
    pub(super) fn with_status(self, good: &[u16], now: nova_model::Millis) -> Result<Self, FetchError> {
        let status = self.response.status().as_u16();
        if good.contains(&status) {
            return Ok(self);
        }
        let (url, headers) = (self.shown, self.response.headers());
        let wait: Option<Duration> = head::retry_after(headers, now);
        Err(match status {
            429 => FetchError::Busy { url, status, wait },
            503 if wait.is_some() => FetchError::Busy { url, status, wait },
            _ => FetchError::Status { url, status },
        })
    }
}
