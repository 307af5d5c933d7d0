//! A file that is wanted: where it is, what it must be, and where it may come from.

use url::Url;

use super::{Digest, HostKey, Policy};

/// A file to fetch.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Where it lands: a relative path with `/`, which the landing understands.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Where it can be had, in the order in which to ask.
    pub sources: Vec<Url>,
    /// How many bytes it has.
    pub size: Option<u64>,
    /// What it hashes to.
    pub digest: Option<Digest>,
    /// Hashes of the same kind that are as good.
    pub or: Vec<Digest>,
    /// The most bytes it may have, whatever a server says.
    pub cap: u64,
    /// Where it may come from.
    pub policy: Policy,
    /// The key that some of its hosts want.
    pub host_key: Option<HostKey>,
}

impl Wanted {
    /// A file of which only the place is known, from any host.
    pub fn new(key: impl Into<String>, sources: Vec<Url>, cap: u64) -> Self {
        let key = key.into();
        let name = key.rsplit('/').next().unwrap_or(&key).to_owned();
        let (or, policy) = (Vec::new(), Policy::default());
        Self { key, name, sources, size: None, digest: None, or, cap, policy, host_key: None }
    }

    /// The same file with a known size.
    #[must_use]
    pub fn sized(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// The same file with a known hash.
    #[must_use]
    pub fn hashed(mut self, digest: Digest) -> Self {
        self.digest = Some(digest);
        self
    }

    /// Whether a hash of all its bytes is one that it may have. Where nobody said any, nothing is.
    pub fn accepts(&self, got: Digest) -> bool {
        self.digest.iter().chain(&self.or).any(|wanted| *wanted == got)
    }

    /// Whether both name the same bytes at the same place.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        self.key == other.key && (self.digest, self.size) == (other.digest, other.size) && self.or == other.or
    }

    /// Whether a page for people is what is wanted, rather than what came instead.
    pub(super) fn may_be_page(&self) -> bool {
        let end = self.key.rsplit('.').next().unwrap_or_default();
        end.eq_ignore_ascii_case("html") || end.eq_ignore_ascii_case("htm")
    }

    /// The most bytes that are taken.
    pub(super) fn limit(&self) -> u64 {
        self.size.map_or(self.cap, |size| size.min(self.cap))
    }
}
