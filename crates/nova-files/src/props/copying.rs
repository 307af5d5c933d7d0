//! What is copied, what is left out, and what is refused.

use std::path::{Path, PathBuf};

use nova_model::Origin;

use super::scene::{OTHER, ROOT, Scene, copy};
use crate::{Batch, Copied, FilesError, Result, Step, Weight, Whose};

fn game(name: &str) -> PathBuf {
    Path::new(ROOT).join(name)
}

fn other(name: &str) -> PathBuf {
    Path::new(OTHER).join(name)
}

fn refused(scene: &Scene, steps: Vec<Step>) -> FilesError {
    let before = (scene.sight(), scene.disk.changes());
    let checked = scene.files.check(&Batch { root: ROOT.into(), steps: steps.clone() });
    let error = scene.apply(steps).unwrap_err();
    assert_eq!(checked.unwrap_err().to_string(), error.to_string());
    assert_eq!((scene.sight(), scene.disk.changes()), before);
    error
}

fn named(names: &[&str], files: &[&str]) -> Vec<Step> {
    let source = |name: &&str| Copied { from: other("o"), name: (*name).to_owned(), whose: Whose::Foreign };
    let files = files.iter().map(|name| ((*name).to_owned(), vec![1])).collect();
    vec![Step::Copy { sources: names.iter().map(source).collect(), files, to: game("new") }]
}

#[test]
fn a_copy_has_the_contents_and_times_of_its_source_which_stays() {
    let scene = Scene::new(false);
    let before = scene.disk.tree(OTHER);
    scene.apply(vec![copy(Path::new(OTHER), &game("n/w"), Whose::Foreign)]).unwrap();
    assert_eq!(scene.disk.tree(OTHER), before);
    assert_eq!(scene.disk.tree(ROOT)[&game("n/w/mods/m")], b"m");
    let meta = |path: &Path| crate::disk::Disk::look(&scene.disk, path).unwrap().unwrap();
    assert_eq!(meta(&game("n/w/o")).mtime, meta(&other("o")).mtime);
}

#[test]
fn the_entry_says_how_much_was_copied_and_keeps_no_contents() {
    let scene = Scene::new(false);
    let done = scene.apply(named(&["a", "b/c"], &["d"])).unwrap();
    assert_eq!((done.bulk[0].files, done.bulk[0].bytes), (3, 3));
    assert!(matches!(&done.steps[0], Step::Copy { files, .. } if files.is_empty()));
    let listed = scene.files.changes().items.remove(0);
    assert_eq!(listed.bulk, done.bulk);
    assert_eq!(scene.files.weigh(Path::new(OTHER)).unwrap(), Weight { files: 2, bytes: 2 });
}

#[test]
fn links_below_a_source_are_left_out_and_counted() {
    let scene = Scene::new(false);
    scene.disk.plant_link("/other/mods/link");
    scene.disk.plant_link("/other/mods/more");
    let done = scene.apply(vec![copy(&other("mods"), &game("new"), Whose::Foreign)]).unwrap();
    assert_eq!(scene.disk.tree(ROOT).into_keys().filter(|path| path.starts_with(game("new"))).count(), 1);
    let [problem] = done.problems.as_slice() else { panic!("{:?}", done.problems) };
    assert_eq!(problem.message.code, "files.copy.left-out");
    assert_eq!(problem.message.fields["count"], 2_i64.into());
}

#[test]
fn an_undo_puts_the_copy_into_the_trash_as_one_thing_and_a_redo_brings_it_back() {
    let scene = Scene::new(false);
    let before = scene.disk.tree(ROOT);
    let done = scene.apply(named(&["a", "b/c"], &["d"])).unwrap();
    let after = scene.disk.tree(ROOT);
    let undo = scene.files.undo(&done.id, &Origin::default()).unwrap();
    assert_eq!(scene.disk.tree(ROOT), before);
    let items = scene.files.trash().items;
    assert_eq!(items.iter().map(|item| item.was.clone()).collect::<Vec<_>>(), [game("new")]);
    scene.files.undo(&undo.id, &Origin::default()).unwrap();
    assert_eq!(scene.disk.tree(ROOT), after);
}

#[test]
fn a_copy_that_was_used_since_is_not_taken_back() {
    let scene = Scene::new(false);
    let done = scene.apply(named(&["a"], &[])).unwrap();
    scene.disk.plant("/game/new/save", b"hours of play");
    let error = scene.files.undo(&done.id, &Origin::default()).unwrap_err();
    assert!(matches!(error, FilesError::MovedOn { .. }));
}

#[test]
fn what_is_no_source_is_refused() {
    let scene = Scene::new(false);
    scene.disk.plant_link("/other/link");
    scene.disk.plant_link("/game/link");
    let step = |from: &Path, whose| vec![copy(from, &game("new"), whose)];
    let refused = |from: &Path, whose| refused(&scene, step(from, whose));
    assert!(matches!(refused(&other("o"), Whose::Ours), FilesError::Outside { .. }));
    assert!(matches!(refused(&other("../other/o"), Whose::Foreign), FilesError::Outside { .. }));
    assert!(matches!(refused(Path::new("other/o"), Whose::Foreign), FilesError::Outside { .. }));
    assert!(matches!(refused(&other("no"), Whose::Foreign), FilesError::Missing { .. }));
    assert!(matches!(refused(&other("link"), Whose::Foreign), FilesError::Link { .. }));
    assert!(matches!(refused(&game("link"), Whose::Ours), FilesError::Link { .. }));
    assert!(matches!(refused(&game("no"), Whose::Ours), FilesError::Missing { .. }));
}

