//! Folders below `versions/` that are broken or made to harm: reported, never followed, never waited for.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::symlink},
    process::Command,
    time::{Duration, Instant},
};

use nova_testkit::{GameRoot, Version};

use crate::fixture::{Fixture, code, codes};

/// A root with one sound version.
fn sound() -> Fixture {
    Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")))
}

/// The sound version is listed alone, and one problem of this code is about the other folder.
fn assert_reported(fixture: &Fixture, expected: &str) {
    let list = fixture.game.versions().unwrap();
    assert_eq!(list.ids().collect::<Vec<_>>(), ["1.20.1"]);
    assert_eq!(codes(&list.problems), [expected]);
}

#[test]
fn folders_without_their_json_are_no_versions() {
    let fixture = sound();
    fixture.write("versions/evil/evil.jar", "x");
    assert_reported(&fixture, "game.version.no-json");
    fixture.write("versions/evil/a.json", r#"{"id": "a"}"#);
    fixture.write("versions/evil/b.json", r#"{"id": "b"}"#);
    assert_reported(&fixture, "game.version.other-json");
    assert_eq!(code(fixture.game.version(Some("evil"))), "game.version.unusable");
}

#[test]
fn links_are_not_followed() {
    let fixture = sound();
    symlink("../../..", fixture.root.join("versions/out")).unwrap();
    assert_reported(&fixture, "game.version.link");
    let fixture = sound();
    let secret = fixture.root.join("secret.json");
    fs::write(&secret, r#"{"id": "x", "mainClass": "x"}"#).unwrap();
    fs::create_dir(fixture.root.join("versions/evil")).unwrap();
    symlink(secret, fixture.root.join("versions/evil/evil.json")).unwrap();
    let list = fixture.game.versions().unwrap();
    assert_eq!(codes(&list.find("evil").unwrap().problems), ["game.version.bad-json"]);
}

#[test]
fn a_pipe_in_place_of_the_json_is_not_waited_for() {
    let fixture = sound();
    let folder = fixture.root.join("versions/evil");
    fs::create_dir(&folder).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("evil.json")).status().unwrap().success());
    let version = fixture.game.version(Some("evil")).unwrap();
    assert_eq!(codes(&version.problems), ["game.version.bad-json"]);
}

#[test]
fn names_with_control_characters_or_odd_bytes_are_problems() {
    for name in [b"a\nb".as_slice(), b"\x1b[31mx", b"\xff\xfe"] {
        let fixture = sound();
        let name = OsStr::from_bytes(name);
        let folder = fixture.root.join("versions").join(name);
        fs::create_dir(&folder).unwrap();
        let mut file = name.to_owned();
        file.push(".json");
        fs::write(folder.join(file), r#"{"id": "x"}"#).unwrap();
        assert_reported(&fixture, "game.version.odd-name");
    }
}

#[test]
fn spoilt_jsons_are_listed_with_what_is_wrong() {
    let deep = "[".repeat(300_000);
    let huge = format!(r#"{{"id": "evil", "x": "{}"}}"#, "A".repeat(9 << 20));
    for text in ["", "[1]", "<html>", "{\"id\": \"ev", &deep, &huge, "\0\0\0"] {
        let fixture = sound();
        fixture.version("evil", text);
        let list = fixture.game.versions().unwrap();
        assert_eq!(codes(&list.find("evil").unwrap().problems), ["game.version.bad-json"]);
        assert!(list.find("1.20.1").is_ok());
    }
}

#[test]
fn a_sparse_json_of_60_mb_costs_no_time() {
    let fixture = sound();
    let path = fixture.version("evil", "");
    fs::File::options().write(true).open(path).unwrap().set_len(60 << 20).unwrap();
    let start = Instant::now();
    assert!(fixture.game.versions().unwrap().find("1.20.1").is_ok());
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn circles_paths_and_endless_chains_are_problems_of_their_version() {
    let cases = [
        ("evil", "parent-loop"),
        ("../evil", "parent-name"),
        ("/etc", "parent-name"),
        ("EVIL", "parent-missing"),
    ];
    for (parent, expected) in cases {
        let fixture = sound();
        fixture
            .version("evil", &format!(r#"{{"id": "evil", "mainClass": "x", "inheritsFrom": "{parent}"}}"#));
        let version = fixture.game.version(Some("evil")).unwrap();
        assert!(codes(&version.problems).contains(&&*format!("game.version.{expected}")), "{parent}");
    }
}

#[test]
fn two_thousand_versions_are_listed_in_time() {
    let fixture = sound();
    for n in 0..2_000 {
        fixture.version(&format!("v{n}"), &format!(r#"{{"id": "v{n}"}}"#));
    }
    let start = Instant::now();
    assert_eq!(fixture.game.versions().unwrap().items.len(), 2_001);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn a_version_that_calls_itself_otherwise_is_known_by_its_folder() {
    let fixture = sound();
    fixture.version("evil", r#"{"id": "../../evil", "mainClass": "x"}"#);
    let version = fixture.game.version(Some("evil")).unwrap();
    assert!(codes(&version.problems).contains(&"game.version.other-id"));
}
