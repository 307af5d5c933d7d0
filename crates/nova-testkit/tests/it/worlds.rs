//! Roots, worlds of request sets, and described roots.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Result;
use flate2::read::GzDecoder;
use jiff::{Timestamp, tz::TimeZone};
use nova_testkit::{BackupFile, Form, GameRoot, Jdk, RequestWorld, RootSpec, Tree, Version, World};
use serde_json::Value;

fn json(path: &Path) -> Result<Value> {
    Ok(serde_json::from_reader(File::open(path)?)?)
}

#[test]
fn a_loader_version_brings_the_version_that_it_inherits_from() -> Result<()> {
    let temp = tempfile::tempdir()?;
    GameRoot::new().version(Version::forge("f", "1.12.2")).write(temp.path())?;
    let profile = json(&temp.path().join("versions/f/f.json"))?;
    assert_eq!(profile["inheritsFrom"], "1.12.2");
    let parent = json(&temp.path().join("versions/1.12.2/1.12.2.json"))?;
    assert!(parent.get("minecraftArguments").is_some() && parent.get("arguments").is_none());
    Ok(())
}

#[test]
fn a_merged_version_stands_alone() -> Result<()> {
    let temp = tempfile::tempdir()?;
    GameRoot::new().version(Version::fabric("f", "1.20.1").form(Form::Merged)).write(temp.path())?;
    let profile = json(&temp.path().join("versions/f/f.json"))?;
    assert!(profile.get("inheritsFrom").is_none());
    assert_eq!(profile["patches"][0]["version"], "1.20.1");
    assert!(profile["libraries"].as_array().is_some_and(|list| list.len() > 4));
    assert!(!Tree::of(temp.path())?.has("versions/1.20.1"));
    Ok(())
}

#[test]
fn the_java_need_follows_the_game_version() -> Result<()> {
    for (game, java) in [("1.16.5", 8), ("1.17.1", 16), ("1.20.4", 17), ("1.20.5", 21), ("26.1", 25)] {
        let value: Value = serde_json::from_str(&Version::vanilla(game).json())?;
        assert_eq!(value["javaVersion"]["majorVersion"], java, "{game}");
    }
    Ok(())
}

#[test]
fn a_world_has_the_size_that_was_asked_for() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let folder = World::new("W").size(9 << 20).write(temp.path())?;
    let sizes: Vec<u64> =
        std::fs::read_dir(folder.join("region"))?.map(|e| Ok(e?.metadata()?.len())).collect::<Result<_>>()?;
    assert_eq!(sizes.len(), 3);
    assert_eq!(sizes.iter().sum::<u64>(), 9 << 20);
    Ok(())
}

#[test]
fn the_seed_lies_where_the_game_of_that_time_keeps_it() -> Result<()> {
    let temp = tempfile::tempdir()?;
    for (game, key) in [("1.12.2", "RandomSeed"), ("1.20.1", "WorldGenSettings")] {
        let folder = World::new(game).game(game).write(temp.path())?;
        let mut bytes = Vec::new();
        GzDecoder::new(File::open(folder.join("level.dat"))?).read_to_end(&mut bytes)?;
        assert!(String::from_utf8_lossy(&bytes).contains(key), "{game}");
    }
    Ok(())
}

#[test]
fn a_backup_is_a_zip_and_a_sidecar_of_one_name() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let zip = BackupFile::new("bk-1", 1_700_000_000_000)
        .version("v")
        .world(World::new("世界"))
        .write(temp.path())?;
    let about = json(&zip.with_extension("json"))?;
    assert_eq!(about["id"], "bk-1");
    assert_eq!(about["saves"][0], "世界");
    let archive = zip::ZipArchive::new(File::open(zip)?)?;
    assert!(archive.file_names().flatten().any(|name| name == "saves/世界/level.dat"));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_fake_java_says_its_version() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let java = Jdk::of(8).write(temp.path())?;
    let said = std::process::Command::new(java).arg("-version").output()?;
    assert!(String::from_utf8_lossy(&said.stderr).contains("openjdk version \"1.8.0_392\""));
    Ok(())
}

