//! Backup, restore, move, delete and back from the trash area, each followed by its undo.

use anyhow::{Context, Result};
use nova_testkit::{GameFolder, GameRoot, Tree, Version, World};
use serde_json::Value;

use crate::nova::Nova;

fn worlds() -> GameRoot {
    let old = GameFolder::new().world(World::new("老存档").size(300_000)).file("config/a.txt", b"a");
    GameRoot::new()
        .version(Version::vanilla("1.16.5").own(old))
        .version(Version::vanilla("1.21.4").own(GameFolder::new().world(World::new("Other"))))
        .selected("1.16.5")
}

fn game(nova: &Nova) -> Result<Tree> {
    Tree::of(&nova.game())
}

fn undo_latest(nova: &Nova) -> Result<Value> {
    nova.run(&["--json", "--yes", "undo", "latest"])?.object(0)
}

#[test]
fn a_backup_is_listed_verified_and_restored_over_a_changed_world() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    let before = game(&nova)?;
    nova.run(&["--json", "--yes", "backup", "create"])?.object(0)?;
    before.assert_same(&game(&nova)?);
    let list = nova.run(&["--json", "backup", "list"])?.object(0)?;
    let id = list.pointer("/backups/0/id").and_then(Value::as_str).context("no backup")?;
    nova.run(&["--json", "backup", "verify", id])?.object(0)?;

    let level = nova.game().join("versions/1.16.5/saves/老存档/level.dat");
    nova_testkit::write_file(&level, b"broken by the player")?;
    let broken = game(&nova)?;
    nova.run(&["--json", "--yes", "backup", "restore", id])?.object(0)?;
    before.assert_same(&game(&nova)?);

    undo_latest(&nova)?;
    broken.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn a_moved_world_is_zipped_first_and_comes_back() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    let before = game(&nova)?;
    nova.run(&["--json", "--yes", "saves", "move", "老存档", "--to", "1.21.4"])?.object(0)?;
    assert!(nova.game().join("versions/1.21.4/saves/老存档/level.dat").is_file());
    assert!(!nova.game().join("versions/1.16.5/saves/老存档").exists());
    let list = nova.run(&["--json", "backup", "list"])?.object(0)?;
    assert_eq!(list.pointer("/backups/0/why").and_then(Value::as_str), Some("before-move"), "{list:#}");
    undo_latest(&nova)?;
    before.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn a_removed_world_comes_back_from_the_trash_area() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    let before = game(&nova)?;
    nova.run(&["--json", "--yes", "call", "delete_save", r#"{"save": "老存档"}"#])?.object(0)?;
    assert!(!nova.game().join("versions/1.16.5/saves/老存档").exists());
    let trash = nova.run(&["--json", "call", "list_trash", "{}"])?.object(0)?;
    let id =
        trash.pointer("/data/trash/0/id").and_then(Value::as_str).context("nothing in the trash area")?;
    let restore = format!(r#"{{"trash_id": "{id}"}}"#);
    nova.run(&["--json", "--yes", "call", "restore_trash", &restore])?.object(0)?;
    before.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn a_removed_version_keeps_its_worlds_in_a_backup_and_undo_brings_all_of_it_back() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    let before = game(&nova)?;
    nova.run(&["--json", "--yes", "versions", "remove", "1.16.5"])?.object(0)?;
    assert!(!nova.game().join("versions/1.16.5").exists());
    let list = nova.run(&["--json", "backup", "list"])?.object(0)?;
    assert_eq!(list.pointer("/backups/0/saves/0").and_then(Value::as_str), Some("老存档"), "{list:#}");
    undo_latest(&nova)?;
    before.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn a_renamed_version_is_renamed_inside_and_out_and_back() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    let before = game(&nova)?;
    let args = r#"{"version_id": "1.16.5", "new_name": "童年回憶"}"#;
    nova.run(&["--json", "--yes", "call", "rename_version", args])?.object(0)?;
    let list = nova.run(&["--json", "versions", "list"])?.object(0)?;
    let ids: Vec<_> =
        list["versions"].as_array().into_iter().flatten().filter_map(|v| v["id"].as_str()).collect();
    assert!(ids.contains(&"童年回憶") && !ids.contains(&"1.16.5"), "{ids:?}");
    undo_latest(&nova)?;
    before.assert_same(&game(&nova)?);
    Ok(())
}

#[test]
fn emptying_the_trash_needs_a_word_of_its_own() -> Result<()> {
    let nova = Nova::on(&worlds())?;
    nova.run(&["--json", "--yes", "call", "delete_save", r#"{"save": "老存档"}"#])?.object(0)?;
    let trashed = Tree::of(&nova.data().join("trash"))?;
    nova.run(&["--json", "--yes", "call", "empty_trash", "{}"])?.object(3)?;
    trashed.assert_same(&Tree::of(&nova.data().join("trash"))?);
    nova.run(&["--json", "--yes", "--yes-permanent", "call", "empty_trash", "{}"])?.object(0)?;
    let list = nova.run(&["--json", "call", "list_trash", "{}"])?.object(0)?;
    assert_eq!(list.pointer("/data/trash"), Some(&Value::Array(vec![])), "{list:#}");
    Ok(())
}
