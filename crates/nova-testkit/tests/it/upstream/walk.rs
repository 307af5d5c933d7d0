//! From the list of versions down to every file: each hash and size is that of what is served.

use anyhow::{Context, Result, ensure};
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use serde_json::Value;

use super::recorded;
use super::web::{Client, sha1};

const MANIFEST: &str = "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json";
const RUNTIMES: &str = "https://launchermeta.mojang.com/v1/products/java-runtime/2ec0cc96c44e5a76b9c8b7c39df7210883d12871/all.json";

#[test]
fn every_file_of_every_small_version_has_its_hash() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let ids = versions(&upstream)?;
    assert_eq!(ids.len(), 8);
    for id in ids {
        version(&upstream, &id).with_context(|| id.clone())?;
    }
    Ok(())
}

#[test]
fn every_file_of_recorded_versions_has_its_hash() -> Result<()> {
    let Some(folder) = recorded() else { return Ok(()) };
    let upstream = Upstream::start(UpstreamSpec::recorded(&folder).assets(40))?;
    ensure!(upstream.versions().len() > 50);
    for id in [
        "rd-132211",
        "1.5.2",
        "1.6.4",
        "1.7.10",
        "1.12.2",
        "1.16.5",
        "1.18.2",
        "1.20.1",
        "26.2",
        "3D Shareware v1.34",
    ] {
        version(&upstream, id).with_context(|| id.to_owned())?;
    }
    Ok(())
}

#[test]
fn runtimes_are_whole_packed_and_plain() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    runtimes(&upstream, &["linux", "mac-os-arm64", "windows-x64"])
}

#[test]
fn recorded_runtimes_are_whole() -> Result<()> {
    let Some(folder) = recorded() else { return Ok(()) };
    runtimes(&Upstream::start(UpstreamSpec::recorded(&folder).assets(10))?, &["linux"])
}

#[test]
fn the_same_version_has_the_same_bytes_from_another_server() -> Result<()> {
    let (first, second) = (Upstream::start(UpstreamSpec::small())?, Upstream::start(UpstreamSpec::small())?);
    let document = Client::new(&first)?.json(MANIFEST)?["versions"][0].clone();
    let version: Value =
        serde_json::from_slice(&Client::new(&first)?.get(document["url"].as_str().context("url")?)?)?;
    // The second never served the document: a launcher may have it from an earlier run.
    Client::new(&second)?.verified(&version["downloads"]["client"])?;
    let index = Client::new(&first)?.json(version["assetIndex"]["url"].as_str().context("url")?)?;
    let hash = index["objects"]["pack.mcmeta"]["hash"].as_str().context("a hash")?;
    assert_eq!(sha1(&Client::new(&second)?.get(&object_url(hash))?), hash);
    Ok(())
}

fn versions(upstream: &Upstream) -> Result<Vec<String>> {
    let manifest = Client::new(upstream)?.json(MANIFEST)?;
    let list = manifest["versions"].as_array().context("versions")?;
    Ok(list.iter().filter_map(|version| version["id"].as_str()).map(ToOwned::to_owned).collect())
}

fn version(upstream: &Upstream, id: &str) -> Result<()> {
    let mut client = Client::new(upstream)?;
    let manifest = client.json(MANIFEST)?;
    let list = manifest["versions"].as_array().context("versions")?;
    let entry = list.iter().find(|entry| entry["id"] == id).context("the version is listed")?;
    let bytes = client.get(entry["url"].as_str().context("an address")?)?;
    assert_eq!(entry["sha1"], sha1(&bytes).as_str());
    let document: Value = serde_json::from_slice(&bytes)?;
    let mut count = 0;
    downloads(&document, &mut |download| {
        count += 1;
        client.verified(download).map(drop)
    })?;
    ensure!(count > 6, "only {count} files");
    let index: Value = serde_json::from_slice(&client.verified(&document["assetIndex"])?)?;
    let mut total = 0;
    for object in index["objects"].as_object().context("objects")?.values() {
        let hash = object["hash"].as_str().context("a hash")?;
        let bytes = client.get(&object_url(hash))?;
        assert_eq!((sha1(&bytes).as_str(), &object["size"]), (hash, &bytes.len().into()));
        total += bytes.len();
    }
    assert_eq!(document["assetIndex"]["totalSize"], total);
    Ok(())
}

fn object_url(hash: &str) -> String {
    format!("https://resources.download.minecraft.net/{}/{hash}", &hash[..2])
}

/// Everything with an address and a hash.
fn downloads(value: &Value, each: &mut dyn FnMut(&Value) -> Result<()>) -> Result<()> {
    if value["url"].is_string() && value["sha1"].is_string() {
        each(value)?;
    }
    match value {
        Value::Array(list) => list.iter().try_for_each(|item| downloads(item, each)),
        Value::Object(object) => object.values().try_for_each(|item| downloads(item, each)),
        _ => Ok(()),
    }
}

fn runtimes(upstream: &Upstream, platforms: &[&str]) -> Result<()> {
    let mut client = Client::new(upstream)?;
    let all = client.json(RUNTIMES)?;
    for platform in platforms {
        for builds in all[platform].as_object().context("components")?.values() {
            for build in builds.as_array().into_iter().flatten() {
                let manifest: Value = serde_json::from_slice(&client.verified(&build["manifest"])?)?;
                files(&mut client, &manifest)?;
            }
        }
    }
    Ok(())
}

fn files(client: &mut Client<'_>, manifest: &Value) -> Result<()> {
    let files = manifest["files"].as_object().context("files")?;
    ensure!(files.iter().any(|(name, file)| name.contains("bin/java") && file["executable"] == true));
    for (name, file) in files {
        let plain = match file["type"].as_str() {
            Some("file") => client.verified(&file["downloads"]["raw"])?,
            _ => continue,
        };
        if file["downloads"]["lzma"].is_object() {
            let packed = client.verified(&file["downloads"]["lzma"])?;
            let mut unpacked = Vec::new();
            let mut reader = lzma_rust2::LzmaReader::new_mem_limit(&packed[..], u32::MAX, None)?;
            std::io::Read::read_to_end(&mut reader, &mut unpacked)?;
            assert_eq!(unpacked, plain, "{name}");
        }
    }
    Ok(())
}
