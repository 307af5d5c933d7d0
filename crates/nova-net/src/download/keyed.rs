//! A key that some servers want before they give a file. It goes to the hosts it is for, over encrypted lines, and to no other: not to
//! a mirror, not to where a redirect leads.

use nova_model::Secret;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::{Rewrites, is_loopback};

/// A key, the header it goes in, and the hosts it is for. Printing it leaves the key out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostKey {
    /// The header's name.
    pub header: &'static str,
    /// The key.
    pub key: Secret,
    /// The hosts, by their exact names.
    pub hosts: Vec<String>,
}

impl HostKey {
    /// The headers for a request to an address, as it is known before any rewriting.
    pub(super) fn headers(&self, meant: &Url, rewrites: &Rewrites) -> HeaderMap {
        let pair = || {
            let mut value = HeaderValue::from_str(self.key.expose()).ok()?;
            value.set_sensitive(true);
            Some((HeaderName::from_bytes(self.header.as_bytes()).ok()?, value))
        };
        self.is_for(meant, rewrites).then(pair).flatten().into_iter().collect()
    }

    fn is_for(&self, meant: &Url, rewrites: &Rewrites) -> bool {
        let named = |host: &str| self.hosts.iter().any(|one| one.eq_ignore_ascii_case(host));
        let is_safe = meant.scheme() == "https" || is_loopback(meant) || rewrites.names(meant);
        is_safe && meant.port().is_none() && meant.host_str().is_some_and(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_goes_to_its_own_hosts_over_encrypted_lines_only() {
        let hosts = vec!["edge.example".to_owned()];
        let key = HostKey { header: "x-api-key", key: Secret::new("k"), hosts };
        let sent = |address: &str| {
            let headers = key.headers(&address.parse().unwrap(), &Rewrites::default());
            headers.get("x-api-key").map(HeaderValue::is_sensitive)
        };
        assert_eq!(sent("https://edge.example/a.jar"), Some(true));
        assert_eq!(sent("https://EDGE.example/a.jar"), Some(true));
        for elsewhere in [
            "http://edge.example/a.jar",
            "https://edge.example.evil/a.jar",
            "https://a.edge.example/a.jar",
            "https://edge.example:8443/a.jar",
            "https://mirror.example/edge.example/a.jar",
        ] {
            assert_eq!(sent(elsewhere), None, "{elsewhere}");
        }
        assert!(!format!("{key:?}").contains("\"k\""));
    }
}
