//! What is refused, and that a refusal changes nothing. On the simulated disk, where disks are full and worlds open.

use std::path::PathBuf;

use nova_model::{Explain, Origin, Retry};

use super::scene::{ROOT, Scene};
use crate::disk::{Disk, Share};
use crate::{Batch, Files, FilesError, NewBackup, Result, Step};

fn path(name: &str) -> PathBuf {
    PathBuf::from(ROOT).join(name)
}

fn rename(from: &str, to: &str) -> Step {
    Step::Rename { from: path(from), to: path(to) }
}

fn trash(name: &str) -> Step {
    Step::Trash { path: path(name) }
}

fn write(name: &str) -> Step {
    Step::Write { path: path(name), content: b"new".to_vec() }
}

fn backup(name: &str) -> Step {
    let sources = vec![(path(name), name.to_owned())];
    Step::Backup { backup: NewBackup { sources, ..NewBackup::default() } }
}

/// The error of a batch that is refused both by the check and by the doing, with nothing changed.
fn refused(scene: &Scene, steps: Vec<Step>) -> FilesError {
    let before = (scene.sight(), scene.disk.changes());
    let checked = scene.files.check(&Batch { root: ROOT.into(), steps: steps.clone() });
    let error = scene.apply(steps).unwrap_err();
    assert_eq!(checked.unwrap_err().to_string(), error.to_string());
    assert_eq!((scene.sight(), scene.disk.changes()), before);
    error
}

#[test]
fn a_taken_name_is_refused() {
    let scene = Scene::new(false);
    assert!(
        matches!(refused(&scene, vec![rename("a", "b")]), FilesError::Taken { path } if path.ends_with("b"))
    );
}

#[test]
fn what_is_missing_cannot_be_moved() {
    let scene = Scene::new(false);
    for step in [rename("no", "yes"), trash("no"), backup("no")] {
        assert!(matches!(refused(&scene, vec![step]), FilesError::Missing { .. }));
    }
}

#[test]
fn steps_see_what_steps_before_them_did() {
    let scene = Scene::new(false);
    assert!(matches!(refused(&scene, vec![trash("z"), rename("z", "q")]), FilesError::Missing { .. }));
    scene.apply(vec![rename("a", "n"), rename("n/x", "n/w"), write("n/y"), rename("z", "a")]).unwrap();
    let names: Vec<PathBuf> = scene.disk.tree(ROOT).into_keys().collect();
    assert_eq!(names, [path("a"), path("b/c/x"), path("n/w"), path("n/y")]);
}

#[test]
fn two_things_can_change_places() {
    let scene = Scene::new(false);
    let swap = vec![rename("a", "t"), rename("b", "a"), rename("t", "b")];
    let done = scene.apply(swap).unwrap();
    assert!(scene.disk.tree(ROOT).contains_key(&path("b/x")));
    scene.files.undo(&done.id, &Origin::default()).unwrap();
    assert!(scene.disk.tree(ROOT).contains_key(&path("a/x")));
}

#[test]
fn a_folder_does_not_go_into_itself() {
    let scene = Scene::new(false);
    assert!(matches!(refused(&scene, vec![rename("a", "a/b")]), FilesError::Odd { .. }));
}

#[test]
fn the_folder_that_holds_the_data_folder_is_not_put_into_it() {
    let scene = Scene::new(false);
    let data = Files::on(
        Box::new(scene.disk.clone()),
        &path("a/data"),
        scene.files.inner.clock.clone(),
        scene.files.inner.entropy.clone(),
    );
    let error = data.apply(Batch { root: ROOT.into(), steps: vec![trash("a")] }, &Origin::default());
    assert!(matches!(error, Err(FilesError::Odd { .. })));
}

#[test]
fn links_on_the_way_are_refused_and_links_themselves_are_moved() {
    let scene = Scene::new(false);
    scene.disk.plant_link("/game/link");
    for step in [write("link"), rename("link/x", "q"), write("link/x"), rename("z", "link/z"), backup("link")]
    {
        assert!(matches!(refused(&scene, vec![step]), FilesError::Link { path } if path.ends_with("link")));
    }
    scene.apply(vec![rename("link", "moved"), trash("moved")]).unwrap();
    let item = scene.files.trash().items.remove(0);
    scene.apply(vec![Step::Untrash { id: item.id, to: Some(path("link")) }]).unwrap();
    assert!(scene.disk.tree(ROOT).contains_key(&path("link")));
}

