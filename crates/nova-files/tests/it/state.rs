//! State files of other crates.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;

use nova_files::{Batch, FilesError, KeepOld, read_state, steps_to_write_state};
use nova_model::Origin;

use crate::place::{Place, tree};

#[test]
fn a_state_file_is_read_up_to_its_cap_and_only_if_it_is_a_file() {
    let place = Place::new();
    let path = place.plant("s.json", b"{}");
    assert_eq!(read_state(&path, 2).unwrap().unwrap(), b"{}");
    assert_eq!(read_state(&place.path("none"), 2).unwrap(), None);
    assert!(matches!(read_state(&path, 1), Err(FilesError::TooBig { limit: 1, .. })));
    assert!(matches!(read_state(&place.root(), 9), Err(FilesError::Odd { .. })));
    let link = place.path("link");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    assert!(matches!(read_state(&link, 9), Err(FilesError::Odd { .. })));
}

#[test]
fn a_game_root_is_made_with_the_folders_above_it_and_one_that_is_there_stays() {
    let place = Place::new();
    let root = place.path("home/alex/.minecraft");
    assert_eq!(place.files.make_root(&root).unwrap(), root.canonicalize().unwrap());
    fs::write(root.join("options.txt"), b"fov:0").unwrap();
    place.files.make_root(&root).unwrap();
    assert_eq!(fs::read(root.join("options.txt")).unwrap(), b"fov:0");
    assert!(place.files.make_root(&root.join("options.txt")).is_err());
    assert!(place.files.changes().items.is_empty());
}

#[test]
fn what_could_not_be_read_is_kept_under_its_name_with_a_date() {
    let place = Place::new();
    fs::create_dir_all(place.files.data()).unwrap();
    let path = place.data("settings.json");
    for (number, old) in [b"garbage".to_vec(), b"more".to_vec()].into_iter().enumerate() {
        fs::write(&path, &old).unwrap();
        let steps = steps_to_write_state(&path, b"{}".to_vec(), KeepOld::Aside { now: 1_796_044_122_000 });
        let batch = Batch { root: place.files.data().to_owned(), steps };
        place.files.apply(batch, &Origin::default()).unwrap();
        let end = if number == 0 { "" } else { "-2" };
        let kept = place.data(&format!("settings.json.kept-20261130-130842{end}"));
        assert_eq!(fs::read(kept).unwrap(), old);
        assert_eq!(fs::read(&path).unwrap(), b"{}");
    }
    let steps = steps_to_write_state(&path, b"[]".to_vec(), KeepOld::Overwrite);
    assert_eq!(steps.len(), 1);
    assert_eq!(
        tree(place.files.data()).keys().filter(|path| path.to_string_lossy().contains("kept")).count(),
        2
    );
}

#[test]
fn a_private_file_is_made_once_and_nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let path = place.data("chats.db");
    place.files.establish_private(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::write(&path, b"filled").unwrap();
    place.files.establish_private(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"filled");
    let elsewhere = place.path("chats.db");
    assert!(matches!(place.files.establish_private(&elsewhere), Err(FilesError::Outside { .. })));
}

#[test]
fn a_file_that_others_could_read_is_made_private_and_a_link_is_not_followed() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let (path, link) = (place.data("chats.db"), place.data("link.db"));
    place.files.make_private(&path).unwrap();
    place.files.establish(&path, b"x").unwrap();
    let open = || fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    open();
    place.files.make_private(&path).unwrap();
    assert_eq!(mode(), 0o600);
    open();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(place.files.make_private(&link), Err(FilesError::Odd { .. })));
    assert_eq!(mode(), 0o644);
}

#[test]
fn a_state_file_goes_aside_with_its_companions_unless_somebody_was_faster() {
    let place = Place::new();
    let path = place.data("chats.db");
    place.files.establish_private(&path).unwrap();
    fs::write(&path, b"damaged").unwrap();
    fs::write(place.data("chats.db-wal"), b"its log").unwrap();
    assert_eq!(place.files.set_aside(&path, &["-wal", "-shm"], &|| false).unwrap(), None);
    let kept = place.files.set_aside(&path, &["-wal", "-shm"], &|| true).unwrap().unwrap();
    assert!(kept.file_name().unwrap().to_string_lossy().starts_with("chats.db.kept-20261130-"));
    assert_eq!(fs::read(&kept).unwrap(), b"damaged");
    let log = kept.with_file_name(format!("{}-wal", kept.file_name().unwrap().to_string_lossy()));
    assert_eq!(fs::read(log).unwrap(), b"its log");
    assert!(!path.exists() && !place.data("chats.db-wal").exists());
}

#[test]
fn an_export_never_overwrites_and_leaves_nothing_beside_it() {
    let place = Place::new();
    let path = place.path("chat.md");
    place.files.hand_out(&path, b"words").unwrap();
    assert!(matches!(place.files.hand_out(&path, b"other"), Err(FilesError::Taken { .. })));
    assert!(matches!(place.files.hand_out(&place.path("no/chat.md"), b"x"), Err(FilesError::Missing { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"words");
    assert_eq!(fs::read_dir(place.root()).unwrap().count(), 1);
}
