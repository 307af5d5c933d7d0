//! Jars of every loader, nested, damaged, and made from folders.

use std::io::{Cursor, Read};

use anyhow::Result;
use nova_testkit::{Damage, Jar, Loader, ModInfo, Need, Tree, pack_folders, write_file};
use zip::ZipArchive;

fn entry(bytes: &[u8], name: &str) -> Result<Vec<u8>> {
    let mut zip = ZipArchive::new(Cursor::new(bytes))?;
    let mut out = Vec::new();
    zip.by_name(name)?.read_to_end(&mut out)?;
    Ok(out)
}

fn json(bytes: &[u8], name: &str) -> Result<serde_json::Value> {
    Ok(serde_json::from_slice(&entry(bytes, name)?)?)
}

#[test]
fn a_fabric_jar_says_what_it_needs_and_breaks() -> Result<()> {
    let jar = Jar::fabric("sodium").version("0.5.3").for_game("1.20.1").depends("a", ">=1").breaks("b", "*");
    let about = json(&jar.bytes()?, "fabric.mod.json")?;
    assert_eq!(about["version"], "0.5.3");
    assert_eq!(about["depends"]["minecraft"], "~1.20.1");
    assert_eq!(about["depends"]["a"], ">=1");
    assert_eq!(about["breaks"]["b"], "*");
    Ok(())
}

#[test]
fn every_loader_has_its_own_metadata_file() -> Result<()> {
    for (jar, name) in [
        (Jar::quilt("a"), "quilt.mod.json"),
        (Jar::forge("a"), "META-INF/mods.toml"),
        (Jar::neoforge("a"), "META-INF/neoforge.mods.toml"),
        (Jar::legacy_forge("a"), "mcmod.info"),
    ] {
        let text = String::from_utf8(entry(&jar.bytes()?, name)?)?;
        assert!(text.contains("\"a\""), "{name}: {text}");
    }
    Ok(())
}

#[test]
fn neoforge_can_say_incompatible_and_forge_says_the_range() -> Result<()> {
    let neo = Jar::neoforge("a").relates("b", "[1,)", Need::Breaks);
    let text = String::from_utf8(entry(&neo.bytes()?, "META-INF/neoforge.mods.toml")?)?;
    assert!(text.contains("type = \"incompatible\""), "{text}");
    let forge = Jar::forge("a").for_game("1.20.1");
    let text = String::from_utf8(entry(&forge.bytes()?, "META-INF/mods.toml")?)?;
    assert!(text.contains("versionRange = \"[1.20.1,1.21)\""), "{text}");
    Ok(())
}

#[test]
fn one_jar_may_carry_two_loaders() -> Result<()> {
    let bytes = Jar::fabric("both").also(ModInfo::new(Loader::Forge, "both")).bytes()?;
    assert_eq!(json(&bytes, "fabric.mod.json")?["id"], "both");
    assert!(entry(&bytes, "META-INF/mods.toml").is_ok());
    Ok(())
}

#[test]
fn a_nested_jar_is_listed_and_can_be_opened() -> Result<()> {
    let bytes = Jar::fabric("outer").nested(Jar::fabric("inner")).bytes()?;
    assert_eq!(json(&bytes, "fabric.mod.json")?["jars"][0]["file"], "META-INF/jars/inner.jar");
    let inner = entry(&bytes, "META-INF/jars/inner.jar")?;
    assert_eq!(json(&inner, "fabric.mod.json")?["id"], "inner");
    Ok(())
}

#[test]
fn own_entries_stand_in_for_generated_ones() -> Result<()> {
    let bytes = Jar::fabric("a").entry("fabric.mod.json", b"{broken").bytes()?;
    assert_eq!(entry(&bytes, "fabric.mod.json")?, b"{broken");
    Ok(())
}

#[test]
fn damaged_jars_do_not_open_or_do_not_read() -> Result<()> {
    let padded = || Jar::fabric("a").padding(4096);
    let half = padded().damage(Damage::CutInHalf).bytes()?;
    assert!(ZipArchive::new(Cursor::new(half)).is_err());
    let flipped = padded().damage(Damage::FlippedByte).bytes()?;
    assert!(entry(&flipped, "assets/stuffing.bin").is_err());
    let pointer = Jar::damaged("a.jar", Damage::LfsPointer).bytes()?;
    assert!(pointer.starts_with(b"version https://git-lfs"));
    Ok(())
}

#[test]
fn the_same_description_makes_the_same_bytes() -> Result<()> {
    let jar = || Jar::forge("a").padding(1000).nested(Jar::forge("b"));
    assert_eq!(jar().bytes()?, jar().bytes()?);
    Ok(())
}

#[test]
fn folders_become_jars_and_folders_in_them_nested_ones() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let from = temp.path().join("from");
    write_file(&from.join("deep/one/fabric.mod.json"), b"{\"id\":\"one\"}")?;
    write_file(&from.join("deep/one/META-INF/jars/two.jar/fabric.mod.json"), b"{\"id\":\"two\"}")?;
    write_file(&from.join("deep/pointer.jar"), b"version https://git-lfs")?;
    write_file(&from.join("deep/notes/readme.txt"), b"no jar")?;
    let out = temp.path().join("out");
    pack_folders(&from, &out)?;
    let tree = Tree::of(&out)?;
    assert_eq!(tree.files().count(), 2);
    assert!(tree.has("deep/one.jar") && tree.has("deep/pointer.jar"), "{tree:?}");
    let inner = entry(&std::fs::read(out.join("deep/one.jar"))?, "META-INF/jars/two.jar")?;
    assert_eq!(json(&inner, "fabric.mod.json")?["id"], "two");
    Ok(())
}

#[test]
fn every_folder_of_the_shared_metadata_packs() -> Result<()> {
    let shared = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mod-metadata"));
    if !shared.is_dir() {
        println!("skipped: {} is not there", shared.display());
        return Ok(());
    }
    let temp = tempfile::tempdir()?;
    let written = pack_folders(shared, temp.path())?;
    println!("{} jars", written.len());
    assert!(written.len() > 300, "only {} jars", written.len());
    Ok(())
}
