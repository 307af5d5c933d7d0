//! Placing where disks are full, read-only or several, where the power goes, and where others were at it in between.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nova_model::{Origin, StampKind};

use super::scene::{DATA, DESTINATIONS, JOB, Op, ROOT, Scene, content, fetched, key};
use crate::disk::Disk;
use crate::{EntryState, FilesError, Placed, Step, WhatIsThere};

const ALL: Op = Op::Place { set: 0, bits: 0b1111 };

fn place(keys: &[(&str, &str)]) -> Step {
    let placed = |(key, to): &(&str, &str)| Placed {
        key: (*key).to_owned(),
        to: Path::new(ROOT).join(to),
        there: WhatIsThere::Stays,
    };
    Step::Place { stage: JOB.into(), files: keys.iter().map(placed).collect() }
}

/// How many changes of the disk an operation makes.
fn changes(scene: &Scene, op: &Op) -> u64 {
    let whole = Scene::on(scene.disk.fork(), 77);
    let start = whole.disk.changes();
    whole.run(op).unwrap();
    whole.disk.changes() - start
}

#[test]
fn what_is_placed_survives_a_power_loss_though_no_file_of_it_was_synced() {
    for devices in [false, true] {
        for one_by_one in [false, true] {
            let mut scene = Scene::new(devices);
            if one_by_one {
                scene.disk = scene.disk.without_sync_of_devices();
            }
            let stage = scene.files.stage(Path::new(ROOT), JOB).unwrap();
            for n in 0..DESTINATIONS.len() {
                stage.write(&key(0, n), &content(0, n)).unwrap();
            }
            scene.run(&ALL).unwrap();
            drop(stage);
            scene.disk.lose_power(0);
            let again = Scene::on(scene.disk, 99);
            assert!(again.files.recover().is_empty());
            for (n, to) in DESTINATIONS.iter().enumerate() {
                assert_eq!(again.disk.tree(ROOT)[&Path::new(ROOT).join(to)], content(0, n));
            }
        }
    }
}

#[test]
fn a_full_disk_at_any_change_leaves_all_in_the_stage() {
    let scene = Scene::with_stage(false);
    let before = scene.sight();
    // The last two are the line `done` and its sync.
    for n in 1..changes(&scene, &ALL) - 1 {
        let full = Scene::on(scene.disk.fork(), 77);
        full.disk.fail_at(n, ErrorKind::StorageFull);
        let error = full.run(&ALL).unwrap_err();
        assert!(matches!(error, FilesError::Full { .. }), "at {n}: {error}");
        full.files.recover();
        assert_eq!(full.sight(), before, "at {n}");
        full.run(&ALL).unwrap();
    }
}

#[test]
fn a_read_only_root_is_named() {
    let scene = Scene::new(false);
    scene.disk.set_read_only(true);
    let stage = scene.files.stage(Path::new(ROOT), JOB).unwrap();
    assert!(matches!(stage.write("a", b"a"), Err(FilesError::ReadOnly { .. })));
    let scene = Scene::with_stage(false);
    scene.disk.set_read_only(true);
    assert!(matches!(scene.run(&ALL), Err(FilesError::ReadOnly { .. })));
    scene.disk.set_read_only(false);
    scene.run(&ALL).unwrap();
}

#[test]
fn a_stage_that_was_freed_or_filled_again_in_between_hinders_no_recovery() {
    for n in 1..changes(&Scene::with_stage(false), &ALL) {
        for again in [false, true] {
            let scene = Scene::with_stage(false);
            let before = game(&scene);
            scene.disk.stop_before(n);
            assert!(Scene::on(scene.disk.clone(), 77).run(&ALL).is_err());
            scene.disk.restart();
            let scene = Scene::on(scene.disk, 99);
            let stage = scene.files.stage(Path::new(ROOT), JOB).unwrap();
            if again {
                (0..4).for_each(|n| stage.write(&key(0, n), b"fetched again").unwrap());
            } else {
                stage.discard().unwrap();
            }
            drop(stage);
            let codes: Vec<_> =
                scene.files.recover().into_iter().map(|problem| problem.message.code.to_string()).collect();
            let done = scene.files.changes().items.iter().any(|entry| entry.state == EntryState::Done);
            assert!(codes.is_empty() || codes == ["files.recovered"], "stop before {n}: {codes:?}");
            assert!(done || game(&scene) == before, "stop before {n}");
            assert!(scene.files.recover().is_empty());
        }
    }
}

