//! Fabric, Quilt and the lists of Forge and NeoForge.

use anyhow::{Context, Result, ensure};
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use serde_json::Value;

use super::recorded;
use super::web::{Client, sha1};

#[test]
fn profiles_of_the_small_set_have_libraries_with_their_digests() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    for profile in [
        "https://meta.fabricmc.net/v2/versions/loader/1.20.1/0.17.3/profile/json",
        "https://meta.fabricmc.net/v2/versions/loader/1.16.5/0.14.21/profile/json",
        "https://meta.quiltmc.org/v3/versions/loader/1.20.1/0.29.2/profile/json",
    ] {
        check(&upstream, profile)?;
    }
    let loaders = Client::new(&upstream)?.json("https://meta.quiltmc.org/v3/versions/loader")?;
    let jar = "https://maven.quiltmc.org/repository/release/org/quiltmc/quilt-loader/0.29.2/quilt-loader-0.29.2.jar";
    assert_eq!(loaders[0]["hashes"]["sha1"], sha1(&Client::new(&upstream)?.get(jar)?));
    Ok(())
}

#[test]
fn recorded_profiles_have_libraries_with_their_digests() -> Result<()> {
    let Some(folder) = recorded() else { return Ok(()) };
    let upstream = Upstream::start(UpstreamSpec::recorded(&folder).assets(10))?;
    for profile in [
        "https://meta.fabricmc.net/v2/versions/loader/1.20.1/0.16.14/profile/json",
        "https://meta.fabricmc.net/v2/versions/loader/1.16.5/0.4.8%2Bbuild.155/profile/json",
        "https://meta.fabricmc.net/v2/versions/loader/26.1/0.19.1/profile/json",
        "https://meta.quiltmc.org/v3/versions/loader/1.20.1/0.17.6/profile/json",
    ] {
        check(&upstream, profile)?;
    }
    let mut client = Client::new(&upstream)?;
    let list = client.json("https://meta.fabricmc.net/v2/versions/loader/1.20.1")?;
    assert_eq!(
        list[0]["launcherMeta"]["mainClass"]["client"],
        "net.fabricmc.loader.impl.launch.knot.KnotClient"
    );
    let xml = client.get("https://maven.minecraftforge.net/net/minecraftforge/forge/maven-metadata.xml")?;
    assert!(String::from_utf8(xml)?.contains("<version>1.20.1-47.4.0</version>"));
    let api =
        client.json("https://maven.neoforged.net/api/maven/versions/releases/net/neoforged/neoforge")?;
    assert!(api["versions"].as_array().is_some_and(|versions| versions.len() > 100));
    Ok(())
}

#[test]
fn a_loader_that_is_not_there_is_not_found() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    for unknown in ["1.20.1/9.9.9/profile/json", "1.2.3/0.17.3/profile/json", "1.2.3"] {
        let url = format!("https://meta.fabricmc.net/v2/versions/loader/{unknown}");
        assert_eq!(client.ask("GET", &url, "")?.status, 404, "{unknown}");
    }
    Ok(())
}

/// Each library is there, as is its `.sha1`, and digests in the profile are right.
fn check(upstream: &Upstream, url: &str) -> Result<()> {
    let mut client = Client::new(upstream)?;
    let profile = client.json(url)?;
    let libraries = profile["libraries"].as_array().context("libraries")?;
    ensure!(libraries.len() >= 5 && profile["inheritsFrom"].is_string());
    for library in libraries {
        let jar = jar(library)?;
        let bytes = client.get(&jar)?;
        assert_eq!(client.get(&format!("{jar}.sha1"))?, sha1(&bytes).as_bytes(), "{jar}");
        if library["sha1"].is_string() {
            assert_eq!(
                (&library["sha1"], &library["size"]),
                (&sha1(&bytes).into(), &bytes.len().into()),
                "{jar}"
            );
            assert_eq!(library["sha512"].as_str().map(str::len), Some(128));
        }
    }
    Ok(())
}

fn jar(library: &Value) -> Result<String> {
    let name = library["name"].as_str().context("a name")?;
    let parts: Vec<&str> = name.split(':').collect();
    let (group, artifact, version) = (parts[0].replace('.', "/"), parts[1], parts[2]);
    let base = library["url"].as_str().context("a repository")?;
    Ok(format!("{base}{group}/{artifact}/{version}/{artifact}-{version}.jar"))
}
