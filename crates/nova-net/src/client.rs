//! Building a client.

use std::{net::IpAddr, sync::Arc, time::Duration};

use nova_model::{Explain, Message, Report};
use reqwest::{Client, redirect::Policy};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use url::{Host, Url};

/// Where requests go through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Proxy {
    /// As the system and its environment say. This machine itself is reached directly.
    #[default]
    System,
    /// Straight to the server.
    Direct,
    /// This one (`http://`, `https://`, `socks5://`, `socks5h://`). This machine itself is reached directly.
    Through(String),
}

/// What a client is built with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    /// Where requests go through.
    pub proxy: Proxy,
    /// How long a connection may take to come about.
    pub connect: Duration,
    /// How long a server may stay silent in the middle of an answer.
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
        /// The address, as it was set.
        proxy: String,
        /// What is wrong with it.
        source: reqwest::Error,
    },
    /// TLS or the system's certificates are broken.
    #[error("no HTTP client could be built")]
    NoClient {
        /// What the library says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Explain for NetError {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::BadProxy { proxy, source } => Message::new("net.bad-proxy")
                .with("proxy", without_login(proxy))
                .with("why", source.to_string()),
            Self::NoClient { source } => Message::new("net.no-client").with("why", source.to_string()),
        })
    }
}

/// A client for one server. Redirects are not followed: a key goes to the address the player named and to no other.
///
/// `target` decides about proxies: a server on this machine is never asked through one.
#[expect(clippy::disallowed_methods, reason = "the one place where clients are built")]
pub fn client(target: &Url, options: &ClientOptions) -> Result<Client, NetError> {
    let mut builder = Client::builder()
        .tls_backend_preconfigured(tls(target)?)
        .user_agent(concat!("nova-launcher/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(options.connect)
        .read_timeout(options.idle)
        .redirect(Policy::none());
    builder = match &options.proxy {
        _ if is_loopback(target) => builder.no_proxy(),
        Proxy::System => builder,
        Proxy::Direct => builder.no_proxy(),
        Proxy::Through(address) => builder.proxy(through(address)?),
    };
    builder.build().map_err(|source| NetError::NoClient { source: source.into() })
}

fn through(address: &str) -> Result<reqwest::Proxy, NetError> {
    let bad = |source| NetError::BadProxy { proxy: address.to_owned(), source };
    reqwest::Proxy::all(address).map_err(bad)
}

/// Whether an address means this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}

/// The address of a proxy without the name and password in it.
fn without_login(proxy: &str) -> String {
    match Url::parse(proxy) {
        Ok(mut url) => {
            // An address that can carry no login has none to take out.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.to_string()
        }
        Err(_) => proxy.rsplit('@').next().unwrap_or_default().to_owned(),
    }
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
