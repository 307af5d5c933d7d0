//! What players and other programs do between a plan, its acts, a crash and the recovery.

use std::path::Path;
use std::sync::Arc;

use nova_model::Origin;

use super::stage::{DATA, Op, ROOT, Stage};
use crate::act::{Act, Old, Stage as Acts};
use crate::disk::Disk;
use crate::stamp::sha256;
use crate::{Batch, EntryState, Files, FilesError, NewBackup, Step};

/// A stage with a backup of `a`, and a restore of it that was killed when all but its last line was done.
fn cut_off_restore(devices: bool) -> Stage {
    let stage = Stage::new(devices);
    stage.run(&Op::Backup { place: 0 }).unwrap();
    let restore = Op::Restore { pick: 0, place: 0 };
    let whole = Stage::on(stage.disk.fork(), 77);
    let start = whole.disk.changes();
    whole.run(&restore).unwrap();
    // The last two changes are the line `done` and its sync.
    stage.disk.stop_before(whole.disk.changes() - start - 2);
    assert!(Stage::on(stage.disk.clone(), 77).run(&restore).is_err());
    stage.disk.restart();
    Stage::on(stage.disk, 99)
}

#[test]
fn what_was_played_after_a_cut_off_restore_is_kept_in_the_trash() {
    for devices in [false, true] {
        let stage = cut_off_restore(devices);
        stage.disk.plant("/game/a/x", b"hours of play");
        let problems = stage.files.recover();
        let codes: Vec<_> = problems.iter().map(|problem| problem.message.code.to_string()).collect();
        assert_eq!(codes, ["files.recovered", "files.recover.kept"]);
        assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
        let items = stage.files.trash().items;
        assert_eq!(items.iter().map(|item| item.was.as_path()).collect::<Vec<_>>(), [Path::new("/game/a")]);
        let to = Path::new("/game/played").to_owned();
        stage.apply(vec![Step::Untrash { id: items[0].id.clone(), to: Some(to) }]).unwrap();
        assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/played/x")], b"hours of play");
        assert!(stage.files.recover().is_empty());
    }
}

#[test]
fn keeping_what_was_played_may_be_cut_off_anywhere() {
    for n in 0..60 {
        let stage = cut_off_restore(false);
        stage.disk.plant("/game/a/x", b"hours of play");
        stage.disk.settle();
        stage.disk.stop_before(n);
        stage.files.recover();
        stage.disk.lose_power(n);
        stage.files.recover();
        let trash = stage.files.trash();
        assert_eq!((trash.items.len(), trash.problems.len()), (1, 0), "stop before {n}");
        assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax", "stop before {n}");
        assert!(stage.disk.tree(DATA).values().any(|data| data == b"hours of play"), "stop before {n}");
    }
}

#[test]
fn a_restored_folder_that_nobody_used_is_freed() {
    let stage = cut_off_restore(false);
    assert_eq!(stage.files.recover().len(), 1);
    assert!(stage.files.trash().items.is_empty());
}

#[test]
fn an_id_that_repeats_harms_no_change_before_it() {
    let stage = Stage::new(false);
    let entropy = Arc::new(|| 7);
    let files =
        Files::on(Box::new(stage.disk.clone()), Path::new(DATA), stage.files.inner.clock.clone(), entropy);
    let write = |byte| {
        let step = Step::Write { path: Path::new(ROOT).join("z"), content: vec![byte] };
        files.apply(Batch { root: ROOT.into(), steps: vec![step] }, &Origin::default())
    };
    let first = write(1).unwrap();
    assert!(matches!(write(2), Err(FilesError::Taken { .. })));
    assert_eq!(files.changes().items[0].state, EntryState::Done);
    stage.files.undo(&first.id, &Origin::default()).unwrap();
    assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/z")], b"z");
}

