//! What players and other programs do between a plan, its acts, a crash and the recovery.

use std::path::Path;
use std::sync::Arc;

use nova_model::Origin;

use super::scene::{DATA, Op, ROOT, Scene};
use crate::act::{Act, Actor, Old};
use crate::disk::Disk;
use crate::stamp::sha256;
use crate::{Batch, EntryState, Files, FilesError, NewBackup, Step};

/// A scene with a backup of `a`, and a restore of it that was killed when all but its last line was done.
fn cut_off_restore(devices: bool) -> Scene {
    let scene = Scene::new(devices);
    scene.run(&Op::Backup { place: 0 }).unwrap();
    let restore = Op::Restore { pick: 0, place: 0 };
    let whole = Scene::on(scene.disk.fork(), 77);
    let start = whole.disk.changes();
    whole.run(&restore).unwrap();
    // The last two changes are the line `done` and its sync.
    scene.disk.stop_before(whole.disk.changes() - start - 2);
    assert!(Scene::on(scene.disk.clone(), 77).run(&restore).is_err());
    scene.disk.restart();
    Scene::on(scene.disk, 99)
}

#[test]
fn what_was_played_after_a_cut_off_restore_is_kept_in_the_trash() {
    for devices in [false, true] {
        let scene = cut_off_restore(devices);
        scene.disk.plant("/game/a/x", b"hours of play");
        let problems = scene.files.recover();
        let codes: Vec<_> = problems.iter().map(|problem| problem.message.code.to_string()).collect();
        assert_eq!(codes, ["files.recovered", "files.recover.kept"]);
        assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
        let items = scene.files.trash().items;
        assert_eq!(items.iter().map(|item| item.was.as_path()).collect::<Vec<_>>(), [Path::new("/game/a")]);
        let to = Path::new("/game/played").to_owned();
        scene.apply(vec![Step::Untrash { id: items[0].id.clone(), to: Some(to) }]).unwrap();
        assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/played/x")], b"hours of play");
        assert!(scene.files.recover().is_empty());
    }
}

#[test]
fn keeping_what_was_played_may_be_cut_off_anywhere() {
    for n in 0..60 {
        let scene = cut_off_restore(false);
        scene.disk.plant("/game/a/x", b"hours of play");
        scene.disk.settle();
        scene.disk.stop_before(n);
        scene.files.recover();
        scene.disk.lose_power(n);
        scene.files.recover();
        let trash = scene.files.trash();
        assert_eq!((trash.items.len(), trash.problems.len()), (1, 0), "stop before {n}");
        assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax", "stop before {n}");
        assert!(scene.disk.tree(DATA).values().any(|data| data == b"hours of play"), "stop before {n}");
    }
}

#[test]
fn a_restored_folder_that_nobody_used_is_freed() {
    let scene = cut_off_restore(false);
    assert_eq!(scene.files.recover().len(), 1);
    assert!(scene.files.trash().items.is_empty());
}

#[test]
fn an_id_that_repeats_harms_no_change_before_it() {
    let scene = Scene::new(false);
    let entropy = Arc::new(|| 7);
    let files =
        Files::on(Box::new(scene.disk.clone()), Path::new(DATA), scene.files.inner.clock.clone(), entropy);
    let write = |byte| {
        let step = Step::Write { path: Path::new(ROOT).join("z"), content: vec![byte] };
        files.apply(Batch { root: ROOT.into(), steps: vec![step] }, &Origin::default())
    };
    let first = write(1).unwrap();
    assert!(matches!(write(2), Err(FilesError::Taken { .. })));
    assert_eq!(files.changes().items[0].state, EntryState::Done);
    scene.files.undo(&first.id, &Origin::default()).unwrap();
    assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/z")], b"z");
}

#[test]
fn a_file_that_changed_since_it_was_kept_is_not_written_over() {
    let scene = Scene::new(false);
    let actor = Actor { disk: &scene.disk, staged: &[], lists: &[] };
    let path = Path::new("/game/z").to_owned();
    let old = Old { sha256: sha256(b"before"), blob: "/data/blob".into(), mtime: 0, mode: 0o644 };
    let part = path.with_file_name("part");
    let put = Act::Put { path, part, sha256: sha256(b"new"), old: Some(old), mtime: None };
    assert!(matches!(actor.act(&put, b"new"), Err(FilesError::Changing { .. })));
    assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/z")], b"z");
}

#[test]
fn a_world_that_is_opened_while_it_is_zipped_is_not_moved() {
    let scene = Scene::new(false);
    scene.disk.plant("/game/a/session.lock", b"");
    let restore = Op::Restore { pick: 0, place: 0 };
    scene.run(&Op::Backup { place: 0 }).unwrap();
    let before = scene.sight();
    scene.disk.hold_after("/game/a/session.lock", 5);
    assert!(matches!(scene.run(&restore), Err(FilesError::WorldOpen { .. })));
    assert_eq!(scene.sight(), before);
}

#[test]
fn a_file_that_vanishes_while_it_is_zipped_is_not_in_the_backup() {
    for n in 1..12 {
        let scene = Scene::new(false);
        scene.disk.vanish_after("/game/a/y", n);
        scene.run(&Op::Backup { place: 0 }).unwrap();
        let vanished = !scene.disk.tree(ROOT).contains_key(Path::new("/game/a/y"));
        let to = Path::new("/game/out");
        let id = scene.files.backups().items.remove(0).id;
        scene.apply(vec![Step::Unpack { backup_id: id, entry: "thing".into(), to: to.into() }]).unwrap();
        let tree = scene.disk.tree(ROOT);
        assert_eq!(tree[&to.join("x")], b"ax");
        // What goes after the zip is written is in it; what goes before is not, and fails nothing.
        assert!(vanished || tree.contains_key(&to.join("y")), "vanished at change {n}");
    }
}

#[test]
fn two_things_of_one_name_make_no_backup() {
    let scene = Scene::new(false);
    let sources = ["a", "b"].map(|name| (Path::new(ROOT).join(name), "saves/W".to_owned())).to_vec();
    let backup = Step::Backup { backup: NewBackup { sources, ..NewBackup::default() } };
    let before = scene.sight();
    assert!(matches!(scene.apply(vec![backup]), Err(FilesError::Taken { .. })));
    assert_eq!(scene.sight(), before);
}

#[test]
fn a_root_whose_drive_is_away_is_rolled_back_when_it_is_there_again() {
    let scene = Scene::new(false);
    let steps = ["a/x", "a/y"].map(|name| Step::Write { path: Path::new(ROOT).join(name), content: vec![1] });
    let whole = Scene::on(scene.disk.fork(), 77);
    let start = whole.disk.changes();
    whole.apply(steps.to_vec()).unwrap();
    scene.disk.stop_before(whole.disk.changes() - start - 5);
    assert!(Scene::on(scene.disk.clone(), 77).apply(steps.to_vec()).is_err());
    scene.disk.restart();
    let scene = Scene::on(scene.disk, 99);
    let away = Path::new("/away");
    scene.disk.rename(Path::new(ROOT), away).unwrap();
    scene.disk.make_dir(Path::new(ROOT)).unwrap();
    let codes = |scene: &Scene| {
        let problems = scene.files.recover();
        problems.iter().map(|problem| problem.message.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&scene), ["files.recover.root-missing"]);
    scene.disk.remove_dir(Path::new(ROOT)).unwrap();
    scene.disk.rename(away, Path::new(ROOT)).unwrap();
    assert_ne!(scene.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
    assert_eq!(codes(&scene), ["files.recovered"]);
    assert_eq!(scene.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
}
