//! Which game roots are found, and what is said about the ones that cannot be used.

use std::{fs, os::unix::fs::symlink};

use nova_game::{Os, RootSource};
use nova_testkit::{GameRoot, Version};
use serde_json::json;

use crate::fixture::{Fixture, code};

fn codes_of(proposal: &nova_game::Proposal) -> Vec<&str> {
    proposal.warnings.iter().map(|warning| &*warning.code).collect()
}

fn text(path: &std::path::Path) -> String {
    path.display().to_string()
}

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

#[test]
fn a_folder_is_registered_beside_the_ones_in_use_and_the_preferred_one_stays_first() {
    let fixture = without_given(|setup| setup.machine.home = Some(setup.data.with_file_name("home")));
    let official = fixture.data.with_file_name("home").join(".minecraft");
    fs::create_dir_all(official.join("saves")).unwrap();
    let other = fixture.data.with_file_name("a-first-name");
    fs::create_dir_all(&other).unwrap();
    let proposal = fixture.game.add_root(&format!(" {} ", text(&other))).unwrap();
    assert_eq!(codes_of(&proposal), ["game.warn.root-empty"]);
    let change = fixture.apply(proposal);
    let paths = || fixture.game.roots().unwrap().items.into_iter().map(|root| root.path).collect::<Vec<_>>();
    assert_eq!(paths(), [official.clone(), other.clone()]);
    assert_eq!(code(fixture.game.add_root(&text(&other))), "game.already");
    fixture.undo(&change);
    assert_eq!(paths(), [official]);
}

#[test]
fn a_typed_tilde_is_the_home_folder() {
    let fixture = without_given(|_| {});
    fs::create_dir_all(fixture.data.with_file_name("home").join("mc/versions")).unwrap();
    fixture.apply(fixture.game.add_root("~/mc").unwrap());
    assert_eq!(fixture.game.roots().unwrap().items[0].path, fixture.data.with_file_name("home").join("mc"));
}

#[test]
fn a_folder_that_a_change_must_not_reach_is_refused_with_the_reason() {
    let fixture = without_given(|_| {});
    let top = fixture.data.parent().unwrap().to_owned();
    let busy = top.join("busy");
    for folder in ["home/.minecraft", "busy", "data/versions", "game/versions/1.20.1/saves"] {
        fs::create_dir_all(top.join(folder)).unwrap();
    }
    fs::write(busy.join("thesis.odt"), "x").unwrap();
    let reason = |path: &std::path::Path| {
        let report = nova_model::Explain::report(&fixture.game.add_root(&text(path)).unwrap_err());
        let nova_model::Field::Message(why) = &report.message.fields["why"] else { panic!("{report:?}") };
        why.code.clone().into_owned()
    };
    assert_eq!(reason(&top.join("home")), "game.root.why.system");
    assert_eq!(reason(&top), "game.root.why.system");
    assert_eq!(reason(std::path::Path::new("/")), "game.root.why.system");
    assert_eq!(reason(&fixture.data), "game.root.why.data");
    assert_eq!(reason(&fixture.data.join("versions")), "game.root.why.data");
    assert_eq!(reason(&busy), "game.root.why.other");
    assert_eq!(reason(std::path::Path::new("game")), "game.root.why.relative");
    assert_eq!(reason(&fixture.root.join("versions")), "game.root.why.inside");
    assert_eq!(reason(&fixture.root.join("versions/1.20.1")), "game.root.why.inside");
    assert_eq!(code(fixture.game.add_root(&text(&top.join("none")))), "game.root.missing");
    assert_eq!(code(fixture.game.add_root("/a\n/b")), "game.root.refused");
}

#[test]
fn a_folder_is_forgotten_also_where_it_is_gone_and_its_files_stay() {
    let fixture = without_given(|_| {});
    let roots = json!({"roots": {&*text(&fixture.root): {"current": "1.20.1"}, "/gone/root": {}}, "current_root": "/gone/root"});
    fixture.settings(&roots.to_string());
    let states = fixture.game.folders();
    assert_eq!(states.iter().map(|state| state.in_use).collect::<Vec<_>>(), [false, true]);
    assert_eq!(states[0].fault.as_ref().unwrap().code, "game.root.missing");
    fixture.apply(fixture.game.remove_root("/gone/root").unwrap());
    assert_eq!(fixture.game.settings().current_root, None);
    assert!(fixture.game.roots().unwrap().problems.is_empty());
    let last = fixture.game.remove_root(&text(&fixture.root)).unwrap();
    assert_eq!(codes_of(&last), ["game.warn.root-last"]);
    let change = fixture.apply(last);
    assert!(fixture.root.join("versions/1.20.1/1.20.1.json").is_file());
    assert_eq!(code(fixture.game.roots()), "game.root.none");
    fixture.undo(&change);
    assert_eq!(fixture.game.roots().unwrap().items[0].current.as_deref(), Some("1.20.1"));
    assert_eq!(code(fixture.game.remove_root("/never/seen")), "game.root.unknown");
}

#[test]
fn a_folder_that_would_be_found_again_is_not_forgotten() {
    let fixture = without_given(|_| {});
    let official = fixture.data.with_file_name("home").join(".minecraft");
    fs::create_dir_all(&official).unwrap();
    assert_eq!(code(fixture.game.remove_root(&text(&official))), "game.root.found");
    fixture.apply(fixture.game.add_root(&text(&fixture.root)).unwrap());
    fixture.apply(fixture.game.remove_root(&text(&official)).unwrap());
    assert_eq!(fixture.game.roots().unwrap().items[0].path, fixture.root);
}

#[test]
fn another_folder_comes_first_when_it_is_chosen() {
    let fixture = without_given(|_| {});
    let other = fixture.data.with_file_name("other");
    fs::create_dir_all(&other).unwrap();
    fixture.settings(&json!({"roots": {&*text(&fixture.root): {}, &*text(&other): {}}}).to_string());
    assert_eq!(code(fixture.game.choose_root(&text(&fixture.root))), "game.already");
    fixture.apply(fixture.game.choose_root(&text(&other)).unwrap());
    assert_eq!(fixture.game.roots().unwrap().items[0].path, other);
    assert_eq!(code(fixture.game.choose_root("/gone")), "game.root.unknown");
}

#[test]
fn a_folder_named_at_the_start_is_shown_as_the_only_one_in_use() {
    let fixture = Fixture::new(&GameRoot::new());
    let other = fixture.data.with_file_name("other");
    fs::create_dir_all(&other).unwrap();
    let proposal = fixture.game.add_root(&text(&other)).unwrap();
    assert_eq!(codes_of(&proposal), ["game.warn.root-empty", "game.warn.root-given"]);
    fixture.apply(proposal);
    let states = fixture.game.folders();
    let seen: Vec<_> =
        states.iter().map(|state| (state.path.clone(), state.in_use, state.registered)).collect();
    assert_eq!(seen, [(fixture.root.clone(), true, false), (other, false, true)]);
}
