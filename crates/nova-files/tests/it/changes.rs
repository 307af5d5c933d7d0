//! Changes, their undo and their locks.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use nova_files::{Batch, EntryState, FilesError, Step};
use nova_model::{Origin, StampKind};

use crate::place::Place;

#[test]
fn a_rename_and_its_undo_survive_a_restart() {
    let place = Place::new();
    let from = place.plant("mods/sodium.jar", b"jar");
    let before = place.tree();
    let to = place.path("mods/sodium.jar.disabled");
    let entry = place.apply(vec![Step::Rename { from, to: to.clone() }]).unwrap();
    assert_eq!(fs::read(&to).unwrap(), b"jar");

    let files = place.again();
    assert!(files.recover().is_empty());
    assert_eq!(files.changes().items[0].id, entry.id);
    let undo = files.undo(&entry.id, &Origin::default()).unwrap();
    assert_eq!(place.tree(), before);
    assert_eq!(files.changes().items[1].state, EntryState::Undone { by: undo.id });
}

#[test]
fn a_rename_costs_few_calls_and_leaves_nothing_in_the_root() {
    let place = Place::new();
    let from = place.plant("mods/a.jar", b"jar");
    place.apply(vec![Step::Rename { from, to: place.path("mods/b.jar") }]).unwrap();
    let names: Vec<_> = place.tree().into_keys().map(|path| path.display().to_string()).collect();
    assert_eq!(names, ["mods", "mods/b.jar"]);
}

#[test]
fn names_of_any_bytes_come_through_journal_and_trash() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let names: [&[u8]; 5] =
        [b"\xff\xfe.jar", b"new\nline", "世界 一".as_bytes(), b"\x1b[2J", b"nova-trash.json"];
    for name in names {
        place.plant(OsStr::from_bytes(name), name);
    }
    let before = place.tree();
    let steps =
        names.iter().map(|name| Step::Trash { path: place.root().join(OsStr::from_bytes(name)) }).collect();
    let entry = place.apply(steps).unwrap();
    assert!(place.tree().is_empty());
    assert_eq!(place.files.trash().items.len(), 5);
    assert!(serde_json::to_string(&place.files.changes().items).is_ok());
    place.undo(&entry).unwrap();
    assert_eq!(place.tree(), before);
}

#[test]
fn a_write_keeps_mode_and_its_undo_keeps_the_time() {
    let place = Place::new();
    let path = place.plant("options.txt", b"old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let entry = place.apply(vec![Step::Write { path: path.clone(), content: b"new".to_vec() }]).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read(&path).unwrap(), b"new");
    place.undo(&entry).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), time);
}

#[test]
fn folders_that_a_change_made_go_with_its_undo() {
    let place = Place::new();
    let path = place.path("versions/v/config/deep/a.txt");
    let entry = place.apply(vec![Step::Write { path, content: b"x".to_vec() }]).unwrap();
    assert!(place.path("versions/v/config/deep").is_dir());
    place.undo(&entry).unwrap();
    assert!(place.tree().is_empty());
}

#[test]
fn settings_are_written_before_there_is_a_data_folder() {
    let place = Place::new();
    let path = place.data("settings.json");
    let batch = Batch {
        root: place.files.data().to_owned(),
        steps: vec![Step::Write { path: path.clone(), content: b"{}".to_vec() }],
    };
    place.files.check(&batch).unwrap();
    assert!(!place.files.data().exists());
    place.files.apply(batch, &Origin::default()).unwrap();
    assert_eq!(fs::read(path).unwrap(), b"{}");
}

#[test]
fn a_root_behind_a_link_is_the_same_root() {
    let place = Place::new();
    place.plant("a", b"a");
    let link = place.home().join("link");
    std::os::unix::fs::symlink(place.root(), &link).unwrap();
    let steps = vec![Step::Rename { from: link.join("a"), to: link.join("b") }];
    let entry = place.files.apply(Batch { root: link, steps }, &Origin::default()).unwrap();
    assert_eq!(entry.root, fs::canonicalize(place.root()).unwrap());
    assert!(place.path("b").is_file());
    place.undo(&entry).unwrap();
    assert!(place.path("a").is_file());
}