fn game(scene: &Scene) -> Vec<(PathBuf, Vec<u8>)> {
    scene.disk.tree(ROOT).into_iter().filter(|(path, _)| !path.starts_with("/game/.nova")).collect()
}

#[test]
fn a_damaged_list_is_said_and_nothing_is_guessed() {
    let scene = Scene::with_stage(false);
    let entry = scene.run(&ALL).unwrap();
    let list = format!("{DATA}/journal/{}.d/0.moves", entry.id);
    let bytes = scene.disk.tree(DATA)[Path::new(&list)].clone();
    let before = scene.sight();
    for spoilt in [&b""[..], &bytes[1..], b"{\"things\":[]}"] {
        scene.disk.plant(&list, spoilt);
        let undone = scene.files.undo(&entry.id, &Origin::default());
        assert!(matches!(undone, Err(FilesError::Damaged { .. })));
        assert!(scene.files.touched(&entry.id).is_err());
        assert_eq!(scene.files.changes().items.len(), 1);
        assert_eq!(scene.sight(), before);
    }
}

#[test]
fn only_entries_with_something_new_in_them_have_the_new_format() {
    let scene = Scene::with_stage(false);
    scene.run(&Op::Trash { place: 7 }).unwrap();
    scene.run(&ALL).unwrap();
    scene.run(&Op::PlaceFolder { set: 0 }).unwrap();
    let mut formats: Vec<_> = scene
        .disk
        .tree("/data/journal")
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|end| end == "json"))
        .map(|(_, bytes)| {
            serde_json::from_slice::<serde_json::Value>(bytes.split(|b| *b == b'\n').next().unwrap()).unwrap()
                ["format"]
                .clone()
        })
        .collect();
    formats.sort_by_key(serde_json::Value::as_u64);
    assert_eq!(formats, [1, 2, 2]);
}

#[test]
fn a_place_on_another_device_is_refused_before_anything_is_moved() {
    let scene = Scene::with_stage(false);
    scene.disk.device("/game/b", 3);
    let before = scene.sight();
    let error = scene.apply(vec![place(&[("s0/0", "ok"), ("s0/1", "b/x")])]).unwrap_err();
    assert!(matches!(error, FilesError::OtherDevice { path } if path.ends_with("b/x")));
    let folder = Step::PlaceFolder { stage: JOB.into(), key: "f0".into(), to: "/game/b/f".into() };
    assert!(matches!(scene.apply(vec![folder]), Err(FilesError::OtherDevice { .. })));
    assert_eq!(scene.sight(), before);
}

#[test]
fn steps_around_a_placing_see_what_it_does() {
    let scene = Scene::with_stage(false);
    let both = place(&[("s0/0", "new/a"), ("s0/1", "new/a/b")]);
    assert!(matches!(scene.apply(vec![both]), Err(FilesError::Odd { .. })));
    let path = |name: &str| Path::new(ROOT).join(name);
    let rename = |from: &str, to: &str| Step::Rename { from: path(from), to: path(to) };
    let taken = scene.apply(vec![place(&[("s0/0", "new/a")]), place(&[("s0/1", "new/a")])]);
    assert!(matches!(taken, Err(FilesError::Taken { .. })));
    let gone = scene.apply(vec![place(&[("s0/0", "new/a")]), place(&[("s0/0", "new/b")])]);
    assert!(matches!(gone, Err(FilesError::Missing { .. })));
    let before = game(&scene);
    let steps = vec![rename("a", "n"), place(&[("s0/0", "n/q"), ("s0/1", "m/n")]), rename("m", "a")];
    let entry = scene.apply(steps).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[&path("a/n")], content(0, 1));
    let undo = scene.files.undo(&entry.id, &Origin::default()).unwrap();
    assert_eq!(game(&scene), before);
    scene.files.undo(&undo.id, &Origin::default()).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[&path("n/q")], content(0, 0));
}

