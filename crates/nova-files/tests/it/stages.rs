//! Stages on the real disk, and what becomes of their files: placed, taken back, put back again.
#![expect(clippy::disallowed_methods, reason = "tests make the files that the crate under test then changes")]

use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use nova_files::{FilesError, Leave, Placed, Stage, StageKind, StagePart, Step, WhatIsThere};
use nova_model::Origin;

use crate::place::{Place, tree};

const JOB: &str = "j-0a1b2c3d";

fn stage(place: &Place) -> Stage {
    place.files.stage(&place.root(), JOB).unwrap()
}

fn placed(place: &Place, key: &str, to: &str) -> Placed {
    Placed { key: key.into(), to: place.path(to), there: WhatIsThere::Stays }
}

fn put(files: Vec<Placed>) -> Vec<Step> {
    vec![Step::Place { stage: JOB.into(), files }]
}

/// A version of three files, and what places it.
fn version(place: &Place) -> Vec<Step> {
    let stage = stage(place);
    let files = ["versions/v/v.json", "versions/v/v.jar", "libraries/a/a.jar"];
    for key in files {
        stage.write(key, key.as_bytes()).unwrap();
    }
    put(files.map(|key| placed(place, key, key)).to_vec())
}

#[test]
fn threads_fill_a_stage_at_once() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    fn sent<T: Send + 'static>(_: &T) {}
    let place = Place::new();
    let stage = stage(&place);
    shared(&stage);
    let threads: Vec<_> = (0..8)
        .map(|thread| {
            let stage = stage.clone();
            std::thread::spawn(move || {
                for n in 0..40 {
                    let mut part = stage.part(&format!("assets/{:x}/{thread}-{n}", n % 16)).unwrap();
                    sent::<StagePart>(&part);
                    part.write(b"half").unwrap();
                    part.write(b" and half").unwrap();
                    part.finish().unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let list = stage.list().unwrap();
    assert_eq!(list.len(), 320);
    assert!(list.iter().all(|file| file.bytes == 13 && file.kind == StageKind::File));
    stage.sync().unwrap();
    assert!(stage.free().unwrap() > 0);
    stage.discard().unwrap();
    assert!(place.tree().is_empty(), "nothing of it is left in the root");
}

#[test]
fn a_stage_that_nobody_writes_into_leaves_no_trace() {
    let place = Place::new();
    let stage = stage(&place);
    assert_eq!(stage.has("a").unwrap(), None);
    assert!(stage.list().unwrap().is_empty());
    stage.sync_ahead();
    stage.sync().unwrap();
    drop(stage);
    assert!(place.tree().is_empty());
}

#[test]
fn a_cut_off_part_is_gone_on_with_and_keeps_its_note() {
    let place = Place::new();
    let first = stage(&place);
    let mut part = first.part("big").unwrap();
    assert!(part.is_empty() && part.noted().unwrap().is_none());
    part.note("\"etag\"").unwrap();
    part.write(b"12345").unwrap();
    assert!(matches!(first.part("big"), Err(FilesError::Busy { .. })));
    drop((part, first));

    let files = place.again();
    let left = files.stages(&place.root()).unwrap();
    assert_eq!((left.len(), left[0].job.as_str(), left[0].files, left[0].bytes), (1, JOB, 2, 11));
    let stage = files.stage(&place.root(), JOB).unwrap();
    assert!(files.stages(&place.root()).unwrap().is_empty(), "one that somebody has is not left");
    let mut part = stage.part("big").unwrap();
    assert_eq!((part.len(), part.noted().unwrap().as_deref()), (5, Some("\"etag\"")));
    let mut there = String::new();
    part.reader().unwrap().read_to_string(&mut there).unwrap();
    assert_eq!(there, "12345");
    part.truncate(3).unwrap();
    part.write(b"67").unwrap();
    assert_eq!(stage.has("big").unwrap(), None);
    part.finish().unwrap();
    assert_eq!(fs::read(stage.path("big").unwrap()).unwrap(), b"12367");
    let names: Vec<_> = stage.list().unwrap().into_iter().map(|file| file.key).collect();
    assert_eq!(names, ["big"], "the note went with the part");
}

#[test]
fn a_part_that_is_given_up_is_kept_or_freed() {
    let place = Place::new();
    let stage = stage(&place);
    for (leave, len) in [(Leave::Keep, 3), (Leave::Drop, 0)] {
        let mut part = stage.part("a/b").unwrap();
        part.truncate(0).unwrap();
        part.write(b"abc").unwrap();
        part.note("n").unwrap();
        part.abandon(leave).unwrap();
        assert_eq!(stage.part("a/b").unwrap().len(), len, "{leave:?}");
    }
}

#[test]
fn another_program_does_not_get_a_stage_that_somebody_has() {
    let place = Place::new();
    let stage = stage(&place);
    stage.write("a", b"a").unwrap();
    let other = place.again();
    assert!(matches!(other.stage(&place.root(), JOB), Err(FilesError::Busy { .. })));
    let batch = || nova_files::Batch { root: place.root(), steps: put(vec![placed(&place, "a", "a")]) };
    assert!(matches!(other.check(&batch()), Err(FilesError::Busy { .. })));
    assert!(matches!(other.apply(batch(), &Origin::default()), Err(FilesError::Busy { .. })));
    drop(stage);
    other.apply(batch(), &Origin::default()).unwrap();
    assert_eq!(fs::read(place.path("a")).unwrap(), b"a");
}

#[test]
fn links_in_a_stage_are_not_followed() {
    let place = Place::new();
    let outside = place.home().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("x"), b"theirs").unwrap();
    let first = stage(&place);
    first.write("d/x", b"ours").unwrap();
    first.write("y", b"ours").unwrap();
    let (folder, file) = (first.path("d").unwrap(), first.path("y").unwrap());
    drop(first);
    fs::remove_dir_all(&folder).unwrap();
    symlink(&outside, &folder).unwrap();
    fs::remove_file(&file).unwrap();
    symlink(outside.join("x"), &file).unwrap();
    symlink(outside.join("x"), file.with_file_name("z.nova-part")).unwrap();

    let stage = stage(&place);
    assert!(matches!(stage.has("d/x"), Err(FilesError::Link { .. })));
    assert!(matches!(stage.write("d/x", b"new"), Err(FilesError::Link { .. })));
    assert!(matches!(stage.make_executable("y"), Err(FilesError::Odd { .. })));
    stage.write("z", b"new").unwrap();
    for key in ["d/x", "y"] {
        let error = place.apply(put(vec![placed(&place, key, "here")])).unwrap_err();
        assert!(matches!(error, FilesError::Link { .. }), "{key}: {error}");
    }
    stage.discard().unwrap();
    assert_eq!(fs::read(outside.join("x")).unwrap(), b"theirs");
}

#[test]
fn a_link_in_the_place_of_the_stages_is_refused() {
    let place = Place::new();
    let outside = place.home().join("outside");
    fs::create_dir(&outside).unwrap();
    symlink(&outside, place.path(".nova")).unwrap();
    assert!(matches!(place.files.stage(&place.root(), JOB), Err(FilesError::Link { .. })));
    assert!(matches!(place.files.stages(&place.root()), Err(FilesError::Link { .. })));
    assert!(tree(&outside).is_empty());
}

#[test]
fn ids_that_are_paths_are_no_stages() {
    let place = Place::new();
    for job in ["../x", "", "j-../../x", "c-12345678", "j-1234567/", "/etc"] {
        assert!(
            matches!(place.files.stage(&place.root(), job), Err(FilesError::UnknownStage { .. })),
            "{job}"
        );
        let step = Step::Place { stage: job.into(), files: vec![placed(&place, "a", "a")] };
        assert!(matches!(place.apply(vec![step]), Err(FilesError::UnknownStage { .. })), "{job}");
    }
    assert!(place.tree().is_empty());
}

#[test]
fn a_version_is_placed_taken_back_as_one_item_and_put_back_again() {
    let place = Place::new();
    let steps = version(&place);
    let mine = stage(&place);
    place.files.check(&nova_files::Batch { root: place.root(), steps: steps.clone() }).unwrap();
    let entry = place.apply(steps).unwrap();
    mine.discard().unwrap();
    drop(mine);
    let after = place.tree();
    assert_eq!(after[Path::new("versions/v/v.jar")], b"versions/v/v.jar");
    assert_eq!((entry.bulk[0].files, entry.bulk[0].bytes), (3, 50));
    assert_eq!(place.files.touched(&entry.id).unwrap().len(), 3);
    assert_eq!(place.files.changes().items[0].bulk, entry.bulk);

    let undo = place.undo(&entry).unwrap();
    assert!(place.tree().is_empty(), "folders that it made are gone too");
    let items = place.files.trash().items;
    assert_eq!((items.len(), items[0].files, items[0].bytes), (1, Some(3), 50));
    assert_eq!(items[0].was, fs::canonicalize(place.root()).unwrap());
    assert_eq!(undo.made, [items[0].id.clone()]);

    place.undo(&undo).unwrap();
    assert_eq!(place.tree(), after);
    assert!(place.files.trash().items.is_empty());
    let again = place.files.undo(&entry.id, &Origin::default()).unwrap();
    assert_eq!(again.made, undo.made, "the item has the id that it had before");
    place.apply(vec![Step::Untrash { id: again.made[0].clone(), to: None }]).unwrap();
    assert_eq!(place.tree(), after);
}

#[test]
fn a_bundle_can_be_freed_for_good() {
    let place = Place::new();
    let entry = place.apply(version(&place)).unwrap();
    let undo = place.undo(&entry).unwrap();
    place.apply(vec![Step::Purge { ids: undo.made.clone() }]).unwrap();
    assert!(tree(&place.data("trash")).is_empty());
    assert!(matches!(place.undo(&undo), Err(FilesError::Gone { .. })));
}

#[test]
fn what_other_versions_use_stays_and_the_entry_says_so() {
    let place = Place::new();
    let entry = place.apply(version(&place)).unwrap();
    let shared = |path: &Path| path.ends_with("libraries/a/a.jar");
    let batch = place.files.inverse_keeping(&entry.id, &shared).unwrap();
    assert!(matches!(batch.steps.as_slice(), [Step::TrashAll { paths }] if paths.len() == 2));
    let undo = place.files.undo_keeping(&entry.id, &Origin::default(), &shared).unwrap();
    assert_eq!(undo.problems[0].message.code, "files.undo.kept");
    assert_eq!(place.files.changes().items[0].problems, undo.problems);
    assert!(place.path("libraries/a/a.jar").is_file() && !place.path("versions").exists());
    place.undo(&undo).unwrap();
    assert!(place.path("versions/v/v.jar").is_file());
    let all = place.files.undo_keeping(&entry.id, &Origin::default(), &|_| true);
    assert!(matches!(all, Err(FilesError::Empty)));
}

#[test]
fn a_repair_puts_the_bad_file_aside_and_its_undo_brings_it_back() {
    let place = Place::new();
    place.plant("libraries/a/a.jar", b"bad");
    place.plant("libraries/b/b.jar", b"bad too");
    let before = place.tree();
    let stage = stage(&place);
    let keys = ["libraries/a/a.jar", "libraries/b/b.jar", "libraries/c/c.jar"];
    for key in keys {
        stage.write(key, b"good").unwrap();
    }
    let mut files: Vec<Placed> = keys.iter().map(|key| placed(&place, key, key)).collect();
    assert!(matches!(place.apply(put(files.clone())), Err(FilesError::Taken { .. })));
    for placed in &mut files {
        placed.there = WhatIsThere::Goes;
    }
    let entry = place.apply(put(files)).unwrap();
    stage.discard().unwrap();
    let after = place.tree();
    assert_eq!(after[Path::new(keys[0])], b"good");
    let item = place.files.trash().items.remove(0);
    assert_eq!((item.files, entry.made.clone()), (Some(2), vec![item.id.clone()]));

    let undo = place.undo(&entry).unwrap();
    assert_eq!(place.tree(), before);
    place.undo(&undo).unwrap();
    assert_eq!(place.tree(), after);
    assert_eq!(place.files.trash().items.remove(0).id, item.id);
    // One of the two stays repaired: its old one stays in the trash.
    let keep = |path: &Path| path.ends_with(keys[1]);
    let undo = place.files.undo_keeping(&entry.id, &Origin::default(), &keep).unwrap();
    assert_eq!(fs::read(place.path(keys[0])).unwrap(), b"bad");
    assert_eq!(fs::read(place.path(keys[1])).unwrap(), b"good");
    let items = place.files.trash().items;
    let left = items.iter().find(|left| left.id == item.id).unwrap();
    assert_eq!((left.files, left.bytes), (Some(1), 7));
    place.undo(&undo).unwrap();
    assert_eq!(place.tree(), after);
}

#[test]
fn a_placed_file_that_changed_since_keeps_the_undo_from_it_and_a_missing_one_does_not() {
    let place = Place::new();
    let entry = place.apply(version(&place)).unwrap();
    fs::remove_file(place.path("versions/v/v.jar")).unwrap();
    place.plant("libraries/a/a.jar", b"edited");
    let error = place.undo(&entry).unwrap_err();
    assert!(matches!(error, FilesError::MovedOn { path, .. } if path.ends_with("a.jar")));
    let keep = |path: &Path| path.ends_with("a.jar");
    place.files.undo_keeping(&entry.id, &Origin::default(), &keep).unwrap();
    assert_eq!(fs::read(place.path("libraries/a/a.jar")).unwrap(), b"edited");
}

#[test]
fn a_runtime_is_placed_in_the_data_folder_with_its_modes_and_links() {
    let place = Place::new();
    let data = place.files.data().to_owned();
    let stage = place.files.stage(&data, JOB).unwrap();
    stage.write("jre/bin/java", b"#!").unwrap();
    stage.make_executable("jre/bin/java").unwrap();
    stage.write("jre/legal/base/LICENSE", b"law").unwrap();
    stage.link("jre/legal/net/LICENSE", "../base/LICENSE").unwrap();
    stage.link("jre/legal/net/LICENSE", "../base/LICENSE").unwrap();
    for target in ["/etc/passwd", "../../../../x", "a/../../b", ""] {
        assert!(matches!(stage.link("jre/l", target), Err(FilesError::Link { .. })), "{target}");
    }
    let to = data.join("java/jre-21");
    let step = Step::PlaceFolder { stage: JOB.into(), key: "jre".into(), to: to.clone() };
    let entry = place.apply(vec![step]).unwrap();
    stage.discard().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&to.join("bin/java")), 0o755);
    assert_eq!(fs::read(to.join("legal/net/LICENSE")).unwrap(), b"law");
    let undo = place.undo(&entry).unwrap();
    assert!(!data.join("java").exists() && !data.join(".nova").exists());
    place.undo(&undo).unwrap();
    assert_eq!(mode(&to.join("bin/java")), 0o755);
}

#[test]
fn a_folder_with_a_link_to_elsewhere_or_something_unfinished_is_not_placed() {
    let place = Place::new();
    let stage = stage(&place);
    stage.write("jre/bin/java", b"#!").unwrap();
    let step = || vec![Step::PlaceFolder { stage: JOB.into(), key: "jre".into(), to: place.path("jre") }];
    let link = stage.path("jre/bin/evil").unwrap();
    symlink("../../../../../../etc", &link).unwrap();
    assert!(matches!(place.apply(step()), Err(FilesError::Link { .. })));
    fs::remove_file(&link).unwrap();
    let part = stage.part("jre/lib").unwrap();
    assert!(matches!(place.apply(step()), Err(FilesError::Odd { .. })));
    part.abandon(Leave::Drop).unwrap();
    place.apply(step()).unwrap();
}

#[test]
fn places_that_leave_the_root_or_fit_no_system_are_refused() {
    let place = Place::new();
    let stage = stage(&place);
    stage.write("k", b"k").unwrap();
    for to in ["../x", "a/../../x", "/etc/x"] {
        let error = place.apply(put(vec![placed(&place, "k", to)])).unwrap_err();
        assert!(matches!(error, FilesError::Outside { .. }), "{to}");
    }
    for to in ["con", "a/nul/x", "a:b", "x./y"] {
        let error = place.apply(put(vec![placed(&place, "k", to)])).unwrap_err();
        assert!(matches!(error, FilesError::BadName { .. }), "{to}");
    }
    let twice = vec![placed(&place, "k", "x"), placed(&place, "k", "x")];
    assert!(matches!(place.apply(put(twice)), Err(FilesError::Taken { .. })));
    assert!(matches!(place.apply(put(vec![placed(&place, "no", "x")])), Err(FilesError::Missing { .. })));
    assert!(matches!(place.apply(put(Vec::new())), Err(FilesError::Empty)));
    stage.discard().unwrap();
    assert!(place.tree().is_empty());
}

#[test]
fn local_files_and_what_programs_write_become_part_of_a_stage() {
    let place = Place::new();
    let from = place.plant("elsewhere.jar", &vec![9; 300_000]);
    let stage = stage(&place);
    stage.copy_in("a.jar", &from).unwrap();
    assert_eq!(stage.has("a.jar").unwrap().unwrap().bytes, 300_000);
    let folder = stage.make_folder("out/deep").unwrap();
    fs::write(folder.join("made.jar"), b"by a program").unwrap();
    assert_eq!(stage.has("out/deep/made.jar").unwrap().unwrap().bytes, 12);
    place.apply(put(vec![placed(&place, "out/deep/made.jar", "made.jar")])).unwrap();
    assert_eq!(fs::read(place.path("made.jar")).unwrap(), b"by a program");
}

#[test]
fn writing_goes_on_nowhere_after_a_stage_was_discarded() {
    let place = Place::new();
    let stage = stage(&place);
    let mut part = stage.part("a").unwrap();
    part.write(b"x").unwrap();
    stage.clone().discard().unwrap();
    assert!(matches!(part.finish(), Err(FilesError::Missing { .. })));
    assert!(matches!(stage.write("b", b"b"), Err(FilesError::Missing { .. })));
    assert!(place.tree().is_empty());
}
