//! Modrinth App's database, in its newer and its older form.

use std::path::Path;

use nova_import::Launcher;
use nova_model::Loader;
use nova_testkit::{Tree, write_file};
use rusqlite::Connection;

use crate::world::World;

const DATA: &str = ".local/share/ModrinthApp";
const NEWER: &str = "CREATE TABLE settings (id INTEGER, custom_dir TEXT NULL);
    CREATE TABLE instances (id TEXT, path TEXT, applied_content_set_id TEXT, install_stage TEXT, name TEXT);
    CREATE TABLE instance_content_sets (id TEXT, instance_id TEXT, game_version TEXT, loader TEXT, loader_version TEXT);
    CREATE TABLE instance_launch_overrides (instance_id TEXT, overrides JSONB);";
const OLDER: &str = "CREATE TABLE settings (id INTEGER, custom_dir TEXT NULL);
    CREATE TABLE profiles (path TEXT, name TEXT, game_version TEXT, mod_loader TEXT, mod_loader_version TEXT,
        override_java_path TEXT, override_extra_launch_args JSONB, override_mc_memory_max INTEGER,
        override_hook_pre_launch TEXT, override_hook_wrapper TEXT, override_hook_post_exit TEXT);";

fn database(folder: &Path, schema: &str, rows: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let connection = Connection::open(folder.join("app.db")).unwrap();
    connection.execute_batch(schema).unwrap();
    connection.execute_batch(rows).unwrap();
}

#[test]
fn instances_are_read_with_their_settings_and_nothing_is_written() {
    let world = World::new();
    database(
        &world.at(DATA),
        NEWER,
        r#"INSERT INTO instances VALUES ('a', 'World 世界', 's', 'installed', 'My World');
        INSERT INTO instance_content_sets VALUES ('s', 'a', '1.21.1', 'fabric', '0.16.10');
        INSERT INTO instance_launch_overrides VALUES ('a', jsonb('{"memory": {"maximum": 3072}, "extra_launch_args": ["-Dx=a b", "-Dy=1"],
            "java_path": "/opt/java", "game_resolution": [1280, 720], "hooks": {"wrapper": "gamemoderun"}}'));"#,
    );
    write_file(&world.at(DATA).join("profiles/World 世界/mods/a.jar"), b"a").unwrap();
    let before = Tree::of(&world.home).unwrap();
    let source = world.only();
    before.assert_same(&Tree::of(&world.home).unwrap());
    assert_eq!((source.launcher, source.name.as_str()), (Launcher::Modrinth, "My World"));
    assert_eq!(source.loader, Some((Loader::Fabric, Some("0.16.10".to_owned()))));
    let wishes = source.wishes;
    assert_eq!((wishes.max_mb, wishes.jvm_args.as_deref()), (Some(3072), Some("'-Dx=a b' -Dy=1")));
    assert_eq!(wishes.commands.wrapper.as_deref(), Some("gamemoderun"));
    assert_eq!((wishes.window.width, wishes.window.height), (Some(1280), Some(720)));
    assert_eq!(wishes.java.as_deref(), Some(Path::new("/opt/java")));
}

#[test]
fn the_older_form_and_a_folder_of_the_player_s_choice_are_read_too() {
    let world = World::new();
    let rows = format!(
        "INSERT INTO settings VALUES (0, '{}');
        INSERT INTO profiles VALUES ('Neo', 'Neo', '1.21.1', 'neoforge', '21.1.172', '/j', jsonb('[\"-XX:+UseZGC\"]'), 6144, 'echo', NULL, NULL);
        INSERT INTO profiles VALUES ('../../etc', 'Bad', '1.21.1', 'vanilla', NULL, NULL, '[]', NULL, NULL, NULL, NULL);",
        world.at("elsewhere").display()
    );
    database(&world.at(DATA), OLDER, &rows);
    std::fs::create_dir_all(world.at("elsewhere/profiles/Neo")).unwrap();
    std::fs::create_dir_all(world.at("etc")).unwrap();
    let source = world.only();
    assert_eq!(source.folder, world.at("elsewhere/profiles/Neo"));
    assert_eq!(source.loader, Some((Loader::NeoForge, Some("21.1.172".to_owned()))));
    assert_eq!((source.wishes.max_mb, source.wishes.jvm_args.as_deref()), (Some(6144), Some("-XX:+UseZGC")));
    assert_eq!(source.wishes.commands.before.as_deref(), Some("echo"));
}

#[test]
fn a_file_that_is_no_database_and_one_that_is_in_use_are_said() {
    let world = World::new();
    write_file(&world.at(DATA).join("app.db"), b"no database at all, only words that are long enough")
        .unwrap();
    let found = world.find();
    assert_eq!(found.problems.len(), 1);
    assert_eq!(found.problems[0].message.code, "import.unreadable");
    let world = World::new();
    database(&world.at(DATA), NEWER, "");
    write_file(&world.at(DATA).join("app.db-wal"), b"something").unwrap();
    assert_eq!(world.find().problems[0].message.code, "import.database");
}
