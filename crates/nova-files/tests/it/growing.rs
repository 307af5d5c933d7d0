//! Files that grow: hidden until they are whole, kept when a run is cut off, never over something else.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the crate under test then works on"
)]

use std::fs;
use std::sync::Arc;

use nova_files::{Files, FilesError};
use nova_model::{Clock, Millis};

struct Still;

impl Clock for Still {
    fn now(&self) -> Millis {
        0
    }
}

fn files() -> (tempfile::TempDir, Files) {
    let temp = tempfile::tempdir().unwrap();
    let files = Files::open(&temp.path().join("data"), Arc::new(Still));
    (temp, files)
}

#[test]
fn a_file_has_its_name_only_once_it_is_whole() {
    let (temp, files) = files();
    let folder = temp.path().join("data/recordings");
    let mut growing = files.growth("recordings").unwrap().begin("a.mp4").unwrap();
    growing.write(b"one").unwrap();
    assert_eq!(fs::read(folder.join(".a.part.mp4")).unwrap(), b"one");
    assert!(!folder.join("a.mp4").exists());
    growing.write(b"two").unwrap();
    assert_eq!(growing.bytes(), 6);
    let path = growing.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"onetwo");
    assert!(path.ends_with("recordings/a.mp4"));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn what_took_the_name_meanwhile_stays() {
    let (temp, files) = files();
    let growing = files.growth("recordings").unwrap().begin("a.mp4").unwrap();
    fs::write(temp.path().join("data/recordings/a.mp4"), "theirs").unwrap();
    let path = growing.finish().unwrap();
    assert!(path.ends_with("a 2.mp4"), "{}", path.display());
    assert_eq!(fs::read(temp.path().join("data/recordings/a.mp4")).unwrap(), b"theirs");
}

#[test]
fn a_taken_name_is_refused_at_the_beginning() {
    let (temp, files) = files();
    fs::create_dir_all(temp.path().join("data/recordings")).unwrap();
    fs::write(temp.path().join("data/recordings/a.mp4"), "theirs").unwrap();
    let begun = files.growth("recordings").unwrap().begin("a.mp4");
    assert!(matches!(begun, Err(FilesError::Taken { .. })));
    assert!(matches!(files.growth("recordings").unwrap().begin("../a"), Err(FilesError::BadName { .. })));
    assert!(matches!(files.growth("../x"), Err(FilesError::BadName { .. })));
}

#[test]
fn one_at_a_time_grows_files_in_a_folder() {
    let (_temp, files) = files();
    let growing = files.growth("recordings").unwrap().begin("a.mp4").unwrap();
    assert!(matches!(files.growth("recordings"), Err(FilesError::Busy { .. })));
    growing.abandon().unwrap();
    let growth = files.growth("recordings").unwrap();
    assert!(growth.left().unwrap().is_empty());
}

#[test]
fn what_a_run_left_is_found_and_kept_under_a_free_name() {
    let (temp, files) = files();
    let folder = temp.path().join("data/recordings");
    let mut growing = files.growth("recordings").unwrap().begin("a.mp4").unwrap();
    growing.write(b"half").unwrap();
    drop(growing);
    fs::write(folder.join("a (recovered).mp4"), "earlier").unwrap();
    let growth = files.growth("recordings").unwrap();
    let left = growth.left().unwrap();
    assert_eq!(left.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a.mp4"]);
    let kept = growth.keep(&left[0].1, "a (recovered).mp4").unwrap();
    assert!(kept.ends_with("a (recovered) 2.mp4"), "{}", kept.display());
    assert!(growth.left().unwrap().is_empty());
    assert!(matches!(growth.discard(&kept), Err(FilesError::Outside { .. })), "only what grows is discarded");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_folder_is_not_followed() {
    let (temp, files) = files();
    fs::create_dir_all(temp.path().join("data")).unwrap();
    fs::create_dir_all(temp.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(temp.path().join("elsewhere"), temp.path().join("data/recordings")).unwrap();
    assert!(matches!(files.growth("recordings"), Err(FilesError::Link { .. })));
}
