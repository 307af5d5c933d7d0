//! What the server says on the wire.

use anyhow::{Context, Result};
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use serde_json::Value;

use super::web::{Client, sha1};

const JAR: &str = "https://libraries.minecraft.net/com/mojang/brigadier/1.1.8/brigadier-1.1.8.jar";

#[test]
fn a_connection_serves_many_requests_and_all_are_noted() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let whole = client.ask("GET", JAR, "user-agent: test/1\r\n")?;
    let head = client.ask("HEAD", JAR, "")?;
    assert_eq!((head.status, head.field("content-length")), (200, whole.field("content-length")));
    assert_eq!(
        client
            .ask("GET", "https://libraries.minecraft.net/com/mojang/brigadier/9/brigadier-9.jar", "")?
            .status,
        404
    );
    assert_eq!(client.ask("POST", JAR, "")?.status, 405);
    let requests = upstream.requests();
    assert_eq!(requests.iter().map(|asked| asked.status).collect::<Vec<_>>(), [200, 200, 404, 405]);
    assert_eq!(requests[0].user_agent.as_deref(), Some("test/1"));
    assert!(JAR.ends_with(&requests[0].address));
    Ok(())
}

#[test]
fn ranges_are_honoured_while_the_file_is_the_same() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let whole = client.ask("GET", JAR, "")?;
    let (tag, size) = (whole.field("etag").context("a tag")?.to_owned(), whole.body.len());
    let rest = client.ask("GET", JAR, &format!("range: bytes=100-\r\nif-range: {tag}\r\n"))?;
    assert_eq!((rest.status, &rest.body[..]), (206, &whole.body[100..]));
    assert_eq!(rest.field("content-range"), Some(&*format!("bytes 100-{}/{size}", size - 1)));
    let middle = client.ask("GET", JAR, "range: bytes=10-19\r\n")?;
    assert_eq!((middle.status, &middle.body[..]), (206, &whole.body[10..20]));
    let last = client.ask("GET", JAR, "range: bytes=-5\r\n")?;
    assert_eq!(&last.body[..], &whole.body[size - 5..]);
    let other = client.ask("GET", JAR, "range: bytes=100-\r\nif-range: \"another\"\r\n")?;
    assert_eq!((other.status, other.body.len()), (200, size));
    let beyond = client.ask("GET", JAR, &format!("range: bytes={size}-\r\n"))?;
    assert_eq!((beyond.status, beyond.field("content-range")), (416, Some(&*format!("bytes */{size}"))));
    Ok(())
}

#[test]
fn what_is_known_is_not_sent_again() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let whole = client.ask("GET", JAR, "")?;
    let (tag, date) =
        (whole.field("etag").context("a tag")?, whole.field("last-modified").context("a date")?);
    let again = client.ask("GET", JAR, &format!("if-none-match: {tag}\r\n"))?;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(client.ask("GET", JAR, &format!("if-modified-since: {date}\r\n"))?.status, 304);
    assert_eq!(client.ask("GET", JAR, "if-none-match: \"other\"\r\n")?.status, 200);
    Ok(())
}

#[test]
fn the_mirror_has_the_same_bytes_and_says_their_hash() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let mirror = "https://bmclapi2.bangbang93.com";
    let pairs = [
        ("/libraries/com/mojang/brigadier/1.1.8/brigadier-1.1.8.jar", JAR),
        ("/maven/com/mojang/brigadier/1.1.8/brigadier-1.1.8.jar", JAR),
        ("/maven/com/mojang/brigadier/1.1.8/brigadier-1.1.8.jar.sha1", &format!("{JAR}.sha1")),
        (
            "/mc/game/version_manifest_v2.json",
            "https://launchermeta.mojang.com/mc/game/version_manifest_v2.json",
        ),
        ("/fabric-meta/v2/versions/loader/1.20.1", "https://meta.fabricmc.net/v2/versions/loader/1.20.1"),
        ("/quilt-meta/v3/versions/loader", "https://meta.quiltmc.org/v3/versions/loader"),
        (
            "/forge/download?mcversion=1.20.1&version=47.4.0&category=installer&format=jar",
            "https://maven.minecraftforge.net/net/minecraftforge/forge/1.20.1-47.4.0/forge-1.20.1-47.4.0-installer.jar",
        ),
        (
            "/neoforge/version/21.1.200/download/installer.jar",
            "https://maven.neoforged.net/releases/net/neoforged/neoforge/21.1.200/neoforge-21.1.200-installer.jar",
        ),
    ];
    for (path, official) in pairs {
        let mirrored = client.ask("GET", &format!("{mirror}{path}"), "")?;
        assert_eq!((mirrored.status, &mirrored.body), (200, &client.get(official)?), "{path}");
        assert_eq!(mirrored.field("x-bmclapi-hash"), Some(&*sha1(&mirrored.body)));
    }
    assert_eq!(client.json(&format!("{mirror}/forge/minecraft/1.20.1"))?[0]["version"], "47.4.0");
    assert_eq!(client.json(&format!("{mirror}/neoforge/list/26.1"))?[0]["version"], "26.1.0.1-beta");
    Ok(())
}

#[test]
fn the_sources_file_leads_every_host_here() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let sources: Value = serde_json::from_str(&upstream.sources_json())?;
    let hosts = sources["hosts"].as_object().context("hosts")?;
    for host in
        ["piston-meta.mojang.com", "launcher.mojang.com", "maven.neoforged.net", "bmclapi2.bangbang93.com"]
    {
        assert_eq!(hosts[host], format!("http://127.0.0.1:{}/{host}", upstream.port()));
    }
    Ok(())
}

#[test]
fn what_was_asked_for_is_kept_for_a_plain_server() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small().assets(5))?;
    let mut client = Client::new(&upstream)?;
    let loader = "https://meta.fabricmc.net/v2/versions/loader/1.20.1";
    let list: Value = serde_json::from_slice(&client.ask("GET", loader, "")?.body)?;
    let build = list[0]["loader"]["version"].as_str().context("a build")?.to_owned();
    // One lies below the other.
    for address in [format!("{loader}/{build}/profile/json"), format!("{loader}/{build}")] {
        assert_eq!(client.ask("GET", &address, "")?.status, 200);
    }
    client.ask("GET", "https://libraries.minecraft.net/not/here.jar", "")?;
    let folder = tempfile::tempdir()?;
    upstream.keep(folder.path())?;
    let at = folder.path().join("meta.fabricmc.net/v2/versions/loader");
    assert!(at.join("1.20.1.json").is_file() && at.join(format!("1.20.1/{build}.json")).is_file());
    assert_eq!(
        std::fs::read(at.join(format!("1.20.1/{build}/profile/json.json")))?,
        upstream.bytes(&format!("{loader}/{build}/profile/json"))?.context("a profile")?
    );
    assert!(!folder.path().join("libraries.minecraft.net").exists());
    Ok(())
}
