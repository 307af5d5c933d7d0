//! Where a file comes from: address, digest, size.

use serde_json::{Map, Value};

use crate::{
    read::{Notes, is_url},
    sha1::Sha1,
};

/// What a file says about its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// It can be fetched here.
    Url(String),
    /// An empty address: an installer brings or makes the file.
    Made,
    /// It says nothing (or nothing usable).
    #[default]
    Unsaid,
}

/// A file to fetch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Download {
    /// Its address.
    pub link: Link,
    /// Its digest.
    pub sha1: Option<Sha1>,
    /// Its bytes.
    pub size: Option<u64>,
}

impl Download {
    /// The address, where it has one.
    pub fn url(&self) -> Option<&str> {
        match &self.link {
            Link::Url(url) => Some(url),
            _ => None,
        }
    }
}

/// Reads `url`, `sha1` and `size`. A size of 0 (HMCL, where it does not know it) counts as unsaid.
pub(crate) fn download(map: &Map<String, Value>, notes: &mut Notes) -> Download {
    let link = match notes.text(map, "url") {
        Some(url) if url.is_empty() => Link::Made,
        Some(url) if is_url(&url) => Link::Url(url),
        Some(_) => {
            notes.odd("url");
            Link::Unsaid
        }
        None => Link::Unsaid,
    };
    Download { link, sha1: notes.sha1(map, "sha1"), size: notes.number(map, "size").filter(|size| *size > 0) }
}
