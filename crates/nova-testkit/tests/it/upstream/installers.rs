//! Installers: what their processors make is what their profiles promise.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use nova_testkit::write_file;
use serde_json::Value;

use super::web::{Client, sha1};
use super::{has_java, programs, recorded};

const FORGE: &str = "https://maven.minecraftforge.net/net/minecraftforge/forge";
const NEOFORGE: &str = "https://maven.neoforged.net/releases/net/neoforged";

#[test]
fn processors_of_the_small_set_keep_their_promises() -> Result<()> {
    if !has_java() {
        return Ok(());
    }
    let upstream = Upstream::start(UpstreamSpec::small().programs(&programs()?))?;
    for url in [
        format!("{FORGE}/1.16.5-36.2.42/forge-1.16.5-36.2.42-installer.jar"),
        format!("{FORGE}/1.20.1-47.4.0/forge-1.20.1-47.4.0-installer.jar"),
        format!("{NEOFORGE}/neoforge/21.1.200/neoforge-21.1.200-installer.jar"),
        format!("{NEOFORGE}/neoforge/26.1.0.1-beta/neoforge-26.1.0.1-beta-installer.jar"),
    ] {
        run(&upstream, &url).with_context(|| url.clone())?;
    }
    Ok(())
}

#[test]
fn processors_of_recorded_installers_keep_their_promises() -> Result<()> {
    let Some(folder) = recorded().filter(|_| has_java()) else { return Ok(()) };
    let upstream = Upstream::start(UpstreamSpec::recorded(&folder).programs(&programs()?).assets(10))?;
    for url in [
        format!("{FORGE}/1.17.1-37.1.1/forge-1.17.1-37.1.1-installer.jar"),
        format!("{FORGE}/26.2-65.1.2/forge-26.2-65.1.2-installer.jar"),
        format!("{NEOFORGE}/neoforge/21.8.47/neoforge-21.8.47-installer.jar"),
    ] {
        run(&upstream, &url).with_context(|| url.clone())?;
    }
    Ok(())
}

#[test]
fn every_recorded_installer_can_be_made() -> Result<()> {
    let Some(folder) = recorded() else { return Ok(()) };
    let upstream = Upstream::start(UpstreamSpec::recorded(&folder).assets(10))?;
    let mut count = 0;
    for entry in walkdir::WalkDir::new(&folder)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_name() == "install_profile.json")
    {
        let folder_of =
            entry.path().parent().context("a folder")?.strip_prefix(&folder)?.to_string_lossy().into_owned();
        let parts: Vec<&str> = folder_of.split('/').rev().take(2).collect();
        let url = format!("https://{folder_of}/{}-{}-installer.jar", parts[1], parts[0]);
        ensure!(Client::new(&upstream)?.get(&url)?.starts_with(b"PK"), "{url}");
        count += 1;
    }
    ensure!(count > 40, "only {count}");
    Ok(())
}

#[test]
fn the_old_form_brings_its_jar_and_nothing_else_has_it() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let version = "1.8.9-11.15.1.2318-1.8.9";
    let files = unpacked(&upstream, &format!("{FORGE}/{version}/forge-{version}-installer.jar"))?;
    let profile: Value = serde_json::from_slice(&files["install_profile.json"])?;
    let jar = profile["install"]["filePath"].as_str().context("a path")?;
    assert!(files[jar].starts_with(b"PK"));
    let mut client = Client::new(&upstream)?;
    assert_eq!(client.ask("GET", &format!("{FORGE}/{version}/forge-{version}.jar"), "")?.status, 404);
    let scala = &profile["versionInfo"]["libraries"][3];
    let path =
        "https://maven.minecraftforge.net/org/scala-lang/scala-library/2.11.1/scala-library-2.11.1.jar";
    assert_eq!(scala["checksums"][0], sha1(&client.get(path)?));
    Ok(())
}

#[test]
fn the_form_without_processors_brings_its_jar_with_the_promised_hash() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    let version = "1.12.2-14.23.5.2860";
    let files = unpacked(&upstream, &format!("{FORGE}/{version}/forge-{version}-installer.jar"))?;
    let document: Value = serde_json::from_slice(&files["version.json"])?;
    let artifact = &document["libraries"][1]["downloads"]["artifact"];
    let brought = &files[&format!("maven/{}", artifact["path"].as_str().context("a path")?)];
    assert_eq!((&artifact["sha1"], &artifact["url"]), (&sha1(brought).into(), &"".into()));
    Ok(())
}

fn unpacked(upstream: &Upstream, url: &str) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(Client::new(upstream)?.get(url)?))?;
    let mut files = BTreeMap::new();
    for number in 0..zip.len() {
        let mut entry = zip.by_index(number)?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        files.insert(entry.name()?.into_owned(), bytes);
    }
    Ok(files)
}