#[test]
fn nothing_is_placed_into_an_open_world_or_into_the_stage() {
    let scene = Scene::with_stage(false);
    scene.disk.plant("/game/saves/w/session.lock", b"");
    scene.disk.hold("/game/saves/w/session.lock");
    let open = scene.apply(vec![place(&[("s0/0", "saves/w/data/x")])]);
    assert!(matches!(open, Err(FilesError::WorldOpen { .. })));
    let inside = scene.apply(vec![place(&[("s0/0", &format!(".nova/stage/{JOB}/new"))])]);
    assert!(matches!(inside, Err(FilesError::Odd { .. })));
}

#[test]
fn many_files_go_into_the_trash_as_one_item_and_links_among_them_as_they_are() {
    let scene = Scene::new(false);
    scene.disk.plant_link("/game/a/link");
    let paths = ["a/x", "a/link", "b/c/x"].map(|name| Path::new(ROOT).join(name)).to_vec();
    let before = scene.disk.tree(ROOT);
    let entry = scene.apply(vec![Step::TrashAll { paths: paths.clone() }]).unwrap();
    assert_eq!(scene.files.trash().items[0].files, Some(3));
    assert_eq!(scene.files.touched(&entry.id).unwrap(), paths);
    let folder = Step::TrashAll { paths: vec![Path::new(ROOT).join("a")] };
    assert!(matches!(scene.apply(vec![folder]), Err(FilesError::Odd { .. })));
    scene.files.undo(&entry.id, &Origin::default()).unwrap();
    assert_eq!(scene.disk.tree(ROOT), before);
    let stamps = scene.files.stamps(&[Path::new(ROOT).join("a/link")]).unwrap();
    assert_eq!(stamps[0].kind, StampKind::Other);
}

#[test]
fn a_bundle_whose_places_are_taken_stays_in_the_trash() {
    let scene = Scene::with_stage(false);
    let entry = scene.run(&Op::Place { set: 0, bits: 0b1010 }).unwrap();
    let undo = scene.files.undo(&entry.id, &Origin::default()).unwrap();
    scene.disk.plant("/game/n/z", b"theirs");
    let before = scene.sight();
    let redo = scene.files.undo(&undo.id, &Origin::default());
    assert!(matches!(redo, Err(FilesError::MovedOn { .. })));
    let back = scene.apply(vec![Step::Untrash { id: undo.made[0].clone(), to: None }]);
    assert!(matches!(back, Err(FilesError::Taken { .. })));
    let elsewhere = Path::new(ROOT).join("elsewhere");
    assert_eq!(scene.sight(), before);
    scene.apply(vec![Step::Untrash { id: undo.made[0].clone(), to: Some(elsewhere.clone()) }]).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[&elsewhere.join("z")], content(0, 3));
}

#[test]
fn a_link_in_a_stage_keeps_a_recovery_from_freeing_what_is_behind_it() {
    let scene = Scene::with_stage(false);
    let n = changes(&scene, &ALL) - 2;
    scene.disk.stop_before(n);
    assert!(Scene::on(scene.disk.clone(), 77).run(&ALL).is_err());
    scene.disk.restart();
    let scene = Scene::on(scene.disk, 99);
    let folder = fetched("s0");
    scene.disk.remove_dir(Path::new(&folder)).unwrap();
    scene.disk.plant_link(&folder);
    let problems = scene.files.recover();
    assert_eq!(problems[0].message.code, "files.recover.failed");
    assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/n/z")], content(0, 3));
    scene.disk.remove_file(Path::new(&folder)).unwrap();
    assert_eq!(scene.files.recover()[0].message.code, "files.recovered");
    assert!(!scene.disk.tree(ROOT).contains_key(Path::new("/game/n/z")));
}