const SET: &str = r#"{"requests": "not looked at", "world": {
    "current_version": "a", "java": [17], "hosts": ["pages"],
    "versions": [
        {"id": "a", "game": "1.20.1", "loader": "fabric", "mods": ["sodium"], "disabled": ["optifabric"], "saves": ["新的世界"]},
        {"id": "big", "game": "1.20.1", "loader": "forge", "mods": ["(about 400)"], "saves": []},
        {"id": "old", "game": "1.12.2", "loader": "forge", "mods": ["optifine", "jei"], "saves": []},
        {"id": "1.21.4", "game": "1.21.4", "loader": null, "mods": [], "saves": ["C"]}],
    "backups": [{"id": "bk-1", "version": "a", "save": "新的世界", "time": "yesterday 21:10"}],
    "settings": {"max_mb": 4096, "isolation": true, "theme": "dark", "language": "zh-CN"}}}"#;

fn request_world(out: &Path) -> Result<Tree> {
    let now = "2026-03-31T01:30:00Z".parse::<Timestamp>()?.to_zoned_datetime(TimeZone::UTC);
    let paths = RequestWorld::of_set(SET)?.write(out, &now)?;
    assert_eq!(json(&paths.data.join("backups/bk-1.json"))?["at"], 1_774_905_000_000_i64);
    let settings = json(&paths.data.join("settings.json"))?;
    assert_eq!(settings["memory"]["max_mb"], 4096);
    assert_eq!(settings["appearance"]["theme"], "dark");
    assert_eq!(settings["roots"][paths.game.display().to_string()]["current"], "a");
    Tree::of(&paths.game)
}

#[test]
fn a_request_set_becomes_the_folders_that_it_speaks_of() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let tree = request_world(temp.path())?;
    assert!(tree.has("versions/a/mods/sodium-0.5.3.jar"));
    assert!(tree.has("versions/a/mods/optifabric-1.13.24.jar.disabled"));
    assert!(tree.has("versions/a/saves/新的世界/level.dat"));
    assert!(tree.has("versions/old/mods/OptiFine_1.12.2_HD_U_G5.jar"));
    let big = tree.files().filter(|path| path.starts_with("versions/big/mods")).count();
    assert_eq!(big, 400);
    Ok(())
}

#[test]
fn a_request_set_makes_no_version_that_it_does_not_name() -> Result<()> {
    let temp = tempfile::tempdir()?;
    request_world(temp.path())?;
    let mut names: Vec<String> = std::fs::read_dir(temp.path().join("game/versions"))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    assert_eq!(names, ["1.21.4", "a", "big", "old"]);
    Ok(())
}

#[test]
fn a_described_root_holds_what_the_description_says() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let spec = r#"{"versions": [{"id": "q", "game": "1.20.1", "loader": "quilt", "isolated": true,
        "mods": [{"id": "x", "depends": {"y": "*"}, "damage": "half"}],
        "saves": [{"folder": "Big", "bytes": 5000000, "mode": "hardcore"}]}],
        "shared": {"files": {"options.txt": "lang:en_us\n"}}}"#;
    RootSpec::parse(spec)?.write(temp.path())?;
    let tree = Tree::of(temp.path())?;
    for path in
        ["versions/q/mods/x.jar", "versions/q/saves/Big/region/r.0.1.mca", "options.txt", "versions/1.20.1"]
    {
        assert!(tree.has(path), "{path} is missing");
    }
    Ok(())
}

#[test]
fn an_unknown_loader_is_refused_by_name() -> Result<()> {
    let spec = RootSpec::parse(r#"{"versions": [{"id": "v", "loader": "rift"}]}"#)?;
    let error = spec.build().err().map(|error| error.to_string());
    assert!(error.is_some_and(|text| text.contains("rift")));
    Ok(())
}

#[test]
fn a_loader_profile_is_of_its_generation() -> Result<()> {
    let main_of = |version: Version| -> Result<String> {
        let value: Value = serde_json::from_str(&version.json())?;
        Ok(value["mainClass"].as_str().unwrap_or_default().to_owned())
    };
    for (version, last) in [
        (Version::forge("f", "1.12.2"), "Launch"),
        (Version::forge("f", "1.16.5"), "Launcher"),
        (Version::forge("f", "1.20.1"), "BootstrapLauncher"),
        (Version::forge("f", "1.21.4"), "ForgeBootstrap"),
        (Version::neoforge("n", "1.21.1"), "BootstrapLauncher"),
        (Version::neoforge("n", "26.1"), "Client"),
        (Version::quilt("q", "1.20.1"), "KnotClient"),
    ] {
        let main = main_of(version.clone())?;
        assert_eq!(main.rsplit('.').next(), Some(last), "{version:?}");
    }
    Ok(())
}