/// Does what an installer does for a client.
fn run(upstream: &Upstream, url: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let files = unpacked(upstream, url)?;
    let profile: Value = serde_json::from_slice(&files["install_profile.json"])?;
    let run = Run { root: folder.path(), profile: &profile };
    let mut client = Client::new(upstream)?;
    for library in profile["libraries"].as_array().context("libraries")? {
        let artifact = &library["downloads"]["artifact"];
        let path = artifact["path"].as_str().context("a path")?;
        let brought = files.get(&format!("maven/{path}")).cloned();
        let bytes = brought.map_or_else(|| client.verified(artifact), Ok)?;
        write_file(&folder.path().join("libraries").join(path), &bytes)?;
    }
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("data/")) {
        write_file(&folder.path().join("installer").join(name), bytes)?;
    }
    let jar = client_jar(&mut client, profile["minecraft"].as_str().context("a version")?)?;
    write_file(&folder.path().join("client.jar"), &jar)?;
    let mut steps = 0;
    for processor in profile["processors"].as_array().context("processors")? {
        if processor["sides"].as_array().is_none_or(|sides| sides.contains(&"client".into())) {
            run.step(processor)?;
            steps += 1;
        }
    }
    ensure!(steps > 0);
    run.check_version(&serde_json::from_slice(&files["version.json"])?)
}

fn client_jar(client: &mut Client<'_>, id: &str) -> Result<Vec<u8>> {
    let manifest = client.json("https://piston-meta.mojang.com/mc/game/version_manifest_v2.json")?;
    let list = manifest["versions"].as_array().context("versions")?;
    let url = list.iter().find(|entry| entry["id"] == id).context("the version")?["url"].clone();
    let version = client.json(url.as_str().context("url")?)?;
    client.verified(&version["downloads"]["client"])
}

struct Run<'a> {
    root: &'a Path,
    profile: &'a Value,
}

impl Run<'_> {
    fn step(&self, processor: &Value) -> Result<()> {
        let jar = processor["jar"].as_str().context("a jar")?;
        let names = processor["classpath"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let classpath =
            std::env::join_paths(std::iter::once(jar).chain(names).map(|name| self.library(name)))?;
        let arguments = processor["args"].as_array().context("args")?.iter().filter_map(Value::as_str);
        let mut command = Command::new("java");
        command
            .args(["-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"])
            .arg(classpath)
            .arg("nova.standin.tool.Processor");
        let out = command.args(arguments.map(|word| self.resolved(word))).output()?;
        ensure!(out.status.success(), "{jar}: {}", String::from_utf8_lossy(&out.stderr));
        for (output, hash) in processor["outputs"].as_object().into_iter().flatten() {
            let made = std::fs::read(self.resolved(output))?;
            assert_eq!(sha1(&made), self.resolved(hash.as_str().context("a hash")?), "{output}");
        }
        Ok(())
    }

    /// What the version wants and no server has is there, with its hash.
    fn check_version(&self, version: &Value) -> Result<()> {
        for library in version["libraries"].as_array().into_iter().flatten() {
            let artifact = &library["downloads"]["artifact"];
            if artifact["url"] == "" {
                let path = self.root.join("libraries").join(artifact["path"].as_str().context("a path")?);
                let made = std::fs::read(&path).with_context(|| path.display().to_string());
                // What the installer brings for the version alone was not asked for here.
                if let Ok(made) = made {
                    assert_eq!(artifact["sha1"], sha1(&made), "{}", path.display());
                }
            }
        }
        Ok(())
    }

    fn resolved(&self, word: &str) -> String {
        let Some(name) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
            let root = self.root.display().to_string();
            return self.value(&word.replace("{ROOT}", &root));
        };
        match name {
            "SIDE" => "client".to_owned(),
            "MINECRAFT_JAR" => self.root.join("client.jar").display().to_string(),
            "MINECRAFT_VERSION" => self.profile["minecraft"].as_str().unwrap_or_default().to_owned(),
            _ => self.value(self.profile["data"][name]["client"].as_str().unwrap_or_default()),
        }
    }

    fn value(&self, value: &str) -> String {
        if let Some(name) = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
            return self.library(name).display().to_string();
        }
        if value.starts_with("/data/") {
            return self.root.join("installer").join(&value[1..]).display().to_string();
        }
        value.trim_matches('\'').to_owned()
    }

    fn library(&self, name: &str) -> PathBuf {
        let (name, end) = name.split_once('@').unwrap_or((name, "jar"));
        let parts: Vec<&str> = name.split(':').collect();
        let classifier = parts.get(3).map(|part| format!("-{part}")).unwrap_or_default();
        let (artifact, version) = (parts[1], parts[2]);
        let file = format!("{artifact}-{version}{classifier}.{end}");
        self.root.join("libraries").join(parts[0].replace('.', "/")).join(artifact).join(version).join(file)
    }
}
