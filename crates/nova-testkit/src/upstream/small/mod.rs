//! The small set that is built in: documents in the forms of the real ones, written for tests, a version or two of each age and a
//! build or two of each loader. Hashes and sizes are left empty; what serves them fills them in.

mod extras;
mod forge;
mod java;
mod meta;
mod neoforge;
mod versions;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::digest::sha1;
use super::maven;

/// Keys and documents.
pub(crate) type Documents = BTreeMap<String, Vec<u8>>;

const NEWEST: &str = "26.1";

/// All of them.
pub(crate) fn documents() -> Documents {
    let mut documents = Documents::new();
    let versions = versions::all();
    let mut list = Vec::new();
    for version in &versions {
        let id = version["id"].as_str().unwrap_or_default();
        let url = package(id, &format!("{id}.json"));
        list.push(json!({"id": id, "type": version["type"], "url": url, "time": version["time"],
                         "releaseTime": version["releaseTime"], "sha1": "", "complianceLevel": 1}));
        put(&mut documents, &url, version);
    }
    let latest = json!({"release": NEWEST, "snapshot": NEWEST});
    let manifest = json!({"latest": latest, "versions": list});
    put(&mut documents, "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json", &manifest);
    put(&mut documents, "https://piston-meta.mojang.com/mc/game/version_manifest.json", &manifest);
    meta::add(&mut documents);
    java::add(&mut documents);
    extras::add(&mut documents);
    forge::add(&mut documents);
    neoforge::add(&mut documents);
    documents
}

fn put(documents: &mut Documents, url: &str, document: &Value) {
    documents.insert(super::shelf::key_of(url), document.to_string().into_bytes());
}

/// An address of the kind that ends in a hash and a name.
fn package(seed: &str, name: &str) -> String {
    format!("https://piston-meta.mojang.com/v1/packages/{}/{name}", sha1(seed.as_bytes()))
}

/// A file of a repository, its hash yet to be filled in.
fn artifact(name: &str, base: &str) -> Value {
    let path = maven::path(name).unwrap_or_default();
    let url = if base.is_empty() { String::new() } else { maven::join(base, &path) };
    json!({"path": path, "sha1": "", "size": 0, "url": url})
}

/// A library with its download.
fn library(name: &str, base: &str) -> Value {
    json!({"name": name, "downloads": {"artifact": artifact(name, base)}})
}

fn libraries(names: &[&str], base: &str) -> Vec<Value> {
    names.iter().map(|name| library(name, base)).collect()
}