#[test]
fn a_file_that_changed_since_it_was_kept_is_not_written_over() {
    let stage = Stage::new(false);
    let acts = Acts { disk: &stage.disk, staged: &[] };
    let path = Path::new("/game/z").to_owned();
    let old = Old { sha256: sha256(b"before"), blob: "/data/blob".into(), mtime: 0, mode: 0o644 };
    let part = path.with_file_name("part");
    let put = Act::Put { path, part, sha256: sha256(b"new"), old: Some(old), mtime: None };
    assert!(matches!(acts.act(&put, b"new"), Err(FilesError::Changing { .. })));
    assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/z")], b"z");
}

#[test]
fn a_world_that_is_opened_while_it_is_zipped_is_not_moved() {
    let stage = Stage::new(false);
    stage.disk.plant("/game/a/session.lock", b"");
    let restore = Op::Restore { pick: 0, place: 0 };
    stage.run(&Op::Backup { place: 0 }).unwrap();
    let before = stage.sight();
    stage.disk.hold_after("/game/a/session.lock", 5);
    assert!(matches!(stage.run(&restore), Err(FilesError::WorldOpen { .. })));
    assert_eq!(stage.sight(), before);
}

#[test]
fn a_file_that_vanishes_while_it_is_zipped_is_not_in_the_backup() {
    for n in 1..12 {
        let stage = Stage::new(false);
        stage.disk.vanish_after("/game/a/y", n);
        stage.run(&Op::Backup { place: 0 }).unwrap();
        let vanished = !stage.disk.tree(ROOT).contains_key(Path::new("/game/a/y"));
        let to = Path::new("/game/out");
        let id = stage.files.backups().items.remove(0).id;
        stage.apply(vec![Step::Unpack { backup_id: id, entry: "thing".into(), to: to.into() }]).unwrap();
        let tree = stage.disk.tree(ROOT);
        assert_eq!(tree[&to.join("x")], b"ax");
        // What goes after the zip is written is in it; what goes before is not, and fails nothing.
        assert!(vanished || tree.contains_key(&to.join("y")), "vanished at change {n}");
    }
}

#[test]
fn two_things_of_one_name_make_no_backup() {
    let stage = Stage::new(false);
    let sources = ["a", "b"].map(|name| (Path::new(ROOT).join(name), "saves/W".to_owned())).to_vec();
    let backup = Step::Backup { backup: NewBackup { sources, ..NewBackup::default() } };
    let before = stage.sight();
    assert!(matches!(stage.apply(vec![backup]), Err(FilesError::Taken { .. })));
    assert_eq!(stage.sight(), before);
}

#[test]
fn a_root_whose_drive_is_away_is_rolled_back_when_it_is_there_again() {
    let stage = Stage::new(false);
    let steps = ["a/x", "a/y"].map(|name| Step::Write { path: Path::new(ROOT).join(name), content: vec![1] });
    let whole = Stage::on(stage.disk.fork(), 77);
    let start = whole.disk.changes();
    whole.apply(steps.to_vec()).unwrap();
    stage.disk.stop_before(whole.disk.changes() - start - 5);
    assert!(Stage::on(stage.disk.clone(), 77).apply(steps.to_vec()).is_err());
    stage.disk.restart();
    let stage = Stage::on(stage.disk, 99);
    let away = Path::new("/away");
    stage.disk.rename(Path::new(ROOT), away).unwrap();
    stage.disk.make_dir(Path::new(ROOT)).unwrap();
    let codes = |stage: &Stage| {
        let problems = stage.files.recover();
        problems.iter().map(|problem| problem.message.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&stage), ["files.recover.root-missing"]);
    stage.disk.remove_dir(Path::new(ROOT)).unwrap();
    stage.disk.rename(away, Path::new(ROOT)).unwrap();
    assert_ne!(stage.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
    assert_eq!(codes(&stage), ["files.recovered"]);
    assert_eq!(stage.disk.tree(ROOT)[Path::new("/game/a/x")], b"ax");
}
