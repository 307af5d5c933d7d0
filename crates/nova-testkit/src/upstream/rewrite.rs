//! Hashes and sizes in a document, made those of what its addresses answer with. What an address without an answer had stays.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::digest::Made;
use super::index::text;
use super::make::assets;
use super::maven;
use super::shelf::key_of;
use super::store::Store;

/// The document with its hashes renewed, as bytes.
pub(crate) fn renew(store: &Store, mut document: Value) -> Result<Vec<u8>> {
    walk(store, &mut document)?;
    Ok(serde_json::to_vec(&document)?)
}

/// Renews every object below a value.
pub(crate) fn walk(store: &Store, value: &mut Value) -> Result<()> {
    match value {
        Value::Array(list) => list.iter_mut().try_for_each(|item| walk(store, item)),
        Value::Object(object) => {
            let made = address(object).map(|key| store.get(&key)).transpose()?.flatten();
            if let Some(made) = made {
                mark(object, &made)?;
            }
            object.values_mut().try_for_each(|item| walk(store, item))
        }
        _ => Ok(()),
    }
}

/// The key that an object speaks of, where it holds something that must fit: `url`; `name` below a repository's `url`; or
/// `maven` with `hashes`, as Quilt's list has it; `link` or `download_url` of a vendor of Java.
fn address(object: &Map<String, Value>) -> Option<String> {
    let word = |name: &str| object.get(name).and_then(Value::as_str).filter(|word| !word.is_empty());
    let fits = ["sha1", "size", "checksums", "hashes"].iter().any(|name| object.contains_key(*name));
    for (digest, url) in [("checksum", "link"), ("sha256_hash", "download_url")] {
        if object.contains_key(digest) {
            return word(url).map(key_of);
        }
    }
    if !fits || object.contains_key("downloads") {
        return None;
    }
    if let Some(name) = word("maven") {
        return Some(key_of(&maven::join(
            "https://maven.quiltmc.org/repository/release/",
            &maven::path(name)?,
        )));
    }
    match word("name").and_then(maven::path) {
        Some(path) => Some(key_of(&maven::join(word("url").unwrap_or(maven::MOJANG), &path))),
        None => word("url").map(key_of),
    }
}

fn mark(object: &mut Map<String, Value>, made: &Made) -> Result<()> {
    let hashes = object.get_mut("hashes").and_then(Value::as_object_mut);
    if let Some(hashes) = hashes {
        digests(hashes, made);
    }
    digests(object, made);
    if object.contains_key("checksums") {
        object.insert("checksums".to_owned(), json!([made.sha1]));
    }
    for size in ["size", "file_size"] {
        if object.contains_key(size) {
            object.insert(size.to_owned(), json!(made.size()));
        }
    }
    if object.contains_key("totalSize") {
        let index = serde_json::from_slice(&made.bytes)?;
        object.insert("totalSize".to_owned(), json!(assets::total(&index)));
    }
    Ok(())
}

fn digests(object: &mut Map<String, Value>, made: &Made) {
    for kind in ["sha1", "sha256", "sha512", "md5"] {
        if object.contains_key(kind) {
            object.insert(kind.to_owned(), json!(made.digest(kind)));
        }
    }
    for (name, kind) in [("checksum", "sha256"), ("sha256_hash", "sha256"), ("md5_hash", "md5")] {
        if object.contains_key(name) {
            object.insert(name.to_owned(), json!(made.digest(kind)));
        }
    }
}

/// An artifact without an address, which an installer makes or brings along.
pub(crate) fn without_address(value: &mut Value, of: &mut dyn FnMut(&str) -> Result<Made>) -> Result<()> {
    for library in value["libraries"].as_array_mut().into_iter().flatten() {
        let artifact = &mut library["downloads"]["artifact"];
        if artifact["url"].as_str() == Some("") {
            let made = of(text(artifact, "path"))?;
            artifact["sha1"] = json!(made.sha1);
            artifact["size"] = json!(made.size());
        }
    }
    Ok(())
}
