//! Which game roots are found, and what is said about the ones that cannot be used.

use std::{fs, os::unix::fs::symlink};

use nova_game::{Os, RootSource};
use nova_testkit::{GameRoot, Version};
use serde_json::json;

use crate::fixture::{Fixture, code};

fn without_given(change: impl FnOnce(&mut nova_game::GameSetup)) -> Fixture {
    Fixture::with(&GameRoot::new().version(Version::vanilla("1.20.1")), |setup| {
        setup.game_dir = None;
        change(setup);
    })
}

#[test]
fn the_given_root_is_the_only_one() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    fixture.settings(r#"{"roots": {"/elsewhere": {}}}"#);
    let roots = fixture.game.roots().unwrap();
    assert_eq!(roots.items.len(), 1);
    assert_eq!((roots.items[0].source, roots.items[0].versions), (RootSource::Given, 1));
    assert_eq!(roots.items[0].current.as_deref(), Some("1.20.1"));
}

#[test]
fn a_given_root_that_is_missing_or_a_file_is_an_error_with_a_way_on() {
    for (name, expected) in [("none", "game.root.missing"), ("file", "game.root.not-a-folder")] {
        let fixture = Fixture::with(&GameRoot::new(), |setup| {
            let path = setup.data.with_file_name(name);
            if name == "file" {
                fs::write(&path, "x").unwrap();
            }
            setup.game_dir = Some(path);
        });
        assert_eq!(code(fixture.game.roots()), expected);
        assert_eq!(code(fixture.game.versions()), expected);
    }
}

#[test]
fn registered_roots_come_with_the_preferred_one_first_and_lost_ones_as_problems() {
    let fixture = without_given(|_| {});
    let other = fixture.dir.path().canonicalize().unwrap().join("another");
    fs::create_dir_all(&other).unwrap();
    let roots = json!({"roots": {&*other.to_string_lossy(): {}, &*fixture.root.to_string_lossy(): {}, "/gone/root": {}},
        "current_root": fixture.root});
    fixture.settings(&roots.to_string());
    let roots = fixture.game.roots().unwrap();
    let paths: Vec<_> = roots.items.iter().map(|root| root.path.clone()).collect();
    assert_eq!(paths, [fixture.root.clone(), other]);
    assert_eq!(roots.problems[0].message.code, "game.root.missing");
}

#[test]
fn without_settings_the_official_place_and_the_one_beside_the_program_are_looked_at() {
    let fixture =
        without_given(|setup| setup.machine.program_dir = Some(setup.data.with_file_name("program")));
    assert_eq!(code(fixture.game.roots()), "game.root.none");
    let beside = fixture.data.with_file_name("program").join(".minecraft");
    fs::create_dir_all(&beside).unwrap();
    assert_eq!(fixture.game.roots().unwrap().items[0].source, RootSource::Beside);
    let official = fixture.data.with_file_name("home").join(".minecraft");
    fs::create_dir_all(official).unwrap();
    let sources: Vec<_> = fixture.game.roots().unwrap().items.iter().map(|root| root.source).collect();
    assert_eq!(sources, [RootSource::Official, RootSource::Beside]);
}

#[test]
fn each_system_has_its_own_official_place() {
    let places =
        [(Os::Windows, "roaming/.minecraft"), (Os::MacOs, "home/Library/Application Support/minecraft")];
    for (os, place) in places {
        let fixture = without_given(|setup| {
            let top = setup.data.parent().unwrap().to_owned();
            setup.machine.os = os;
            setup.machine.env.insert("APPDATA".into(), top.join("roaming").into());
            fs::create_dir_all(top.join(place)).unwrap();
        });
        let expected = fixture.root.with_file_name(place);
        assert_eq!(fixture.game.roots().unwrap().items[0].path, expected);
    }
}

#[test]
fn a_root_reached_through_a_link_is_the_root_itself() {
    let fixture = Fixture::with(&GameRoot::new().version(Version::vanilla("1.20.1")), |setup| {
        let link = setup.data.with_file_name("link");
        symlink(setup.game_dir.as_ref().unwrap(), &link).unwrap();
        setup.game_dir = Some(link);
    });
    assert_eq!(fixture.game.roots().unwrap().items[0].path, fixture.root);
}
