//! From a request's target to the key of what it asks for: the host is the first part of the path, mirrors are led to what they
//! mirror.

use super::index::Index;
use super::lists::MIRROR;
use super::shelf::{key_of, unescaped};

/// The keys to try, in order.
pub(crate) fn keys(target: &str, index: &Index) -> Vec<String> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let key = key_of(path.trim_start_matches('/'));
    if let Some(mirrored) = key.strip_prefix(MIRROR).and_then(|path| path.strip_prefix('/')) {
        return mirror(mirrored, query, index).into_iter().map(|key| key_of(&key)).collect();
    }
    if query.is_empty() { vec![key] } else { vec![format!("{key}__{}", unescaped(query)), key] }
}

/// What a path of BMCLAPI stands for.
fn mirror(path: &str, query: &str, index: &Index) -> Vec<String> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let parts: Vec<&str> = rest.split('/').collect();
    match (first, parts.as_slice()) {
        ("mc" | "v1", ["objects", ..]) => vec![format!("piston-data.mojang.com/{path}")],
        ("mc" | "v1", _) => vec![format!("piston-meta.mojang.com/{path}")],
        ("assets", _) => vec![format!("resources.download.minecraft.net/{rest}")],
        ("libraries" | "maven", _) => artifact(rest, index).into_iter().collect(),
        ("fabric-meta", _) => vec![format!("meta.fabricmc.net/{rest}")],
        ("quilt-meta", _) => vec![format!("meta.quiltmc.org/{rest}")],
        ("forge", ["download"]) => installer("forge", &forge_version(query), index).into_iter().collect(),
        ("neoforge", ["version", version, "download", "installer.jar" | "installer"]) => {
            installer("neoforge", version, index).into_iter().collect()
        }
        ("forge" | "neoforge" | "optifine", _) => vec![format!("{MIRROR}/{path}")],
        ("version", [game, "json"]) => index.versions.get(*game).cloned().into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A file of any repository, or the digest beside one.
fn artifact(path: &str, index: &Index) -> Option<String> {
    let direct = index.at_path(path).map(ToOwned::to_owned);
    let beside = || {
        let (file, kind) = path.rsplit_once('.')?;
        Some(format!("{}.{kind}", index.at_path(file)?))
    };
    direct.or_else(beside)
}

fn installer(maker: &str, version: &str, index: &Index) -> Option<String> {
    let folder = index.installers.get(&format!("{maker}/{version}"))?;
    let artifact = folder.rsplit('/').nth(1)?;
    Some(format!("{folder}/{artifact}-{version}-installer.jar"))
}

fn forge_version(query: &str) -> String {
    let value = |name: &str| {
        let pair = query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
        pair.map(|(_, value)| unescaped(value)).filter(|value| !value.is_empty())
    };
    let parts = ["mcversion", "version", "branch"].into_iter().filter_map(value);
    parts.collect::<Vec<_>>().join("-")
}
