//! The one place where an address becomes a request. Redirects are not followed, so what is sent goes to the named host only.

mod answer;
mod ask;

use std::{
    collections::BTreeMap,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use nova_model::Millis;
use nova_net::{ClientOptions, client, is_loopback};
use reqwest::{Client, Response};
use tokio::time::{Instant, timeout_at};
use url::Url;

pub(crate) use answer::Answer;
pub(crate) use ask::Ask;

use crate::{AccountError, Outage, Result};

/// More than any real answer.
const CAP: usize = 64 * 1024;

/// How services are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOptions {
    /// Proxy and time limits of a connection.
    pub client: ClientOptions,
    /// How long one answer may take as a whole.
    pub whole: Duration,
}

impl Default for WebOptions {
    fn default() -> Self {
        let client = ClientOptions { idle: Duration::from_secs(30), ..ClientOptions::default() };
        Self { client, whole: Duration::from_mins(1) }
    }
}

/// Where an address is really asked; policy is judged on the address before that.
type Route = dyn Fn(&Url) -> Url + Send + Sync;

/// What asks the services.
pub struct Web {
    options: WebOptions,
    route: Option<Arc<Route>>,
    clients: Mutex<BTreeMap<Lane, Client>>,
}

/// Clients differ by these alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lane {
    plain: bool,
    loopback: bool,
}

impl Web {
    /// One with its own connections.
    pub fn new(options: WebOptions) -> Self {
        Self { options, route: None, clients: Mutex::default() }
    }

    /// The same with hosts somewhere else: the last step before a request leaves.
    #[must_use]
    pub fn routed(self, route: impl Fn(&Url) -> Url + Send + Sync + 'static) -> Self {
        Self { route: Some(Arc::new(route)), ..self }
    }

    /// Asks, and reads the whole answer whatever its status. `now` is for the waits and clocks that the server names.
    pub(crate) async fn ask(&self, ask: Ask, now: Millis) -> Result<Answer> {
        encrypted(&ask.url)?;
        let until = Instant::now() + self.options.whole;
        let outage = |outage| AccountError::Outage { step: ask.step, host: host(&ask.url), outage };
        let target = self.route.as_ref().map_or_else(|| ask.url.clone(), |route| route(&ask.url));
        let request = ask.request(&self.client(&target)?, target);
        let mut response = match timeout_at(until, request.send()).await {
            Err(_) => return Err(outage(Outage::TimedOut)),
            Ok(sent) => sent.map_err(|error| outage(why(&error)))?,
        };
        let body = match timeout_at(until, body(&mut response)).await {
            Err(_) => return Err(outage(Outage::TimedOut)),
            Ok(Err(error)) if error.is_timeout() => return Err(outage(Outage::TimedOut)),
            Ok(Err(_)) => return Err(outage(Outage::Cut)),
            Ok(Ok(None)) => return Err(AccountError::TooLarge { step: ask.step, host: host(&ask.url) }),
            Ok(Ok(Some(body))) => body,
        };
        Ok(Answer::new(ask, &response, body, now))
    }

    fn client(&self, target: &Url) -> Result<Client> {
        let lane = Lane { plain: target.scheme() == "http", loopback: is_loopback(target) };
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = clients.get(&lane) {
            return Ok(known.clone());
        }
        let made = client(target, &self.options.client)?;
        clients.insert(lane, made.clone());
        Ok(made)
    }
}

/// Passwords and tokens go over encrypted lines only; on this machine there is no line.
pub(crate) fn encrypted(url: &Url) -> Result<()> {
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_loopback(url) => Ok(()),
        "http" => Err(AccountError::PlainHttp { address: shown(url) }),
        _ => Err(AccountError::BadAddress { address: shown(url) }),
    }
}

/// The host for people; its port where it is not the usual one.
pub(crate) fn host(url: &Url) -> String {
    let name = nova_model::clean(url.host_str().unwrap_or_default(), 200);
    url.port().map_or_else(|| name.clone(), |port| format!("{name}:{port}"))
}

/// An address for people: no login in it and nothing behind its path.
pub(crate) fn shown(url: &Url) -> String {
    let mut plain = url.clone();
    // Addresses that cannot have a login have none.
    let _ = plain.set_username("");
    let _ = plain.set_password(None);
    plain.set_query(None);
    plain.set_fragment(None);
    nova_model::clean(plain.as_str(), 200)
}

/// The body, or none where it is too large.
async fn body(response: &mut Response) -> reqwest::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if bytes.len().saturating_add(piece.len()) > CAP {
            return Ok(None);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(Some(bytes))
}

fn why(error: &reqwest::Error) -> Outage {
    if error.is_timeout() {
        Outage::TimedOut
    } else if error.is_connect() {
        Outage::Unreachable { said: nova_model::clean(&deepest(error), 200) }
    } else {
        Outage::Cut
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