#[test]
fn a_link_inside_of_a_renamed_folder_is_still_a_link() {
    let scene = Scene::new(false);
    scene.disk.plant_link("/game/a/link");
    let error = refused(&scene, vec![rename("a", "n"), write("n/link/x")]);
    assert!(matches!(error, FilesError::Link { .. }));
}

#[test]
fn an_empty_batch_is_refused() {
    let scene = Scene::new(false);
    assert!(matches!(refused(&scene, Vec::new()), FilesError::Empty));
    assert!(matches!(refused(&scene, vec![Step::Purge { ids: Vec::new() }]), FilesError::Empty));
}

#[test]
fn ids_that_are_paths_are_unknown() {
    let scene = Scene::new(false);
    for id in ["../../game/z", "", "t-../../z", "/game/z", "t-00000000"] {
        let untrash = Step::Untrash { id: id.to_owned(), to: None };
        assert!(matches!(refused(&scene, vec![untrash]), FilesError::UnknownTrash { .. }));
        let purge = Step::Purge { ids: vec![id.to_owned()] };
        assert!(matches!(refused(&scene, vec![purge]), FilesError::UnknownTrash { .. }));
        let unpack = Step::Unpack { backup_id: id.to_owned(), entry: "a".into(), to: path("q") };
        assert!(matches!(refused(&scene, vec![unpack]), FilesError::UnknownBackup { .. }));
        let undo = scene.files.undo(id, &Origin::default());
        assert!(matches!(undo, Err(FilesError::UnknownChange { .. })));
    }
}

#[test]
fn an_open_world_is_left_alone() {
    let scene = Scene::new(false);
    scene.disk.plant("/game/versions/v/saves/w/session.lock", b"");
    scene.disk.plant("/game/versions/v/saves/w/level.dat", b"level");
    scene.disk.hold("/game/versions/v/saves/w/session.lock");
    let world = "versions/v/saves/w";
    for step in [
        trash(world),
        trash("versions/v/saves"),
        trash("versions/v"),
        trash("versions"),
        rename("versions/v", "versions/n"),
        write("versions/v/saves/w/level.dat"),
        write("versions/v/saves/w/new.dat"),
        rename("z", "versions/v/saves/w/z"),
        backup(world),
        backup("versions"),
    ] {
        let error = refused(&scene, vec![step]);
        assert!(matches!(&error, FilesError::WorldOpen { world } if world.ends_with("w")), "{error}");
        assert_eq!(error.report().retry, Retry::Later);
        assert_eq!(error.report().hints.len(), 1);
    }
    scene.apply(vec![trash("z")]).unwrap();
}

#[test]
fn a_locked_root_is_refused_and_named() {
    let scene = Scene::new(false);
    let _other = scene.disk.lock(ROOT.as_ref(), Share::Alone).unwrap().unwrap();
    let error = refused(&scene, vec![trash("z")]);
    assert!(matches!(&error, FilesError::Busy { path } if path == &PathBuf::from(ROOT)));
    assert_eq!(error.report().retry, Retry::Later);
}

#[test]
fn a_backup_that_does_not_fit_is_refused_with_the_amounts() {
    let scene = Scene::new(false);
    scene.disk.set_free(10);
    let error = refused(&scene, vec![backup("a")]);
    assert!(matches!(error, FilesError::Full { need: 4, free: 10, .. }), "{error:?}");
}

/// The game root, one of its folders and the data folder on three devices.
fn three_devices() -> Scene {
    let scene = Scene::new(true);
    scene.disk.device("/game/b", 3);
    scene
}

#[test]
fn moves_across_devices_copy_and_keep_the_source_in_the_trash() {
    let scene = three_devices();
    let before = scene.disk.tree(ROOT);
    let done = scene.apply(vec![rename("a", "b/a"), trash("z"), rename("b/a/x", "b/x")]).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[&path("b/x")], b"ax");
    let was: Vec<PathBuf> = scene.files.trash().items.into_iter().map(|item| item.was).collect();
    assert_eq!(was.len(), 2);
    assert!(was.contains(&path("a")) && was.contains(&path("z")));
    scene.files.undo(&done.id, &Origin::default()).unwrap();
    let mut now = scene.disk.tree(ROOT);
    now.retain(|place, _| !place.iter().any(|part| part == ".nova"));
    assert_eq!(now, before);
}

