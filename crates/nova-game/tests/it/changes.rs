//! Changes of versions, done and taken back for real.

use std::{fs, os::unix::fs::symlink};

use nova_files::Step;
use nova_game::{Folders, GameError, GameProcess};
use nova_model::ChangeKind;
use nova_testkit::{GameFolder, GameRoot, Tree, Version, World};
use serde_json::{Value, json};

use crate::fixture::{Fixture, code};

/// A parent, a version with its own folders and a world, and one with shared folders.
fn root() -> GameRoot {
    let own = GameFolder::new().world(World::new("新的世界")).folder("mods");
    GameRoot::new()
        .version(Version::vanilla("1.20.1"))
        .version(Version::fabric("fab", "1.20.1").own(own))
        .version(Version::vanilla("1.16.5"))
        .shared(GameFolder::new().world(World::new("Shared One")))
        .selected("fab")
}

fn json_of(fixture: &Fixture, id: &str) -> Value {
    let path = fixture.root.join(format!("versions/{id}/{id}.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn selecting_is_remembered_and_taken_back() {
    let fixture = Fixture::new(&root());
    assert_eq!(fixture.game.version(None).unwrap().id, "fab");
    let change = fixture.apply(fixture.game.select("1.16.5").unwrap());
    assert_eq!(fixture.game.version(None).unwrap().id, "1.16.5");
    assert_eq!(code(fixture.game.select("1.16.5")), "game.already");
    fixture.undo(&change);
    assert_eq!(fixture.game.version(None).unwrap().id, "fab");
}

#[test]
fn renaming_takes_folder_json_jar_heirs_and_choice_along_and_undo_puts_all_back() {
    let fixture = Fixture::new(&root());
    fixture.apply(fixture.game.select("1.20.1").unwrap());
    let before = Tree::of(&fixture.root).unwrap();
    let proposal = fixture.game.rename("1.20.1", "我的 1.20").unwrap();
    let warnings: Vec<_> = proposal.warnings.iter().map(|warning| &*warning.code).collect();
    assert_eq!(warnings, ["game.warn.child-rewritten", "game.warn.profile"]);
    let change = fixture.apply(proposal);
    assert!(fixture.root.join("versions/我的 1.20/我的 1.20.jar").is_file());
    assert!(!fixture.root.join("versions/1.20.1").exists());
    assert_eq!(json_of(&fixture, "我的 1.20")["id"], "我的 1.20");
    assert_eq!(json_of(&fixture, "fab")["inheritsFrom"], "我的 1.20");
    assert_eq!(fixture.game.version(None).unwrap().id, "我的 1.20");
    assert!(fixture.game.version(Some("fab")).unwrap().problems.is_empty());
    for id in ["我的 1.20", "fab"] {
        assert_eq!(fixture.game.version(Some(id)).unwrap().game_version.as_deref(), Some("1.20.1"));
    }
    fixture.undo(&change);
    before.assert_same(&Tree::of(&fixture.root).unwrap());
    assert_eq!(fixture.game.version(None).unwrap().id, "1.20.1");
}

#[test]
fn a_choice_of_the_official_launcher_follows_a_new_name_too() {
    let fixture = Fixture::new(&root());
    assert_eq!(fixture.game.version(None).unwrap().id, "fab");
    fixture.apply(fixture.game.rename("fab", "织物").unwrap());
    assert_eq!(fixture.game.version(None).unwrap().id, "织物");
}

#[test]
fn choosing_in_a_found_root_hides_no_other_and_makes_it_the_preferred_one() {
    let fixture = Fixture::with(&GameRoot::new(), |setup| {
        let top = setup.data.parent().unwrap().to_owned();
        GameRoot::new().version(Version::vanilla("1.20.1")).write(&top.join("home/.minecraft")).unwrap();
        GameRoot::new().version(Version::vanilla("1.16.5")).write(&top.join("program/.minecraft")).unwrap();
        setup.machine.program_dir = Some(top.join("program"));
        setup.game_dir = None;
    });
    assert_eq!(fixture.game.version(None).unwrap().id, "1.20.1");
    let change = fixture.apply(fixture.game.select("1.16.5").unwrap());
    assert_eq!(fixture.game.version(None).unwrap().id, "1.16.5");
    assert_eq!(fixture.game.roots().unwrap().items.len(), 2);
    fixture.undo(&change);
    assert_eq!(fixture.game.version(None).unwrap().id, "1.20.1");
}

#[test]
fn renaming_refuses_taken_and_unsafe_names() {
    let fixture = Fixture::new(&root());
    assert_eq!(code(fixture.game.rename("fab", "1.16.5")), "game.version.taken");
    fs::create_dir(fixture.root.join("versions/Taken")).unwrap();
    assert_eq!(code(fixture.game.rename("fab", "tAKEN")), "game.version.taken");
    assert_eq!(code(fixture.game.rename("fab", "fab")), "game.already");
    for name in ["../../x", "a/b", "CON", "", "x.", "a\nb"] {
        assert_eq!(code(fixture.game.rename("fab", name)), "files.bad-name", "{name:?}");
    }
    assert!(fixture.game.rename("fab", "Fab").is_ok());
}

#[test]
fn a_running_version_or_an_open_world_keeps_everything_as_it_is() {
    let fixture = Fixture::new(&root());
    let world = fixture.root.join("versions/fab/saves/新的世界");
    fixture.probe.open.lock().unwrap().push(world);
    let results = [
        fixture.game.rename("fab", "other"),
        fixture.game.delete("fab"),
        fixture.game.set_isolation(Folders::Shared, Some("fab")),
    ];
    for result in results {
        assert_eq!(code(result), "game.version.running");
    }
    // The version plays in the shared folders, but a world in its own folder is open.
    fixture.settings(r#"{"isolation": false}"#);
    assert_eq!(code(fixture.game.delete("fab")), "game.version.world-open");
    fixture.probe.open.lock().unwrap().clear();
    fixture.probe.games.lock().unwrap().push(GameProcess {
        pid: 1,
        game_dir: None,
        version: Some("fab".into()),
    });
    assert_eq!(code(fixture.game.delete("fab")), "game.version.running");
}

#[test]
fn deleting_zips_the_worlds_first_and_undo_brings_all_back() {
    let fixture = Fixture::new(&root());
    let before = Tree::of(&fixture.root).unwrap();
    let proposal = fixture.game.delete("fab").unwrap();
    let kinds: Vec<_> = proposal.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Backup, ChangeKind::Trash]);
    assert!(proposal.bytes_written > 0);
    let change = fixture.apply(proposal);
    assert!(!fixture.root.join("versions/fab").exists());
    let backups = fixture.files().backups().items;
    assert_eq!(
        (backups[0].version.as_deref(), backups[0].saves.clone()),
        (Some("fab"), vec!["新的世界".to_owned()])
    );
    assert_eq!(fixture.files().trash().items.len(), 1);
    fixture.undo(&change);
    before.assert_same(&Tree::of(&fixture.root).unwrap());
}

#[test]
fn deleting_says_who_inherits_and_forgets_the_choice() {
    let fixture = Fixture::new(&root());
    fixture.apply(fixture.game.select("1.20.1").unwrap());
    let proposal = fixture.game.delete("1.20.1").unwrap();
    let warnings: Vec<_> = proposal.warnings.iter().map(|warning| &*warning.code).collect();
    assert_eq!(warnings, ["game.warn.heirs", "game.warn.shared-stay"]);
    fixture.apply(proposal);
    assert_eq!(fixture.game.version(None).unwrap().id, "fab");
}

#[test]
fn of_a_linked_version_only_the_link_goes() {
    let fixture = Fixture::new(&root());
    let outside = fixture.dir.path().join("precious");
    fs::create_dir_all(outside.join("saves/World")).unwrap();
    symlink(&outside, fixture.root.join("versions/linked")).unwrap();
    let proposal = fixture.game.delete("linked").unwrap();
    assert!(matches!(proposal.batch.steps.as_slice(), [Step::Trash { .. }]));
    fixture.apply(proposal);
    assert!(outside.join("saves/World").is_dir());
    assert!(fixture.root.join("versions/linked").symlink_metadata().is_err());
}

#[test]
fn a_version_to_delete_is_named_exactly() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("Keep")));
    let error = fixture.game.delete("keep").unwrap_err();
    assert!(matches!(&error, GameError::NoVersion { near, .. } if near == &["Keep"]), "{error:?}");
    assert!(fixture.game.delete("Keep").is_ok());
}

