//! The one place where an address becomes a request. Redirects are not followed, so what is asked, and the key, go to the platform alone;
//! a mirror never sees the key.

mod answer;
mod gate;
mod memory;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use nova_model::{Clock, Secret};
use nova_net::{ClientOptions, Rewrites, client, is_loopback};
use reqwest::{
    Client, RequestBuilder,
    header::{ACCEPT, CONTENT_TYPE, HeaderValue, IF_NONE_MATCH},
};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};
use url::Url;

use crate::{PlatformError, Result, Source};
use answer::Answer;
use gate::Gates;
use memory::{Heard, Memory};

/// The most bytes of an answer: the longest list of releases has some MiB.
const CAP: usize = 32 << 20;
/// How often one address is asked for one answer.
const TRIES: u32 = 3;

/// How platforms are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOptions {
    /// Proxy and time limits of a connection.
    pub client: ClientOptions,
    /// How long one answer may take as a whole.
    pub whole: Duration,
    /// The longest time that a busy platform is waited for; one that wants more is told of.
    pub patience: Duration,
    /// The wait before a platform that failed is asked again; it doubles.
    pub pause: Duration,
    /// How long an answer is good without asking again.
    pub fresh: Duration,
    /// The most bytes of answers that are kept in memory.
    pub memory: usize,
    /// The most bytes of an answer.
    pub cap: usize,
}

impl Default for WebOptions {
    fn default() -> Self {
        Self {
            client: ClientOptions { idle: Duration::from_secs(20), ..ClientOptions::default() },
            whole: Duration::from_mins(1),
            patience: Duration::from_secs(8),
            pause: Duration::from_millis(400),
            fresh: Duration::from_mins(5),
            memory: 24 << 20,
            cap: CAP,
        }
    }
}

/// Where a platform is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The platform's own address, which everything else is below.
    pub official: Url,
    /// A copy of it that is asked where the platform itself gives no answer; none where the player wants no other than the platform.
    pub mirror: Option<Url>,
}

/// What is asked.
pub(crate) struct Ask {
    /// What people call what is asked for.
    name: String,
    /// Below the base, with a leading slash.
    path: String,
    query: Vec<(&'static str, String)>,
    body: Option<Value>,
}

impl Ask {
    pub(crate) fn get(name: impl Into<String>, path: impl Into<String>) -> Self {
        Self { name: name.into(), path: path.into(), query: Vec::new(), body: None }
    }

    pub(crate) fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.query.push((key, value.into()));
        self
    }

    /// The same where there is a value.
    pub(crate) fn maybe(self, key: &'static str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Sends this instead of only asking.
    pub(crate) fn post(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    fn url(&self, base: &Url) -> Url {
        let mut url = base.clone();
        url.set_path(&format!("{}{}", base.path().trim_end_matches('/'), self.path));
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        url
    }
}

/// Who asks: connections, limits, and what was heard. Shared by the platforms.
pub struct Web {
    options: WebOptions,
    rewrites: Rewrites,
    clock: Arc<dyn Clock>,
    memory: Memory,
    gates: Gates,
    clients: Mutex<BTreeMap<Lane, Client>>,
}

/// Clients differ by these alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lane {
    plain: bool,
    loopback: bool,
}

impl Web {
    /// One with its own connections. Hosts that are named in `rewrites` are asked elsewhere; the clock reads dates in answers.
    pub fn new(options: WebOptions, rewrites: Rewrites, clock: Arc<dyn Clock>) -> Self {
        let memory = Memory::new(options.memory, options.fresh);
        let (gates, clients) = (Gates::default(), Mutex::default());
        Self { options, rewrites, clock, memory, gates, clients }
    }

    /// What is read from the answer of a platform, or from that of its mirror where the platform gives none. Only an answer that can be
    /// read is kept.
    pub(crate) async fn read<T>(
        &self,
        base: &Base,
        key: Key<'_>,
        ask: &Ask,
        read: impl Fn(&Value) -> Result<T>,
    ) -> Result<T> {
        let first = match key {
            Key::Missing { platform } => Err(PlatformError::NoKey { platform }),
            Key::None => self.of_one(&base.official, None, ask, &read).await,
            Key::Given(header) => self.of_one(&base.official, Some(header), ask, &read).await,
        };
        let Err(error) = first else { return first };
        let may_help = error.is_about_the_line() || matches!(error, PlatformError::NoKey { .. });
        let Some(mirror) = base.mirror.as_ref().filter(|_| may_help) else { return Err(error) };
        // What the platform itself said is what the player has to know where the mirror does not help.
        self.of_one(mirror, None, ask, &read).await.map_err(|_| error)
    }

