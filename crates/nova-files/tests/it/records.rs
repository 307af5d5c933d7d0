//! Small files of the program's own: whole or not there, below the data folder, held by one.
#![expect(
    clippy::disallowed_methods,
    reason = "tests make the files that the crate under test then works on"
)]

use std::fs;
use std::os::unix::fs::symlink;
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
fn a_record_is_replaced_and_leaves_nothing_beside_it() {
    let (temp, files) = files();
    let records = files.records("cache/meta").unwrap();
    assert_eq!((records.get("a", 9).unwrap(), records.names().unwrap()), (None, Vec::new()));
    assert!(!temp.path().join("data").exists(), "looking made something");
    records.put("a", b"one").unwrap();
    records.put("a", b"three").unwrap();
    assert_eq!(records.get("a", 9).unwrap().as_deref(), Some(b"three".as_slice()));
    assert_eq!(records.get("a", 4).unwrap(), None, "larger than the caller takes");
    assert_eq!(fs::read_dir(records.folder()).unwrap().count(), 1);
    records.forget("a").unwrap();
    records.forget("a").unwrap();
    assert_eq!(records.names().unwrap(), Vec::<String>::new());
}

#[test]
fn names_that_are_paths_are_refused() {
    let (_temp, files) = files();
    for folder in ["", "..", "a/../b", "/a", "con"] {
        assert!(matches!(files.records(folder), Err(FilesError::BadName { .. })), "{folder}");
    }
    let records = files.records("jobs").unwrap();
    for name in ["../settings.json", "a/b", "", "."] {
        assert!(matches!(records.put(name, b""), Err(FilesError::BadName { .. })), "{name}");
    }
}

#[test]
fn a_folder_that_leads_elsewhere_is_not_written_to() {
    let (temp, files) = files();
    fs::create_dir_all(temp.path().join("data")).unwrap();
    fs::create_dir_all(temp.path().join("elsewhere")).unwrap();
    symlink(temp.path().join("elsewhere"), temp.path().join("data/jobs")).unwrap();
    let put = files.records("jobs").unwrap().put("a", b"x");
    assert!(matches!(put, Err(FilesError::Link { .. })), "{put:?}");
    assert_eq!(fs::read_dir(temp.path().join("elsewhere")).unwrap().count(), 0);
}

#[test]
fn one_holds_a_folder_at_a_time_and_can_free_it() {
    let (_temp, files) = files();
    let records = files.records("jobs/j-1").unwrap();
    let held = records.hold().unwrap().unwrap();
    assert!(records.hold().unwrap().is_none());
    held.records().put("job.json", b"{}").unwrap();
    drop(held);
    let held = records.hold().unwrap().unwrap();
    held.free().unwrap();
    assert!(!records.folder().exists());
}