#[test]
fn a_broken_folder_can_be_deleted_and_a_path_cannot() {
    let fixture = Fixture::new(&root());
    fixture.write("versions/broken/saves/World/level.dat", "x");
    let proposal = fixture.game.delete("broken").unwrap();
    assert!(matches!(proposal.batch.steps.as_slice(), [Step::Backup { .. }, Step::Trash { .. }]));
    for id in ["..", ".", "../saves", "/etc", ""] {
        assert_eq!(code(fixture.game.delete(id)), "game.version.bad-id", "{id:?}");
    }
    assert_eq!(code(fixture.game.delete("nothing like it")), "game.version.unknown");
}

#[test]
fn isolation_moves_nothing_and_says_what_will_be_out_of_sight() {
    let fixture = Fixture::new(&root());
    let before = Tree::of(&fixture.root).unwrap();
    let proposal = fixture.game.set_isolation(Folders::Shared, Some("fab")).unwrap();
    let warnings: Vec<_> = proposal.warnings.iter().map(|warning| &*warning.code).collect();
    assert_eq!(warnings, ["game.warn.nothing-moves", "game.warn.worlds-differ"]);
    let change = fixture.apply(proposal);
    let instance = fixture.game.version(Some("fab")).unwrap().instance();
    assert_eq!((instance.isolated, instance.dir), (false, fixture.root.clone()));
    assert_eq!(code(fixture.game.set_isolation(Folders::Shared, None)), "game.already");
    fixture.undo(&change);
    before.assert_same(&Tree::of(&fixture.root).unwrap());
}

#[test]
fn a_key_of_the_settings_for_a_root_under_another_path_is_kept_in_use() {
    let fixture = Fixture::new(&root());
    let link = fixture.dir.path().join("link");
    symlink(&fixture.root, &link).unwrap();
    let key = link.display().to_string();
    fixture.settings(&json!({"roots": {&key: {"current": "fab"}}}).to_string());
    fixture.apply(fixture.game.select("1.16.5").unwrap());
    let settings: Value =
        serde_json::from_slice(&fs::read(fixture.data.join("settings.json")).unwrap()).unwrap();
    assert_eq!(settings["roots"], json!({key: {"current": "1.16.5"}}));
}
