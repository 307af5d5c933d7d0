//! Links, pipes, and worlds that are open.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Stdio};

use nova_files::{FilesError, Step, world_is_open};

use crate::place::{Place, tree};

fn fifo(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn links_and_pipes_in_a_folder_are_moved_as_they_are_and_never_followed() {
    let place = Place::new();
    let outside = place.home().join("precious");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("thesis"), b"years of work").unwrap();
    place.plant("versions/v/v.json", b"{}");
    symlink(&outside, place.path("versions/v/resourcepacks")).unwrap();
    symlink("v", place.path("versions/v/loop")).unwrap();
    symlink("/dev/zero", place.path("versions/v/zero")).unwrap();
    fifo(&place.path("versions/v/pipe"));
    let before = place.tree();
    let entry = place.apply(vec![Step::Trash { path: place.path("versions/v") }]).unwrap();
    assert!(!place.path("versions/v").exists());
    place.undo(&entry).unwrap();
    assert_eq!(place.tree(), before);
    assert!(fs::symlink_metadata(place.path("versions/v/pipe")).unwrap().file_type().is_fifo());

    let entry = place.apply(vec![Step::Trash { path: place.path("versions/v") }]).unwrap();
    place.apply(vec![Step::Purge { ids: entry.made }]).unwrap();
    assert!(tree(&place.data("trash")).is_empty());
    assert_eq!(fs::read(outside.join("thesis")).unwrap(), b"years of work");
}

#[test]
fn a_link_in_the_place_of_a_folder_is_refused() {
    let place = Place::new();
    let outside = place.home().join("precious");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("thesis"), b"x").unwrap();
    symlink(&outside, place.path("saves")).unwrap();
    for step in [
        Step::Trash { path: place.path("saves/thesis") },
        Step::Write { path: place.path("saves/thesis"), content: Vec::new() },
        Step::Write { path: place.path("saves/new"), content: Vec::new() },
    ] {
        assert!(matches!(place.apply(vec![step]), Err(FilesError::Link { .. })));
    }
    // The link itself is the player's to remove.
    place.apply(vec![Step::Trash { path: place.path("saves") }]).unwrap();
    assert!(outside.join("thesis").exists());
}

#[test]
fn a_backup_leaves_links_and_pipes_out_and_says_so() {
    let place = Place::new();
    place.plant("w/level.dat", b"level");
    place.plant("w/session.lock", b"lock");
    symlink("/dev/zero", place.path("w/zero")).unwrap();
    symlink(place.home(), place.path("w/up")).unwrap();
    fifo(&place.path("w/pipe"));
    let entry = place.apply(vec![place.backup("w")]).unwrap();
    let mut codes: Vec<_> = entry.problems.iter().map(|problem| problem.message.code.to_string()).collect();
    codes.sort();
    assert_eq!(codes, ["files.backup.skipped-link", "files.backup.skipped-link", "files.backup.skipped-odd"]);
    assert_eq!(place.files.changes().items[0].problems, entry.problems);
    let unpack = Step::Unpack { backup_id: entry.made[0].clone(), entry: "w".into(), to: place.path("out") };
    place.apply(vec![unpack]).unwrap();
    let names: Vec<_> = tree(&place.path("out")).into_keys().collect();
    assert_eq!(names, ["level.dat", "session.lock"].map(std::path::PathBuf::from));
}

#[test]
fn a_world_is_open_while_a_process_holds_its_record_lock() {
    let place = Place::new();
    let lock = place.plant("saves/W/session.lock", "☃".as_bytes());
    let world = place.path("saves/W");
    assert!(!world_is_open(&world));
    assert!(!world_is_open(&place.path("saves/none")));
    let script = "import fcntl,sys\nf=open(sys.argv[1],'r+b')\nfcntl.lockf(f,fcntl.LOCK_EX)\nprint('held',flush=True)\nsys.stdin.read()";
    let game = Command::new("python3")
        .args(["-c", script])
        .arg(&lock)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut game) = game else {
        println!("skipped: no python3 to hold a lock");
        return;
    };
    let mut said = [0; 4];
    std::io::Read::read_exact(game.stdout.as_mut().unwrap(), &mut said).unwrap();
    assert!(world_is_open(&world));
    let error = place.apply(vec![Step::Trash { path: world.clone() }]).unwrap_err();
    assert!(matches!(error, FilesError::WorldOpen { .. }));
    drop(game.stdin.take());
    game.wait().unwrap();
    assert!(!world_is_open(&world));
    place.apply(vec![Step::Trash { path: world }]).unwrap();
}

#[test]
fn a_pipe_in_the_place_of_a_session_lock_does_not_hang() {
    let place = Place::new();
    fs::create_dir_all(place.path("saves/W")).unwrap();
    fifo(&place.path("saves/W/session.lock"));
    assert!(!world_is_open(&place.path("saves/W")));
}
