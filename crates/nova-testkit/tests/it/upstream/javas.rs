//! Stand-ins of Java say what they should, and run what they are given.

use std::process::Command;

use anyhow::{Context, Result};
use nova_testkit::javas::{Release, StandInJava};
use nova_testkit::upstream::{Upstream, UpstreamSpec};

use super::install::install;
use super::launch::{command_of, report, said};
use super::web::Client;
use super::{has_java, programs};

#[test]
#[cfg(unix)]
fn the_version_is_said_as_java_says_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    for (major, said) in
        [(8, "1.8.0_402"), (11, "11.0.4"), (16, "16.0.4"), (17, "17.0.4"), (21, "21.0.4"), (25, "25.0.4")]
    {
        let home = folder.path().join(major.to_string());
        let java = StandInJava::of(major).write(&home)?;
        let out = Command::new(&java).args(["-XshowSettings:properties", "-version"]).output()?;
        let text = String::from_utf8(out.stderr)?;
        assert!(text.contains(&format!("java.version = {said}\n")), "{text}");
        assert!(text.contains(&format!("openjdk version \"{said}\"")), "{text}");
        assert!(std::fs::read_to_string(home.join("release"))?.contains(said));
        let out = Command::new(&java).arg("--version").output()?;
        assert!(String::from_utf8(out.stdout)?.contains(said));
    }
    Ok(())
}

#[test]
#[cfg(unix)]
fn its_release_file_may_lie_or_be_absent() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (liar, none) = (folder.path().join("liar"), folder.path().join("none"));
    StandInJava::of(8).release(Release::Lying("21.0.1".to_owned())).write(&liar)?;
    StandInJava::of(8).release(Release::Absent).write(&none)?;
    assert!(std::fs::read_to_string(liar.join("release"))?.contains("21.0.1"));
    assert!(!none.join("release").exists());
    Ok(())
}

#[test]
#[cfg(unix)]
fn a_real_java_runs_behind_it_without_the_options_it_does_not_know() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?).assets(3))?;
    let installed = install(&upstream, "26.1", &folder.path().join("root"))?;
    let java = StandInJava::of(25).write(&folder.path().join("java 25"))?;
    let options =
        ["--sun-misc-unsafe-memory-access=allow", "-XX:+UseCompactObjectHeaders", "-XX:+NoSuchOption"];
    let main = "net.minecraft.client.main.Main";
    let out = command_of(&java, &installed, main, &options).output()?;
    assert!(out.status.success(), "{}", said(&out));
    let report = report(&installed.game())?;
    assert_eq!((&report["java"], &report["version"]), (&"25.0.4".into(), &"26.1".into()));
    assert!(report["javaHome"].as_str().is_some_and(|home| home.ends_with("java 25")));
    Ok(())
}

#[test]
#[cfg(unix)]
fn the_java_of_a_served_runtime_says_the_listed_version() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let all = client.json("https://piston-meta.mojang.com/v1/products/java-runtime/2ec0cc96c44e5a76b9c8b7c39df7210883d12871/all.json")?;
    let manifest = client.json(all["linux"]["jre-legacy"][0]["manifest"]["url"].as_str().context("url")?)?;
    let script = client.verified(&manifest["files"]["bin/java"]["downloads"]["raw"])?;
    let folder = tempfile::tempdir()?;
    let java = folder.path().join("bin/java");
    nova_testkit::write_script(&java, &String::from_utf8(script)?)?;
    let out = Command::new(java).arg("-version").output()?;
    assert!(String::from_utf8(out.stderr)?.contains("\"1.8.0_202\""));
    let release = client.verified(&manifest["files"]["release"]["downloads"]["raw"])?;
    assert!(String::from_utf8(release)?.contains("JAVA_VERSION=\"1.8.0_202\""));
    Ok(())
}

#[test]
fn vendors_offer_archives_with_their_digests() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let mut client = Client::new(&upstream)?;
    let list =
        client.json("https://api.adoptium.net/v3/assets/feature_releases/17/ga?os=linux&page_size=20")?;
    let package = &list[0]["binaries"][2]["package"];
    let bytes = upstream.bytes(package["link"].as_str().context("link")?)?.context("no archive")?;
    assert_eq!(package["size"].as_u64(), Some(bytes.len() as u64));
    assert_eq!(package["checksum"].as_str(), Some(sha256(&bytes).as_str()));
    let all = client.json("https://api.azul.com/metadata/v1/zulu/packages?java_version=16")?;
    assert!(all[0]["sha256_hash"].is_null());
    let id = all[0]["package_uuid"].as_str().context("id")?;
    let one = client.json(&format!("https://api.azul.com/metadata/v1/zulu/packages/{id}"))?;
    let bytes = upstream.bytes(one["download_url"].as_str().context("url")?)?.context("no archive")?;
    assert_eq!(one["sha256_hash"].as_str(), Some(sha256(&bytes).as_str()));
    Ok(())
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(bytes))
}
