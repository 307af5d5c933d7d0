//! Where a file may come from. Judged on the addresses as they are known, before any rewriting.

use url::Url;

use crate::{Rewrites, is_home, is_loopback};

/// A set of hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hosts {
    /// All of them.
    #[default]
    Any,
    /// These, by their exact names.
    Only(Vec<String>),
}

/// What addresses a file may be fetched from. Encrypted ones only, but for this machine and for hosts that are rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Where the first request may go.
    pub hosts: Hosts,
    /// Where redirects may lead.
    pub redirects: Hosts,
    /// How many redirects are followed, one after the other.
    pub hops: u8,
}

impl Default for Policy {
    fn default() -> Self {
        Self { hosts: Hosts::Any, redirects: Hosts::Any, hops: 10 }
    }
}

/// Why an address is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is neither https nor http.
    Scheme,
    /// It is not encrypted.
    Plain,
    /// A name and a password stand in it.
    Login,
    /// Its host is not among those that are allowed.
    Host,
    /// A server of the internet sent us to this machine or to the player's own network.
    Home,
    /// There were too many redirects.
    Hops,
    /// A redirect leads nowhere.
    Nowhere,
}

impl Hosts {
    fn allow(&self, url: &Url) -> bool {
        match self {
            Self::Any => true,
            Self::Only(hosts) => {
                url.host_str().is_some_and(|host| hosts.iter().any(|one| one.eq_ignore_ascii_case(host)))
            }
        }
    }
}

impl Policy {
    /// Whether the first request may go there.
    pub(super) fn judge(&self, url: &Url, rewrites: &Rewrites) -> Result<(), Refusal> {
        form(url, rewrites)?;
        if self.hosts.allow(url) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Whether a redirect may be followed.
    pub(super) fn judge_hop(&self, from: &Url, to: &Url, rewrites: &Rewrites) -> Result<(), Refusal> {
        form(to, rewrites)?;
        if from.scheme() == "https" && to.scheme() == "http" {
            return Err(Refusal::Plain);
        }
        if is_home(to) && !is_home(from) {
            return Err(Refusal::Home);
        }
        if self.redirects.allow(to) { Ok(()) } else { Err(Refusal::Host) }
    }
}

fn form(url: &Url, rewrites: &Rewrites) -> Result<(), Refusal> {
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::Login);
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_loopback(url) || rewrites.names(url) => Ok(()),
        "http" => Err(Refusal::Plain),
        _ => Err(Refusal::Scheme),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    fn rewrites() -> Rewrites {
        Rewrites::parse(r#"{"hosts": {"old.example": "http://127.0.0.1:1"}}"#).unwrap()
    }

    #[test]
    fn only_encrypted_addresses_this_machine_and_rewritten_hosts_are_asked() {
        for (address, verdict) in [
            ("https://a.example/x", Ok(())),
            ("http://a.example/x", Err(Refusal::Plain)),
            ("http://old.example/x", Ok(())),
            ("http://127.0.0.1:8080/x", Ok(())),
            ("http://192.168.0.1/x", Err(Refusal::Plain)),
            ("file:///etc/passwd", Err(Refusal::Scheme)),
            ("ftp://a.example/x", Err(Refusal::Scheme)),
            ("https://me:secret@a.example/x", Err(Refusal::Login)),
            ("https://me@a.example/x", Err(Refusal::Login)),
        ] {
            assert_eq!(Policy::default().judge(&url(address), &rewrites()), verdict, "{address}");
        }
    }

    #[test]
    fn a_list_of_hosts_is_exact_and_apart_for_redirects() {
        let only = |host: &str| Hosts::Only(vec![host.to_owned()]);
        let policy = Policy { hosts: only("github.com"), redirects: only("cdn.example"), hops: 3 };
        let (github, cdn) = (url("https://GitHub.com/x"), url("https://cdn.example/x"));
        assert_eq!(policy.judge(&github, &rewrites()), Ok(()));
        assert_eq!(policy.judge(&url("https://github.com.evil.example"), &rewrites()), Err(Refusal::Host));
        assert_eq!(policy.judge(&cdn, &rewrites()), Err(Refusal::Host));
        assert_eq!(policy.judge_hop(&github, &cdn, &rewrites()), Ok(()));
        assert_eq!(policy.judge_hop(&github, &github, &rewrites()), Err(Refusal::Host));
    }

    #[test]
    fn a_redirect_does_not_leave_encryption_nor_enter_the_players_network() {
        let hop = |from: &str, to: &str| Policy::default().judge_hop(&url(from), &url(to), &rewrites());
        assert_eq!(hop("https://a.example", "https://b.example"), Ok(()));
        assert_eq!(hop("https://a.example", "http://old.example"), Err(Refusal::Plain));
        assert_eq!(hop("https://a.example", "http://localhost"), Err(Refusal::Plain));
        assert_eq!(hop("https://a.example", "https://localhost"), Err(Refusal::Home));
        assert_eq!(hop("https://a.example", "https://192.168.1.1/admin"), Err(Refusal::Home));
        assert_eq!(hop("http://127.0.0.1:1", "http://localhost:1"), Ok(()));
        assert_eq!(hop("http://127.0.0.1:1", "data:text/plain,x"), Err(Refusal::Scheme));
    }
}
