//! Building a client.

use std::{
    error::Error,
    fmt,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use nova_model::{Explain, Message, Report};
use reqwest::{Client, ClientBuilder, redirect::Policy};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use url::{Host, Url};

/// Ends of names in local networks: RFC 6762, RFC 8375, what ICANN keeps free, and what many routers hand out.
const HOME: [&str; 4] = [".local", ".home.arpa", ".internal", ".lan"];

/// How long a connection for downloads is kept while nothing is asked over it; servers mostly end it after a minute.
const KEPT: Duration = Duration::from_secs(30);

/// Where requests go through. Printing it leaves a login out.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Proxy {
    /// As the system and its environment say. This machine itself is reached directly.
    #[default]
    System,
    /// Straight to the server.
    Direct,
    /// This one (`http://`, `https://`, `socks5://`, `socks5h://`; http where it says nothing). This machine itself is reached directly.
    Through(String),
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("System"),
            Self::Direct => f.write_str("Direct"),
            Self::Through(address) => f.debug_tuple("Through").field(&without_login(address)).finish(),
        }
    }
}

/// What a client is built with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// Where requests go through.
    pub proxy: Proxy,
    /// How long a connection may take to come about.
    pub connect: Duration,
    /// How long a server may stay silent, before its answer and in the middle of it.
    pub idle: Duration,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self { proxy: Proxy::System, connect: Duration::from_secs(10), idle: Duration::from_mins(2) }
    }
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// The proxy's address makes no sense.
    #[error("the proxy {proxy} cannot be used")]
    BadProxy {
        /// The address, as it was set, without a login.
        proxy: String,
        /// What is wrong with it.
        why: String,
    },
    /// TLS or the system's certificates are broken.
    #[error("no HTTP client could be built")]
    NoClient {
        /// What the library says.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl Explain for NetError {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::BadProxy { proxy, why } => {
                Message::new("net.bad-proxy").with("proxy", proxy.as_str()).with("why", why.as_str())
            }
            Self::NoClient { source } => Message::new("net.no-client").with("why", source.to_string()),
        })
    }
}

/// A client for one server. Redirects are not followed: a key goes to the address the player named and to no other.
///
/// `target` decides about proxies: a server on this machine is never asked through one.
pub fn client(target: &Url, options: &ClientOptions) -> Result<Client, NetError> {
    build(common(target, &options.proxy, options.connect)?.read_timeout(options.idle))
}

/// A client for downloads from servers like this one: HTTP/1.1, whose many connections carry many files better than the one
/// of HTTP/2, and bodies as they come, since they are hashed. Silence is watched by who reads the body.
pub(crate) fn bulk_client(target: &Url, proxy: &Proxy, connect: Duration) -> Result<Client, NetError> {
    build(common(target, proxy, connect)?.http1_only().no_gzip().referer(false).pool_idle_timeout(KEPT))
}

/// What every client has.
#[expect(clippy::disallowed_methods, reason = "the one place where clients are built")]
fn common(target: &Url, proxy: &Proxy, connect: Duration) -> Result<ClientBuilder, NetError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls(target)?)
        .user_agent(concat!("nova-launcher/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect)
        .redirect(Policy::none());
    Ok(match proxy {
        _ if is_loopback(target) => builder.no_proxy(),
        Proxy::System => builder,
        Proxy::Direct => builder.no_proxy(),
        Proxy::Through(address) => builder.proxy(through(address)?),
    })
}

fn build(builder: ClientBuilder) -> Result<Client, NetError> {
    builder.build().map_err(|source| NetError::NoClient { source: source.into() })
}

fn through(address: &str) -> Result<reqwest::Proxy, NetError> {
    let bad = |why: String| NetError::BadProxy { proxy: without_login(address), why };
    // The library takes any scheme and fails at the first request.
    let scheme = address.split_once("://").map_or("http", |(scheme, _)| scheme).to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https" | "socks5" | "socks5h") {
        return Err(bad(format!("{scheme}: is no kind of proxy")));
    }
    reqwest::Proxy::all(address).map_err(|error| bad(deepest(&error)))
}

/// Whether an address means this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost")
        }
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).to_canonical().is_loopback(),
        None => false,
    }
}

/// Whether an address is this machine or one in the player's own network: servers there mostly want no key, and have no
/// certificate. Addresses that the internet does not route, names without a dot, and ends of names that no one can register.
pub fn is_home(url: &Url) -> bool {
    is_loopback(url)
        || match url.host() {
            Some(Host::Domain(name)) => is_home_name(name),
            Some(Host::Ipv4(address)) => is_home_v4(address),
            Some(Host::Ipv6(address)) => match address.to_canonical() {
                IpAddr::V4(address) => is_home_v4(address),
                IpAddr::V6(address) => {
                    address.is_unique_local() || address.is_unicast_link_local() || address.is_unspecified()
                }
            },
            None => false,
        }
}

fn is_home_v4(address: Ipv4Addr) -> bool {
    address.is_private() || address.is_link_local() || address.is_unspecified()
}

fn is_home_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    !name.contains('.') || HOME.iter().any(|end| name.ends_with(end))
}

/// The last cause, which says most and names no address.
pub(crate) fn deepest(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = cause.to_string();
        next = cause.source();
    }
    text
}

/// The address of a proxy without the name and password in it, also where it is no address at all.
fn without_login(proxy: &str) -> String {
    let (scheme, rest) = proxy.split_once("://").unwrap_or(("", proxy));
    let host = rest.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

/// TLS for a server, without a process-wide default. Reading the system's certificates takes longer than most commands, so it
/// is left out where nothing is encrypted.
fn tls(target: &Url) -> Result<ClientConfig, NetError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let no_client = |source: rustls::Error| NetError::NoClient { source: source.into() };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(no_client)?;
    if target.scheme() == "http" {
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    Ok(builder.with_platform_verifier().map_err(no_client)?.with_no_client_auth())
}