#[test]
fn paths_that_leave_the_root_are_refused() {
    let place = Place::new();
    place.plant("a", b"a");
    fs::write(place.home().join("outside"), b"o").unwrap();
    for to in ["../outside2", "/etc/nova-test", "mods/../../outside2", ""] {
        let step = Step::Rename { from: place.path("a"), to: place.path(to) };
        assert!(matches!(place.apply(vec![step]), Err(FilesError::Outside { .. })), "{to}");
    }
    let step = Step::Trash { path: place.home().join("outside") };
    assert!(matches!(place.apply(vec![step]), Err(FilesError::Outside { .. })));
    assert!(!place.files.data().exists());
}

#[test]
fn a_missing_root_is_named() {
    let place = Place::new();
    let root = place.home().join("gone");
    let batch = Batch { steps: vec![Step::Trash { path: root.join("a") }], root: root.clone() };
    let error = place.files.apply(batch, &Origin::default()).unwrap_err();
    assert!(matches!(error, FilesError::Missing { path } if path == root));
}

#[test]
fn a_root_that_another_program_works_on_is_refused() {
    let place = Place::new();
    place.plant("a", b"a");
    let folder = fs::File::open(place.root()).unwrap();
    folder.lock().unwrap();
    let step = || vec![Step::Trash { path: place.path("a") }];
    assert!(matches!(place.apply(step()), Err(FilesError::Busy { .. })));
    assert!(!place.files.data().exists());
    drop(folder);
    place.apply(step()).unwrap();
}

#[test]
fn a_folder_that_cannot_be_changed_leaves_everything_as_it_was() {
    let place = Place::new();
    place.plant("a/x", b"x");
    place.plant("b/y", b"y");
    if is_root(&place) {
        println!("skipped: permissions do not hold for the superuser");
        return;
    }
    fs::set_permissions(place.path("b"), fs::Permissions::from_mode(0o555)).unwrap();
    let before = place.tree();
    let steps = vec![Step::Trash { path: place.path("a") }, Step::Trash { path: place.path("b/y") }];
    let result = place.apply(steps);
    fs::set_permissions(place.path("b"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(matches!(result, Err(FilesError::Denied { .. })));
    assert_eq!(place.tree(), before);
    assert!(place.files.changes().items.is_empty());
    assert!(place.files.trash().items.is_empty());
}

/// The superuser may read what nobody may.
fn is_root(place: &Place) -> bool {
    let file = place.home().join("closed");
    fs::write(&file, b"x").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    fs::File::open(&file).is_ok()
}

#[test]
fn a_step_that_fails_half_way_takes_the_ones_before_it_back() {
    let place = Place::new();
    place.plant("a/x", b"x");
    place.plant("c", b"c");
    // A name too long for any file system: found only when it is tried.
    let long = place.path(&"n".repeat(300));
    let before = place.tree();
    let steps = vec![
        Step::Rename { from: place.path("a"), to: place.path("b") },
        Step::Write { path: place.path("c"), content: b"new".to_vec() },
        Step::Trash { path: place.path("b/x") },
        Step::Rename { from: place.path("c"), to: long },
    ];
    assert!(place.apply(steps).is_err());
    assert_eq!(place.tree(), before);
    assert!(place.files.changes().items.is_empty());
    assert!(place.files.trash().items.is_empty());
    assert!(place.files.recover().is_empty());
}

#[test]
fn stamps_tell_changes_apart() {
    let place = Place::new();
    let file = place.plant("mods/a.jar", b"a");
    let paths = [file.clone(), place.path("mods"), place.path("none")];
    let first = place.files.stamps(&paths).unwrap();
    assert_eq!(first, place.files.stamps(&paths).unwrap());
    assert!(matches!(first[0].kind, StampKind::File { size: 1, .. }));
    assert_eq!(first[2].kind, StampKind::Missing);
    place.plant("mods/b.jar", b"b");
    let second = place.files.stamps(&paths).unwrap();
    assert_eq!(second[0], first[0]);
    assert_ne!(second[1], first[1]);
}
