//! The documents that the served world is made of: a folder laid out as host and path, or the small set that is built in. Hosts
//! that are two names of one service have one key.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use walkdir::WalkDir;

/// Newer and older name of one service.
const ALIASES: [(&str, &str); 2] = [
    ("piston-meta.mojang.com", "launchermeta.mojang.com"),
    ("piston-data.mojang.com", "launcher.mojang.com"),
];

/// Where documents come from.
#[derive(Debug)]
pub(crate) enum Shelf {
    /// A folder `host/path`; a query string is part of the file's name, behind two underscores.
    Folder(PathBuf),
    /// The same, in memory.
    Small(BTreeMap<String, Vec<u8>>),
}

impl Shelf {
    /// A document as it was recorded.
    pub(crate) fn get(&self, key: &str) -> Option<Vec<u8>> {
        spellings(key).into_iter().find_map(|spelled| self.read(&spelled))
    }

    /// A JSON document; `None` where it is not there or no JSON.
    pub(crate) fn json(&self, key: &str) -> Option<Value> {
        serde_json::from_slice(&self.get(key)?).ok()
    }

    /// The keys of all documents, in order.
    pub(crate) fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = match self {
            Self::Small(documents) => documents.keys().map(|key| canonical(key)).collect(),
            Self::Folder(folder) => {
                let files =
                    WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
                let key = |path: &std::path::Path| {
                    Some(canonical(&path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/")))
                };
                files.filter_map(|entry| key(entry.path())).collect()
            }
        };
        keys.sort();
        keys
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Small(documents) => documents.get(name).cloned(),
            Self::Folder(folder) => {
                let safe = name.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
                let path = safe.then(|| folder.join(name))?;
                path.is_file().then(|| std::fs::read(path).ok())?
            }
        }
    }
}

/// The key of an address: no scheme, no escapes, the newer name of the host.
pub(crate) fn key_of(url: &str) -> String {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    canonical(&unescaped(bare))
}

/// Percent escapes resolved; what is none stays.
pub(crate) fn unescaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'%').then(|| std::str::from_utf8(after.get(..2)?).ok()).flatten();
        if let Some(byte) = escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            rest = after.get(2..).unwrap_or_default();
        } else {
            out.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn canonical(key: &str) -> String {
    let (host, path) = key.split_once('/').unwrap_or((key, ""));
    let host = ALIASES.iter().find(|(_, old)| *old == host).map_or(host, |(new, _)| new);
    format!("{host}/{path}")
}

/// The names under which a document may have been recorded.
fn spellings(key: &str) -> Vec<String> {
    let (host, path) = key.split_once('/').unwrap_or((key, ""));
    let old = ALIASES.iter().find(|(new, _)| *new == host).map(|(_, old)| format!("{old}/{path}"));
    let names: Vec<String> = std::iter::once(key.to_owned()).chain(old).collect();
    let with_ending = names.iter().map(|name| format!("{name}.json"));
    names.iter().cloned().chain(with_ending).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_key_whatever_its_host_is_called() {
        let key = "piston-meta.mojang.com/v1/packages/ab/3D Shareware v1.34.json";
        assert_eq!(key_of("https://launchermeta.mojang.com/v1/packages/ab/3D%20Shareware%20v1.34.json"), key);
        assert_eq!(key_of("http://piston-meta.mojang.com/v1/packages/ab/3D Shareware v1.34.json"), key);
        assert_eq!(unescaped("100%"), "100%");
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::Folder(folder.path().join("inner"));
        crate::write_file(&folder.path().join("secret"), b"x").expect("written");
        crate::make_folder(&folder.path().join("inner/host")).expect("made");
        assert_eq!(shelf.get("host/../../secret"), None);
    }
}