    async fn of_one<T>(
        &self,
        base: &Url,
        key: Option<&HeaderKey>,
        ask: &Ask,
        read: &impl Fn(&Value) -> Result<T>,
    ) -> Result<T> {
        let url = ask.url(base);
        self.judge(&url)?;
        let place = memory::place(&url, ask.body.as_ref());
        let kept = self.memory.get(&place);
        if let Some(heard) = kept.as_ref().filter(|heard| heard.is_fresh) {
            return read(&parsed(&url, &heard.bytes)?);
        }
        let known = kept.as_ref().and_then(|heard| heard.etag.clone());
        let answer = self.asked(&url, key, ask, known.as_deref()).await?;
        let (bytes, etag) = match kept {
            Some(Heard { bytes, etag, .. }) if answer.is_unchanged() => (bytes, etag),
            _ => (answer.body.into(), answer.etag),
        };
        let made = read(&parsed(&url, &bytes)?)?;
        self.memory.keep(place, etag, bytes);
        Ok(made)
    }

    /// Asks until there is an answer that can be used, or one that no repetition would better.
    async fn asked(
        &self,
        url: &Url,
        key: Option<&HeaderKey>,
        ask: &Ask,
        etag: Option<&str>,
    ) -> Result<Answer> {
        let mut pause = self.options.pause;
        for _ in 1..TRIES {
            match self.once(url, key, ask, etag).await {
                Err(PlatformError::Busy { wait: Some(wait), .. }) if wait <= self.options.patience => {}
                Err(
                    PlatformError::Busy { wait: None, .. }
                    | PlatformError::Server { .. }
                    | PlatformError::Cut { .. },
                ) => {
                    sleep(pause).await;
                    pause = pause.saturating_mul(2);
                }
                done => return done,
            }
        }
        self.once(url, key, ask, etag).await
    }

    async fn once(
        &self,
        url: &Url,
        key: Option<&HeaderKey>,
        ask: &Ask,
        etag: Option<&str>,
    ) -> Result<Answer> {
        let host = host(url);
        self.gates.pass(&host, self.options.patience).await?;
        let until = Instant::now() + self.options.whole;
        let target = self.rewrites.apply(url).into_owned();
        let request = built(&self.client(&target)?, target, ask, key, etag);
        let response = match timeout_at(until, request.send()).await {
            Err(_) => return Err(PlatformError::TimedOut { host }),
            Ok(sent) => sent.map_err(|error| answer::why(&host, &error))?,
        };
        let read = answer::read(&host, response, self.options.cap, self.clock.now());
        let answer =
            timeout_at(until, read).await.map_err(|_| PlatformError::TimedOut { host: host.clone() })??;
        self.gates.heard(&host, answer.limits);
        let keyed = if key.is_some() { answer::Keyed::Yes } else { answer::Keyed::No };
        answer.judged(&host, &ask.name, keyed)
    }

    /// Encrypted lines only; on this machine there is no line.
    fn judge(&self, url: &Url) -> Result<()> {
        let is_safe = match url.scheme() {
            "https" => true,
            "http" => is_loopback(url) || self.rewrites.names(url),
            _ => false,
        };
        if is_safe { Ok(()) } else { Err(PlatformError::Plain { address: shown(url) }) }
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

/// A key and the header that it goes in. It has no `Debug`.
pub(crate) struct HeaderKey {
    pub(crate) header: &'static str,
    pub(crate) key: Secret,
}

/// What a platform gets beside the question.
pub(crate) enum Key<'a> {
    /// It wants none.
    None,
    /// This.
    Given(&'a HeaderKey),
    /// It wants one, and there is none.
    Missing { platform: Source },
}

fn built(
    client: &Client,
    target: Url,
    ask: &Ask,
    key: Option<&HeaderKey>,
    etag: Option<&str>,
) -> RequestBuilder {
    let request = match &ask.body {
        Some(body) => {
            client.post(target).header(CONTENT_TYPE, "application/json").body(body.to_string().into_bytes())
        }
        None => client.get(target),
    };
    let request = request.header(ACCEPT, "application/json");
    let value = key.and_then(|key| Some((key.header, sensitive(&key.key)?)));
    let request = value.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    etag.into_iter().fold(request, |request, etag| request.header(IF_NONE_MATCH, etag))
}

fn sensitive(key: &Secret) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(key.expose()).ok()?;
    value.set_sensitive(true);
    Some(value)
}

fn parsed(url: &Url, bytes: &[u8]) -> Result<Value> {
    // The parser's place says more than its words, which may hold a piece of what it read.
    serde_json::from_slice(bytes).map_err(|error| {
        crate::node::garbled(&host(url), &format!("line {}, column {}", error.line(), error.column()))
    })
}

/// The host for people; its port where it is not the usual one.
pub(crate) fn host(url: &Url) -> String {
    let name = nova_model::clean(url.host_str().unwrap_or_default(), 200);
    url.port().map_or_else(|| name.clone(), |port| format!("{name}:{port}"))
}

/// An address for people: no login in it and nothing behind its path.
fn shown(url: &Url) -> String {
    let mut plain = url.clone();
    // Addresses that cannot have a login have none.
    let _ = plain.set_username("");
    let _ = plain.set_password(None);
    plain.set_query(None);
    plain.set_fragment(None);
    nova_model::clean(plain.as_str(), 200)
}
