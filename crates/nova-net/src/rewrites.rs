//! Hosts whose requests go elsewhere: the `--sources` file of the `nova` command. Whether an address may be asked is judged
//! before, on the address as it is known; this mapping is the last thing before the request leaves.

use std::{borrow::Cow, collections::BTreeMap};

use nova_model::{Explain, Message, Report};
use serde::Deserialize;
use url::Url;

/// Which hosts are asked elsewhere. A host that is not named stays real.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrites {
    hosts: BTreeMap<String, Url>,
}

/// Why a text is no list of hosts.
#[derive(Debug, thiserror::Error)]
pub enum BadRewrites {
    /// It has another form.
    #[error("the list of sources cannot be read: {why}")]
    Form {
        /// What the parser says.
        why: String,
    },
    /// A host is to be asked where nothing can be asked.
    #[error("the source {address} of {host} is no address that can be asked")]
    Base {
        /// The host.
        host: String,
        /// Where it was to be asked.
        address: String,
    },
}

impl Explain for BadRewrites {
    fn report(&self) -> Report {
        Report::new(match self {
            Self::Form { why } => Message::new("net.sources.form").with("why", why.as_str()),
            Self::Base { host, address } => {
                let message = Message::new("net.sources.base").with("host", host.as_str());
                message.with("address", address.as_str())
            }
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    hosts: BTreeMap<String, String>,
}

impl Rewrites {
    /// Reads `{"hosts": {"piston-meta.mojang.com": "http://127.0.0.1:8080/piston-meta.mojang.com"}}`. An empty text names
    /// none.
    pub fn parse(text: &str) -> Result<Self, BadRewrites> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let form = |why: String| BadRewrites::Form { why };
        // A list would be taken for the fields of the object, in their order.
        if !text.trim_start().starts_with('{') {
            return Err(form("no object".to_owned()));
        }
        let file: File = serde_json::from_str(text).map_err(|error| form(error.to_string()))?;
        let hosts = file.hosts.into_iter().map(|(host, address)| {
            let base = base(&address).ok_or_else(|| BadRewrites::Base { host: host.clone(), address })?;
            Ok((host.to_ascii_lowercase(), base))
        });
        Ok(Self { hosts: hosts.collect::<Result<_, _>>()? })
    }

    /// Whether no host is named.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    /// Whether this address is asked elsewhere.
    pub fn names(&self, url: &Url) -> bool {
        self.base_of(url).is_some()
    }

    /// Where a request for an address goes.
    pub fn apply<'a>(&self, url: &'a Url) -> Cow<'a, Url> {
        let Some(base) = self.base_of(url) else { return Cow::Borrowed(url) };
        let mut sent = base.clone();
        sent.set_path(&format!("{}{}", base.path().trim_end_matches('/'), url.path()));
        sent.set_query(url.query());
        Cow::Owned(sent)
    }

    /// The address that is meant by one a rewritten server names in a redirect; the address itself where it lies below none
    /// of them.
    pub fn meant(&self, sent: Url) -> Url {
        let below = self.hosts.iter().filter_map(|(host, base)| Some((host, base, below(base, &sent)?)));
        let Some((host, _, rest)) = below.max_by_key(|(_, base, _)| base.path().len()) else { return sent };
        let Ok(mut meant) = Url::parse(&format!("https://{host}{rest}")) else { return sent };
        meant.set_query(sent.query());
        meant
    }

    fn base_of(&self, url: &Url) -> Option<&Url> {
        let host = url.host_str()?;
        let with_port = url.port().and_then(|port| self.hosts.get(&format!("{host}:{port}")));
        with_port.or_else(|| self.hosts.get(host))
    }
}

fn base(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && plain).then_some(url)
}

/// The path below a base, with its leading slash.
fn below<'a>(base: &Url, sent: &'a Url) -> Option<&'a str> {
    let rest = sent.path().strip_prefix(base.path().trim_end_matches('/'))?;
    (base.origin() == sent.origin() && rest.starts_with('/')).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    fn two() -> Rewrites {
        let text = r#"{"hosts": {"a.example": "http://127.0.0.1:8080/a.example", "b.example:444": "http://127.0.0.1:8080/"}}"#;
        Rewrites::parse(text).unwrap()
    }

    #[test]
    fn a_named_host_is_asked_below_its_base_and_others_stay_real() {
        for (original, sent) in [
            ("https://a.example/x/y%20z?q=1", "http://127.0.0.1:8080/a.example/x/y%20z?q=1"),
            ("https://A.example/", "http://127.0.0.1:8080/a.example/"),
            ("https://b.example:444/x", "http://127.0.0.1:8080/x"),
            ("https://b.example/x", "https://b.example/x"),
            ("https://sub.a.example/x", "https://sub.a.example/x"),
        ] {
            assert_eq!(two().apply(&url(original)).as_str(), sent);
        }
    }

    #[test]
    fn what_a_rewritten_server_names_is_meant_for_the_real_host() {
        for (sent, meant) in [
            ("http://127.0.0.1:8080/a.example/x?q=1", "https://a.example/x?q=1"),
            ("http://127.0.0.1:8080/other", "https://b.example:444/other"),
            ("http://127.0.0.1:8081/a.example/x", "http://127.0.0.1:8081/a.example/x"),
            ("https://c.example/a.example/x", "https://c.example/a.example/x"),
        ] {
            assert_eq!(two().meant(url(sent)).as_str(), meant);
        }
    }

    #[test]
    fn a_list_that_cannot_be_followed_is_refused() {
        assert!(Rewrites::parse(" \n").unwrap().is_empty());
        assert!(Rewrites::parse(r#"{"hosts": {}}"#).unwrap().is_empty());
        for bad in [
            "[]",
            "{",
            r#"{"host": {}}"#,
            r#"{"hosts": {"a": "file:///x"}}"#,
            r#"{"hosts": {"a": "127.0.0.1"}}"#,
            r#"{"hosts": {"a": "http://me@x/"}}"#,
            r#"{"hosts": {"a": 1}}"#,
        ] {
            assert!(Rewrites::parse(bad).is_err(), "{bad}");
        }
    }
}
