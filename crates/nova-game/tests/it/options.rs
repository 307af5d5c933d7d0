//! The game's own options.

use std::fs;

use nova_game::GameProcess;
use nova_testkit::{GameRoot, Version};

use crate::fixture::{Fixture, code};

fn fixture(options: Option<&str>) -> Fixture {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    if let Some(options) = options {
        fixture.write("options.txt", options);
    }
    fixture
}

fn text(fixture: &Fixture) -> String {
    fs::read_to_string(fixture.root.join("options.txt")).unwrap()
}

const FILE: &str =
    "version:3465\r\nrenderDistance:32\r\nlang:zh_tw\r\nkey_key.jump:key.keyboard.space\r\nmine:a:b\r\n";

#[test]
fn one_option_changes_in_its_line_and_comes_back() {
    let fixture = fixture(Some(FILE));
    let proposal = fixture.game.set_game_option("renderdistance", "12", None).unwrap();
    assert_eq!(proposal.warnings[0].code, "game.warn.options-shared");
    let change = fixture.apply(proposal);
    assert_eq!(text(&fixture), FILE.replace("Distance:32", "Distance:12"));
    assert_eq!(code(fixture.game.set_game_option("renderDistance", "12", Some("1.20.1"))), "game.already");
    fixture.undo(&change);
    assert_eq!(text(&fixture), FILE);
}

#[test]
fn keys_of_the_file_can_be_set_and_unknown_ones_cannot() {
    let fixture = fixture(Some(FILE));
    fixture.apply(fixture.game.set_game_option("key_key.jump", "key.keyboard.j", None).unwrap());
    fixture.apply(fixture.game.set_game_option("gamma", "50%", None).unwrap());
    assert!(text(&fixture).ends_with("key_key.jump:key.keyboard.j\r\nmine:a:b\r\ngamma:0.5\r\n"));
    for (key, value, refused) in [
        ("renderDistanse", "12", "game.option.unknown"),
        ("renderDistance", "99", "game.option.value"),
        ("mine", "a\nb", "game.option.value"),
        ("version", "1", "game.option.of-others"),
        ("resourcePacks", "[]", "game.option.of-others"),
    ] {
        assert_eq!(code(fixture.game.set_game_option(key, value, None)), refused, "{key}");
    }
}

#[test]
fn before_the_first_start_only_known_options_are_written() {
    let fixture = fixture(None);
    assert_eq!(code(fixture.game.set_game_option("mine", "1", None)), "game.option.not-yet");
    let change = fixture.apply(fixture.game.set_game_option("fullscreen", "on", None).unwrap());
    assert_eq!(text(&fixture), "fullscreen:true\n");
    fixture.undo(&change);
    assert!(!fixture.root.join("options.txt").exists());
}

#[test]
fn a_running_game_is_left_alone() {
    let fixture = fixture(Some(FILE));
    fixture.probe.games.lock().unwrap().push(GameProcess {
        pid: 7,
        game_dir: Some(fixture.root.clone()),
        version: Some("1.20.1".to_owned()),
    });
    assert_eq!(code(fixture.game.set_game_option("renderDistance", "12", None)), "game.version.running");
}

#[test]
fn options_are_read_with_their_names_first() {
    let fixture = fixture(Some(FILE));
    let options = fixture.game.game_options(&fixture.game.version(None).unwrap()).unwrap();
    let shown: Vec<_> =
        options.items.iter().map(|option| (option.key.as_str(), option.name.is_some())).collect();
    assert_eq!(shown[..2], [("renderDistance", true), ("lang", true)]);
    assert!(options.exists && options.items.len() == 5);
    let none = self::fixture(None);
    assert!(!none.game.game_options(&none.game.version(None).unwrap()).unwrap().exists);
}
