//! Installers of Forge and NeoForge as jars: the recorded profile with the hashes of what is served and of what its processors
//! will make, and what a profile expects to find in the jar.

mod foretell;
pub(crate) mod optifine;

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::digest::Made;
use super::index::text;
use super::store::Store;
use super::{make, maven, rewrite};
use crate::jar::zip_bytes;

/// The bytes of the installer whose documents are in this folder.
pub(crate) fn bytes(store: &Store, folder: &str) -> Result<Vec<u8>> {
    let key = format!("{folder}/install_profile.json");
    let profile = store.shelf.json(&key).with_context(|| format!("{key} is no JSON"))?;
    let entries =
        if profile["install"].is_object() { old(store, profile)? } else { new(store, folder, profile)? };
    let manifest = ("META-INF/MANIFEST.MF".to_owned(), b"Manifest-Version: 1.0\r\n\r\n".to_vec());
    zip_bytes(&std::iter::once(manifest).chain(entries).collect::<Vec<_>>())
}

/// Up to 1.12.2: one document, and the loader's own jar beside it.
fn old(store: &Store, mut profile: Value) -> Result<Vec<(String, Vec<u8>)>> {
    rewrite::walk(store, &mut profile["versionInfo"])?;
    let path = maven::path(text(&profile["install"], "path")).context("the profile names no path")?;
    let universal = store.artifact(&path)?.bytes.clone();
    let name = text(&profile["install"], "filePath").to_owned();
    Ok(vec![("install_profile.json".to_owned(), serde_json::to_vec(&profile)?), (name, universal)])
}

/// Since then: a profile with processors, a version, and data.
fn new(store: &Store, folder: &str, mut profile: Value) -> Result<Vec<(String, Vec<u8>)>> {
    let json_path = text(&profile, "json").trim_start_matches('/').to_owned();
    let mut version =
        store.shelf.json(&format!("{folder}/{json_path}")).context("the version is not there")?;
    rewrite::walk(store, &mut profile)?;
    rewrite::walk(store, &mut version)?;
    let mut entries = data(&profile)?;
    let made = foretell::outputs(store, &profile, &entries)?;
    foretell::mark(&mut profile, &made);
    let mut brought = BTreeMap::new();
    let mut of = |path: &str| -> Result<Made> {
        if let Some(bytes) = made.get(path) {
            return Ok(Made::of(bytes.clone()));
        }
        let made = Made::of(store.artifact(path)?.bytes.clone());
        brought.insert(format!("maven/{path}"), made.bytes.clone());
        Ok(made)
    };
    rewrite::without_address(&mut profile, &mut of)?;
    rewrite::without_address(&mut version, &mut of)?;
    if let Some(path) = profile["path"].as_str().and_then(maven::path) {
        of(&path)?;
    }
    entries.extend(brought);
    entries.push((json_path, serde_json::to_vec(&version)?));
    entries.push(("install_profile.json".to_owned(), serde_json::to_vec(&profile)?));
    Ok(entries)
}

/// The files that the profile's data and its servers' steps name.
fn data(profile: &Value) -> Result<Vec<(String, Vec<u8>)>> {
    let mut paths = std::collections::BTreeSet::new();
    for value in profile["data"].as_object().into_iter().flat_map(|data| data.values()) {
        paths.extend([text(value, "client"), text(value, "server")]);
    }
    let paths: Vec<&str> = paths.into_iter().filter_map(|path| path.strip_prefix('/')).collect();
    let mut entries = Vec::new();
    for path in paths {
        let plain = make::filler(&format!("{}/{path}", text(profile, "version")));
        entries.push((path.to_owned(), if maven::ends(path, "lzma") { make::lzma(&plain)? } else { plain }));
    }
    for name in ["run.sh", "run.bat", "user_jvm_args.txt", "unix_args.txt", "win_args.txt"] {
        entries.push((format!("data/{name}"), b"# a server's\n".to_vec()));
    }
    Ok(entries)
}

/// A value of the profile's data for clients.
fn client_value<'a>(profile: &'a Value, key: &str) -> Option<&'a str> {
    profile["data"][key]["client"].as_str()
}

/// Sets it.
fn set_client_value(profile: &mut Value, key: &str, value: &str) {
    if let Some(data) = profile["data"].get_mut(key) {
        data["client"] = json!(value);
    }
}
