//! Backups on the real disk, read by other people's programs too.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use nova_files::{FilesError, Step};

use crate::place::{Place, tree};

/// Bytes that do not compress to nothing, the same each time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0] & 0x3f
    };
    (0..len).map(|_| next()).collect()
}

fn world(place: &Place) {
    place.plant("saves/W/level.dat", b"level");
    place.plant("saves/W/empty", b"");
    place.plant("saves/W/region/r.0.0.mca", &noise(9_000_001));
    place.plant("saves/W/region/r.0.1.mca", &noise(4 << 20));
    place.plant("saves/W/region/世界.mca", &vec![0; 3_000_000]);
    fs::create_dir_all(place.path("saves/W/data/none")).unwrap();
}

#[test]
fn a_world_comes_back_as_it_was() {
    let place = Place::new();
    world(&place);
    let before = tree(&place.path("saves/W"));
    let entry = place.apply(vec![place.backup("saves/W")]).unwrap();
    let backup = place.files.backups().items.remove(0);
    assert_eq!(backup.id, entry.made[0]);
    assert!(place.files.verify(&backup).unwrap().is_empty());
    let restore = place
        .apply(vec![
            place.backup("saves/W"),
            Step::Trash { path: place.path("saves/W") },
            Step::Unpack { backup_id: backup.id.clone(), entry: "saves/W".into(), to: place.path("saves/W") },
        ])
        .unwrap();
    assert_eq!(tree(&place.path("saves/W")), before);
    assert_eq!(place.files.backups().items.len(), 2);
    place.undo(&restore).unwrap();
    assert_eq!(tree(&place.path("saves/W")), before);
    assert_eq!(place.files.backups().items.len(), 1);
}

#[test]
fn names_that_are_no_text_come_back_as_they_were() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let long = [&b"\xff"[..], &[0xe9; 254]].concat();
    // The second is GBK for two characters, one of which has a backslash in its bytes.
    for name in [&b"caf\xe9"[..], b"\xca\xc0\x95\x5c", b"\x80.\xff", &long] {
        let name = std::ffi::OsStr::from_bytes(name);
        place.plant("saves/W/level.dat", b"level");
        fs::create_dir_all(place.path("saves/W").join(name)).unwrap();
        fs::write(place.path("saves/W").join(name).join(name), name.as_bytes()).unwrap();
    }
    let before = tree(&place.path("saves/W"));
    assert_eq!(before.len(), 9);
    let entry = place.apply(vec![place.backup("saves/W")]).unwrap();
    let backup = place.files.backups().items.remove(0);
    assert!(place.files.verify(&backup).unwrap().is_empty());
    let to = place.path("out");
    let unpack = Step::Unpack { backup_id: entry.made[0].clone(), entry: "saves/W".into(), to: to.clone() };
    place.apply(vec![unpack]).unwrap();
    assert_eq!(tree(&to), before);
}

#[test]
fn one_file_of_a_backup_can_be_unpacked_alone() {
    let place = Place::new();
    world(&place);
    let entry = place.apply(vec![place.backup("saves/W")]).unwrap();
    let to = place.path("out/level.dat");
    let unpack =
        Step::Unpack { backup_id: entry.made[0].clone(), entry: "saves/W/level.dat".into(), to: to.clone() };
    place.apply(vec![unpack]).unwrap();
    assert_eq!(fs::read(to).unwrap(), b"level");
}

#[test]
fn other_programs_find_nothing_to_say_against_the_zip() {
    let place = Place::new();
    world(&place);
    // More than is held in memory: this one has its sizes behind it.
    place.plant("saves/W/big", &noise(70 << 20));
    place.apply(vec![place.backup("saves/W")]).unwrap();
    let backup = place.files.backups().items.remove(0);
    assert!(place.files.verify(&backup).unwrap().is_empty());
    let script = "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(len(z.namelist()))";
    for (program, args) in [("python3", &["-c", script][..]), ("unzip", &["-tqq"][..])] {
        match Command::new(program).args(args).arg(&backup.path).output() {
            Ok(output) => {
                assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
            }
            Err(_) => println!("skipped: no {program}"),
        }
    }
}

#[test]
fn an_unreadable_file_fails_the_backup_by_name() {
    let place = Place::new();
    let path = place.plant("saves/W/region/r.0.0.mca", b"x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&path).is_ok() {
        println!("skipped: permissions do not hold for the superuser");
        return;
    }
    let error = place.apply(vec![place.backup("saves/W")]).unwrap_err();
    assert!(matches!(error, FilesError::Denied { path } if path.ends_with("r.0.0.mca")));
    assert!(tree(&place.data("backups")).is_empty());
}

#[test]
fn a_backup_can_be_put_away_and_taken_back() {
    let place = Place::new();
    world(&place);
    place.apply(vec![place.backup("saves/W")]).unwrap();
    let backup = place.files.backups().items.remove(0);
    let steps =
        [backup.path.clone(), backup.path.with_extension("json")].map(|path| Step::Trash { path }).to_vec();
    let entry = place.apply(steps).unwrap();
    assert!(place.files.backups().items.is_empty() && place.files.backups().problems.is_empty());
    place.undo(&entry).unwrap();
    assert_eq!(place.files.backups().items, [backup]);
}

#[test]
fn a_hand_made_zip_with_unsafe_names_is_refused_as_a_whole() {
    let place = Place::new();
    let script = "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],'w')\nz.writestr('w/a','a')\nz.writestr(sys.argv[2],'evil')\nz.close()";
    fs::create_dir_all(place.data("backups")).unwrap();
    fs::write(place.data("backups/x.json"), br#"{"id": "bk-1", "saves": ["w"]}"#).unwrap();
    for name in ["../../evil", "/abs", "w/../../evil", "c:\\evil", "w/con", "W/A"] {
        let made =
            Command::new("python3").args(["-c", script]).arg(place.data("backups/x.zip")).arg(name).status();
        if !made.is_ok_and(|status| status.success()) {
            println!("skipped: no python3 to make a zip");
            return;
        }
        let unpack = Step::Unpack { backup_id: "bk-1".into(), entry: "w".into(), to: place.path("w") };
        assert!(matches!(place.apply(vec![unpack]), Err(FilesError::BadBackup { .. })), "{name}");
        assert!(place.tree().is_empty());
    }
}