#[test]
fn a_copy_of_what_the_batch_itself_changes_is_refused() {
    let scene = three_devices();
    let error = refused(&scene, vec![write("a/x"), rename("a", "b/a")]);
    assert!(matches!(error, FilesError::Order { .. }));
}

#[test]
fn an_undo_that_would_overwrite_something_newer_is_refused() {
    let scene = Scene::new(false);
    let origin = Origin::default();
    let moved = |result: Result<_>| matches!(result, Err(FilesError::MovedOn { .. }));
    let renamed = scene.apply(vec![rename("z", "q")]).unwrap();
    scene.disk.plant("/game/z", b"newer");
    assert!(moved(scene.files.undo(&renamed.id, &origin)));
    let written = scene.apply(vec![write("a/x")]).unwrap();
    scene.disk.plant("/game/a/x", b"edited");
    assert!(moved(scene.files.undo(&written.id, &origin)));
    let trashed = scene.apply(vec![trash("b")]).unwrap();
    scene.disk.plant("/game/b", b"newer");
    assert!(moved(scene.files.undo(&trashed.id, &origin)));
}

#[test]
fn what_was_purged_cannot_be_undone() {
    let scene = Scene::new(false);
    let origin = Origin::default();
    let trashed = scene.apply(vec![trash("a")]).unwrap();
    let purge = scene.apply(vec![Step::Purge { ids: trashed.made.clone() }]).unwrap();
    assert!(scene.disk.tree("/data/trash").is_empty());
    assert!(matches!(scene.files.undo(&purge.id, &origin), Err(FilesError::Permanent { .. })));
    assert!(matches!(scene.files.undo(&trashed.id, &origin), Err(FilesError::Gone { .. })));
}

#[test]
fn a_damaged_backup_is_refused_before_anything_is_touched() {
    let scene = Scene::new(false);
    scene.apply(vec![backup("a")]).unwrap();
    let known = scene.files.backups().items.remove(0);
    let whole = scene.disk.tree("/data/backups").remove(&known.path).unwrap();
    let unpack = || Step::Unpack { backup_id: known.id.clone(), entry: "a".into(), to: path("q") };
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        scene.disk.plant(known.path.to_str().unwrap(), &bytes);
        assert!(matches!(refused(&scene, vec![unpack()]), FilesError::BadBackup { .. }), "byte {place}");
        assert!(!scene.files.verify(&known).unwrap().is_empty());
    }
    scene.disk.plant(known.path.to_str().unwrap(), &whole);
    assert!(scene.files.verify(&known).unwrap().is_empty());
    scene.disk.plant(known.path.to_str().unwrap(), &whole[1..]);
    assert!(scene.files.backups().items.is_empty());
    assert!(matches!(refused(&scene, vec![unpack()]), FilesError::BadBackup { .. }));
    scene.disk.plant(known.path.to_str().unwrap(), &whole);
    let missing = Step::Unpack { backup_id: known.id.clone(), entry: "b".into(), to: path("q") };
    assert!(matches!(refused(&scene, vec![missing]), FilesError::NotInBackup { .. }));
    scene.apply(vec![unpack()]).unwrap();
}