#[test]
fn a_copy_needs_a_free_place_outside_of_its_source() {
    let scene = Scene::new(false);
    let to = |to: &str| refused(&scene, vec![copy(&game("a"), &game(to), Whose::Ours)]);
    assert!(matches!(to("z"), FilesError::Taken { .. }));
    assert!(matches!(to("a/b"), FilesError::Odd { .. }));
    assert!(matches!(to("z/b"), FilesError::Odd { .. }));
    let above = vec![copy(Path::new("/"), &game("new"), Whose::Foreign)];
    assert!(matches!(refused(&scene, above), FilesError::Odd { .. }));
    let outside = vec![copy(&game("a"), &other("new"), Whose::Ours)];
    assert!(matches!(refused(&scene, outside), FilesError::Outside { .. }));
}

#[test]
fn names_that_meet_or_leave_the_copy_are_refused() {
    let scene = Scene::new(false);
    for (names, files) in [(&["a", "a"][..], &[][..]), (&["a"], &["a/b"]), (&["a/b"], &["a"])] {
        assert!(matches!(refused(&scene, named(names, files)), FilesError::Taken { .. }));
    }
    for (names, files) in [(&["../a"][..], &[][..]), (&["", "a"], &[]), (&[""], &["a"]), (&["a"], &["/b"])] {
        assert!(matches!(refused(&scene, named(names, files)), FilesError::BadName { .. }));
    }
    assert!(matches!(refused(&scene, named(&[], &[])), FilesError::Empty));
    // Beside each other they may begin alike.
    scene.apply(named(&["a", "a-b", "a.c/d"], &["ab"])).unwrap();
}

#[test]
fn what_an_earlier_step_of_the_batch_changes_is_not_copied_with_it() {
    let scene = Scene::new(false);
    let write = Step::Write { path: game("a/x"), content: vec![1] };
    let error = refused(&scene, vec![write, copy(&game("a"), &game("new"), Whose::Ours)]);
    assert!(matches!(error, FilesError::Order { .. }));
}

#[test]
fn later_steps_of_the_batch_find_the_copy() {
    let scene = Scene::new(false);
    let rename = Step::Rename { from: game("new"), to: game("newer") };
    let done = scene.apply(vec![copy(&other("mods"), &game("new"), Whose::Foreign), rename]).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[&game("newer/m")], b"m");
    scene.files.undo(&done.id, &Origin::default()).unwrap();
    assert!(!scene.disk.tree(ROOT).contains_key(&game("newer/m")));
}

#[test]
fn a_disk_without_room_for_the_copy_is_left_as_it_is() {
    let scene = Scene::new(false);
    scene.disk.plant("/other/big", &vec![7; 5000]);
    scene.disk.set_free((1 << 20) + 4999);
    let error = refused(&scene, vec![copy(&other("big"), &game("new"), Whose::Foreign)]);
    assert!(matches!(error, FilesError::Full { need: 5000, .. }));
}

#[test]
fn an_open_world_is_not_copied() {
    let scene = Scene::new(false);
    scene.disk.plant("/other/saves/W/session.lock", b"");
    scene.disk.hold("/other/saves/W/session.lock");
    for from in ["saves", "saves/W"] {
        let error = refused(&scene, vec![copy(&other(from), &game("new"), Whose::Foreign)]);
        assert!(matches!(error, FilesError::WorldOpen { .. }));
    }
}

#[test]
fn a_world_that_is_opened_while_it_is_copied_is_not_kept() {
    let scene = Scene::new(false);
    scene.disk.plant("/other/saves/W/session.lock", b"");
    let before = scene.sight();
    scene.disk.hold_after("/other/saves/W/session.lock", 6);
    let done = scene.apply(vec![copy(&other("saves"), &game("new"), Whose::Foreign)]);
    assert!(matches!(done, Err(FilesError::WorldOpen { .. })));
    assert_eq!(scene.sight(), before);
}

#[test]
fn a_file_that_goes_while_its_neighbours_are_copied_fails_nothing() {
    for n in 1..14 {
        let scene = Scene::new(false);
        scene.disk.vanish_after("/other/o", n);
        let done: Result<_> = scene.apply(vec![copy(Path::new(OTHER), &game("new"), Whose::Foreign)]);
        let vanished = !scene.disk.tree(OTHER).contains_key(&other("o"));
        match done {
            Ok(_) => assert!(scene.disk.tree(ROOT).contains_key(&game("new/mods/m"))),
            // Gone in the very moment in which it was copied.
            Err(error) => assert!(vanished && matches!(error, FilesError::Changing { .. }), "{error}"),
        }
    }
}

#[test]
fn a_fault_on_the_way_leaves_nothing_behind() {
    for n in 0..30 {
        let scene = Scene::new(true);
        let before = scene.sight();
        scene.disk.fail_at(n, std::io::ErrorKind::StorageFull);
        if scene.apply(named(&["a", "b/c"], &["d"])).is_err() {
            assert_eq!(scene.sight(), before, "fault at {n}");
            assert!(scene.files.changes().items.is_empty(), "fault at {n}");
        }
    }
}
