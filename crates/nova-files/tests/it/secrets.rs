//! The file for secrets: what only a real file system has, permissions and links.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use nova_files::{Privacy, SecretFile};
use nova_model::{Explain, Secret, SecretError, SecretStore};
use tempfile::TempDir;

const KEY: &str = "sk-0123456789abcdef";

fn with_key() -> (TempDir, SecretFile) {
    let temp = tempfile::tempdir().unwrap();
    let file = SecretFile::of(&temp.path().join("data"));
    file.set("llm.key.a", &Secret::new(KEY)).unwrap();
    (temp, file)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn code<T: std::fmt::Debug>(result: Result<T, SecretError>) -> String {
    result.unwrap_err().report().code().to_string()
}

#[test]
fn only_the_owner_may_read_and_nothing_else_lies_beside_it() {
    let (_temp, file) = with_key();
    let folder = file.path().parent().unwrap().to_owned();
    assert_eq!((mode(&folder), mode(&file.path())), (0o700, 0o600));
    file.set("llm.key.a", &Secret::new("another")).unwrap();
    assert_eq!((mode(&folder), mode(&file.path())), (0o700, 0o600));
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["secrets.json"]);
    assert!(!fs::read_to_string(file.path()).unwrap().contains(KEY));
    assert_eq!(file.take_problems(), []);
}

#[test]
fn reading_and_forgetting_make_no_folder() {
    let temp = tempfile::tempdir().unwrap();
    let file = SecretFile::of(&temp.path().join("data"));
    assert_eq!(file.get("x").unwrap(), None);
    file.delete("x").unwrap();
    assert_eq!(file.privacy().unwrap(), Privacy::Absent);
    assert!(!temp.path().join("data").exists());
}

#[test]
fn without_a_secret_left_there_is_no_file() {
    let (_temp, file) = with_key();
    file.set("other", &Secret::new("1")).unwrap();
    file.delete("llm.key.a").unwrap();
    assert!(file.path().exists());
    file.delete("other").unwrap();
    assert!(!file.path().exists());
}

#[test]
fn a_file_that_others_could_read_is_closed_to_them_and_that_is_said_once() {
    for (folder, own) in [(0o755, 0o600), (0o700, 0o644), (0o755, 0o664)] {
        let (_temp, file) = with_key();
        chmod(file.path().parent().unwrap(), folder);
        chmod(&file.path(), own);
        assert_eq!(file.privacy().unwrap(), Privacy::Loose);
        assert_eq!(mode(&file.path()), own, "looking changes nothing");
        assert_eq!(file.get("llm.key.a").unwrap().unwrap().expose(), KEY);
        assert_eq!(file.privacy().unwrap(), Privacy::Private);
        let said = file.take_problems();
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].message.code, "files.secret.tightened");
        assert_eq!(file.take_problems(), []);
    }
}

#[test]
fn a_link_is_refused_in_the_place_of_the_file_and_of_its_folder() {
    let (temp, file) = with_key();
    let away = temp.path().join("away.json");
    fs::rename(file.path(), &away).unwrap();
    symlink(&away, file.path()).unwrap();
    assert_eq!(code(file.get("llm.key.a")), "files.link");
    assert_eq!(code(file.set("llm.key.a", &Secret::new("2"))), "files.link");
    assert!(fs::read_to_string(&away).unwrap().contains(KEY));

    let (temp, file) = with_key();
    let folder = file.path().parent().unwrap().to_owned();
    let away = temp.path().join("away");
    fs::rename(&folder, &away).unwrap();
    symlink(&away, &folder).unwrap();
    assert_eq!(code(file.get("llm.key.a")), "files.link");
    assert_eq!(code(file.set("llm.key.a", &Secret::new("2"))), "files.link");
}

#[test]
fn what_cannot_be_understood_is_left_alone_and_never_quoted() {
    for (text, expected) in [
        (format!("{{\"format\": 1, \"secrets\": {{\"llm.key.a\": \"{KEY}\""), "files.damaged"),
        (format!("{{\"format\": 2, \"secrets\": {{\"llm.key.a\": \"{KEY}\"}}}}"), "files.newer"),
        ("[".repeat(100_000), "files.damaged"),
        (" ".repeat(300_000), "files.too-big"),
    ] {
        let (_temp, file) = with_key();
        fs::write(file.path(), &text).unwrap();
        for result in [file.get("llm.key.a").map(drop), file.set("b", &Secret::new("2")), file.delete("b")] {
            let error = result.unwrap_err();
            assert_eq!(error.report().code(), expected);
            assert!(!format!("{error} {error:?}").contains(KEY));
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
    }
}