#[test]
fn zips_and_sidecars_without_each_other_are_problems() {
    let scene = Scene::new(false);
    scene.disk.plant("/data/backups/lonely.zip", b"x");
    scene.disk.plant("/data/backups/deep/er/gone.json", br#"{"id": "bk-9"}"#);
    scene.disk.plant("/data/backups/bad.zip", b"x");
    scene.disk.plant("/data/backups/bad.json", b"{");
    scene.disk.plant("/data/backups/short.zip", b"x");
    scene.disk.plant("/data/backups/short.json", br#"{"id": "bk-2", "bytes": 99}"#);
    scene.disk.plant("/data/backups/old.zip", b"x");
    scene.disk.plant(
        "/data/backups/old.json",
        br#"{"id": "bk-1", "save": "W", "time": "2026-11-29T21:10:00+08:00"}"#,
    );
    let listing = scene.files.backups();
    let codes: Vec<_> = listing.problems.iter().map(|problem| problem.message.code.to_string()).collect();
    let expected =
        ["files.backup.bad-sidecar", "files.backup.no-zip", "files.backup.no-sidecar", "files.backup.size"];
    assert_eq!(codes, expected);
    assert_eq!(listing.items.len(), 1);
    let old = &listing.items[0];
    assert_eq!(
        (old.id.as_str(), old.at, old.saves.as_slice()),
        ("bk-1", 1_795_957_800_000, &["W".to_owned()][..])
    );
}

#[test]
fn journal_files_that_cannot_be_read_are_kept_and_said() {
    let scene = Scene::new(false);
    let done = scene.apply(vec![rename("z", "q")]).unwrap();
    let file = format!("/data/journal/{}.json", done.id);
    let bytes = scene.disk.tree("/data/journal").into_values().next().unwrap();
    let newer = String::from_utf8(bytes.clone()).unwrap().replace("\"format\":1", "\"format\":99");
    let halves = (1..bytes.len() - 1).map(|end| bytes[..end].to_vec());
    let before = scene.disk.tree(ROOT);
    for spoilt in [Vec::new(), vec![0; 500], newer.into_bytes()].into_iter().chain(halves) {
        scene.disk.plant(&file, &spoilt);
        let intent_alone = spoilt.ends_with(b"\n") && !spoilt.is_empty();
        if intent_alone {
            continue;
        }
        scene.files.recover();
        let undone = scene.files.undo(&done.id, &Origin::default());
        assert!(matches!(undone, Err(FilesError::BadEntry { .. })), "{undone:?} with {} bytes", spoilt.len());
        assert_eq!(scene.files.changes().problems.len(), 1);
        assert_eq!(scene.disk.tree(ROOT), before);
        assert!(scene.disk.tree("/data/journal").values().any(|kept| *kept == spoilt));
    }
    // The others still work.
    scene.apply(vec![rename("q", "z")]).unwrap();
    assert_eq!(scene.files.changes().items.len(), 1);
}

#[test]
fn a_change_that_somebody_is_at_is_not_recovered() {
    let scene = Scene::new(false);
    scene.disk.stop_before(12);
    let _ = scene.apply(vec![rename("a", "n"), trash("z")]);
    scene.disk.restart();
    let owner = scene.disk.lock(ROOT.as_ref(), Share::Alone).unwrap().unwrap();
    let problems = scene.files.recover();
    assert_eq!(problems[0].message.code, "files.recover.busy");
    drop(owner);
    assert_eq!(scene.files.recover()[0].message.code, "files.recovered");
}

#[test]
fn reading_changes_nothing_and_a_missing_data_folder_is_empty() {
    let scene = Scene::new(false);
    let start = scene.disk.changes();
    assert!(scene.files.changes().items.is_empty());
    assert!(scene.files.trash().items.is_empty());
    assert!(scene.files.backups().items.is_empty());
    assert!(scene.files.recover().is_empty());
    assert!(scene.files.changes_of_turn("t").is_empty());
    scene.files.stamps(&[path("a"), path("no")]).unwrap();
    scene.files.check(&Batch { root: ROOT.into(), steps: vec![trash("a")] }).unwrap();
    assert_eq!(scene.disk.changes(), start);
}

#[test]
fn a_turn_is_undone_newest_first() {
    let scene = Scene::new(false);
    let origin = Origin { turn: Some("t1".into()), ..Origin::default() };
    let before = scene.disk.tree(ROOT);
    for step in [rename("a", "n"), write("n/x"), trash("n/y")] {
        scene.files.apply(Batch { root: ROOT.into(), steps: vec![step] }, &origin).unwrap();
    }
    scene.apply(vec![write("z")]).unwrap();
    let turn = scene.files.changes_of_turn("t1");
    assert_eq!(turn.len(), 3);
    // Out of order the first of them is refused: its folder moved on.
    assert!(matches!(scene.files.undo(&turn[2].id, &Origin::default()), Err(FilesError::MovedOn { .. })));
    for entry in &turn {
        scene.files.undo(&entry.id, &Origin::default()).unwrap();
    }
    assert!(scene.files.changes_of_turn("t1").is_empty());
    let mut now = scene.disk.tree(ROOT);
    now.insert(path("z"), before[&path("z")].clone());
    assert_eq!(now, before);
}
