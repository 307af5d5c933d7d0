//! Copies of versions, done and taken back for real.

use std::{fs, os::unix::fs::symlink};

use nova_game::{Folders, GamePart};
use nova_testkit::{GameFolder, GameRoot, Tree, Version, World};
use serde_json::{Value, json};

use crate::fixture::{Fixture, code};

fn fixture() -> Fixture {
    let own = GameFolder::new().world(World::new("World")).folder("mods").folder("logs");
    let root = GameRoot::new()
        .version(Version::vanilla("1.20.1"))
        .version(Version::fabric("fab", "1.20.1").own(own))
        .shared(GameFolder::new().world(World::new("Shared One")).folder("config"));
    let fixture = Fixture::new(&root);
    for (name, text) in [
        ("versions/fab/mods/a.jar", "mod"),
        ("versions/fab/options.txt", "fov:0.5"),
        ("versions/fab/XaeroWaypoints/w.txt", "here"),
        ("versions/fab/logs/latest.log", "much"),
        ("versions/fab/screenshots/s.png", "view"),
        ("versions/fab/nova.json", r#"{"max_mb": 2048, "mine": 1}"#),
        ("config/sodium.json", "{}"),
    ] {
        nova_testkit::write_file(&fixture.root.join(name), text.as_bytes()).unwrap();
    }
    fixture
}

fn names(fixture: &Fixture, id: &str) -> Vec<String> {
    let entries = fs::read_dir(fixture.root.join("versions").join(id)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn own(fixture: &Fixture, id: &str) -> Value {
    let bytes = fs::read(fixture.root.join(format!("versions/{id}/nova.json"))).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn warnings(proposal: &nova_game::Proposal) -> Vec<String> {
    proposal.warnings.iter().map(|warning| warning.code.to_string()).collect()
}

#[test]
fn a_copy_has_all_but_worlds_pictures_and_what_is_made_anew_and_starts_as_the_first_does() {
    let fixture = fixture();
    let before = Tree::of(&fixture.root).unwrap();
    let proposal = fixture.game.copy("fab", "织物 2", &[]).unwrap();
    assert_eq!(warnings(&proposal), ["game.warn.copy-without-saves"]);
    assert!(proposal.bytes_written > 10);
    let change = fixture.apply(proposal);
    assert_eq!(
        names(&fixture, "织物 2"),
        ["XaeroWaypoints", "mods", "nova.json", "options.txt", "织物 2.json"]
    );
    assert_eq!(own(&fixture, "织物 2"), json!({ "max_mb": 2048, "mine": 1, "isolation": true }));
    let copy = fixture.game.version(Some("织物 2")).unwrap();
    assert_eq!((copy.game_version.as_deref(), copy.problems.len()), (Some("1.20.1"), 0));
    assert!(copy.isolation.isolated);
    assert_eq!(copy.loaders, fixture.game.version(Some("fab")).unwrap().loaders);
    fixture.undo(&change);
    before.assert_same(&Tree::of(&fixture.root).unwrap());
}

#[test]
fn a_plain_version_keeps_its_game_and_takes_its_jar_along() {
    let fixture = fixture();
    fixture.apply(fixture.game.copy("1.20.1", "Second", &[]).unwrap());
    assert_eq!(names(&fixture, "Second"), ["Second.jar", "Second.json"]);
    let copy = fixture.game.version(Some("Second")).unwrap();
    assert_eq!((copy.game_version.as_deref(), copy.problems.len()), (Some("1.20.1"), 0));
    assert_eq!(copy.jar, Some(fixture.root.join("versions/Second/Second.jar")));
}

#[test]
fn what_is_named_goes_along_and_nothing_else() {
    let fixture = fixture();
    let proposal = fixture.game.copy("fab", "b", &[GamePart::Saves, GamePart::Screenshots]).unwrap();
    assert!(proposal.warnings.is_empty());
    fixture.apply(proposal);
    assert_eq!(names(&fixture, "b"), ["b.json", "nova.json", "saves", "screenshots"]);
}

#[test]
fn a_version_with_shared_folders_gives_a_copy_that_shares_them_or_has_what_was_named() {
    let fixture = fixture();
    let proposal = fixture.game.copy("1.20.1", "shares", &[]).unwrap();
    assert_eq!(warnings(&proposal), ["game.warn.copy-shares"]);
    fixture.apply(proposal);
    assert!(!fixture.game.version(Some("shares")).unwrap().isolation.isolated);
    fixture.apply(fixture.game.copy("1.20.1", "own", &[GamePart::Config, GamePart::Other]).unwrap());
    assert_eq!(names(&fixture, "own"), ["config", "nova.json", "own.jar", "own.json"]);
    assert!(fixture.game.version(Some("own")).unwrap().isolation.isolated);
}

#[test]
fn a_version_that_was_told_to_share_gives_a_copy_that_is_told_so_too() {
    let fixture = fixture();
    fixture.apply(fixture.game.set_isolation(Folders::Shared, Some("fab")).unwrap());
    fixture.apply(fixture.game.copy("fab", "b", &[]).unwrap());
    assert_eq!(own(&fixture, "b")["isolation"], false);
    assert_eq!(names(&fixture, "b"), ["b.json", "nova.json"]);
}

#[test]
fn a_copy_refuses_taken_and_unsafe_names_its_own_too() {
    let fixture = fixture();
    for taken in ["1.20.1", "FAB", "fab"] {
        assert_eq!(code(fixture.game.copy("fab", taken, &[])), "game.version.taken", "{taken}");
    }
    for name in ["../../x", "a/b", "CON", "", "x."] {
        assert_eq!(code(fixture.game.copy("fab", name, &[])), "files.bad-name", "{name:?}");
    }
}

#[test]
fn links_in_the_folder_do_not_go_along() {
    let fixture = fixture();
    symlink("/etc", fixture.root.join("versions/fab/resourcepacks")).unwrap();
    symlink("/etc/hostname", fixture.root.join("versions/fab/mods/link.jar")).unwrap();
    fixture.apply(fixture.game.copy("fab", "b", &[]).unwrap());
    assert!(!names(&fixture, "b").contains(&"resourcepacks".to_owned()));
    assert_eq!(fs::read_dir(fixture.root.join("versions/b/mods")).unwrap().count(), 1);
}

#[test]
fn a_version_whose_file_cannot_be_read_is_not_copied() {
    let fixture = fixture();
    fs::write(fixture.root.join("versions/fab/fab.json"), "{").unwrap();
    assert!(fixture.game.copy("fab", "b", &[]).is_err());
}
