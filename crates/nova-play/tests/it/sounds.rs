//! Versions before 1.6 find their sounds by name in the folder they play in.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then reads")]

use std::{fs, path::Path};

use nova_model::Os;
use nova_play::Installed;
use nova_version::{AssetLayout, Platform};

use crate::game::Game;

const VERSION: &str = r#"{"id": "b1.7.3", "mainClass": "net.minecraft.launchwrapper.Launch", "type": "old_beta",
    "minecraftArguments": "${auth_player_name} ${auth_session}", "libraries": [],
    "assetIndex": {"id": "pre-1.6", "sha1": "3d8e55480977e32acd9844e545177e69a52f594b", "size": 1, "url": ""}}"#;

fn install(root: &Path, index: &str) {
    for (place, text) in [
        ("versions/b1.7.3/b1.7.3.json", VERSION),
        ("assets/indexes/pre-1.6.json", index),
        ("assets/objects/aa/aa00000000000000000000000000000000000000", "pling"),
        ("resources/own.ogg", "the player's own"),
    ] {
        fs::create_dir_all(root.join(place).parent().unwrap()).unwrap();
        fs::write(root.join(place), text).unwrap();
    }
}

#[test]
fn sounds_of_old_versions_are_laid_where_the_game_looks_and_none_of_the_players_is_replaced() {
    let game = Game::says("true");
    let (root, apart) = (game.folder(), game.data().join("apart"));
    fs::create_dir(&apart).unwrap();
    let object = r#"{"hash": "aa00000000000000000000000000000000000000", "size": 5}"#;
    let missing = r#"{"hash": "bb00000000000000000000000000000000000000", "size": 5}"#;
    let objects = format!(r#""note/pling.ogg": {object}, "own.ogg": {object}, "gone.ogg": {missing}"#);
    install(&root, &format!(r#"{{"map_to_resources": true, "objects": {{{objects}}}}}"#));
    let installed = Installed::read(&root, "b1.7.3", &Platform::new(Os::Linux, "x86_64")).unwrap();
    assert_eq!(installed.layout, AssetLayout::Resources);
    for folder in [&root, &apart] {
        installed.lay_resources(&game.files(), folder).unwrap();
        assert_eq!(fs::read_to_string(folder.join("resources/note/pling.ogg")).unwrap(), "pling");
        assert!(!folder.join("resources/gone.ogg").exists());
    }
    assert_eq!(fs::read_to_string(root.join("resources/own.ogg")).unwrap(), "the player's own");
}

#[test]
fn later_versions_get_no_such_folder() {
    let game = Game::says("true");
    install(
        &game.folder(),
        r#"{"objects": {"a": {"hash": "aa00000000000000000000000000000000000000", "size": 5}}}"#,
    );
    let installed = Installed::read(&game.folder(), "b1.7.3", &Platform::new(Os::Linux, "x86_64")).unwrap();
    fs::remove_dir_all(game.folder().join("resources")).unwrap();
    installed.lay_resources(&game.files(), &game.folder()).unwrap();
    assert!(!game.folder().join("resources").exists());
}
