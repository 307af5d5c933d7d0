//! What is cleaned up, and what stays.

use nova_content::clean::{CleanError, Ground, Kind, clean, look};
use nova_game::Instance;
use nova_testkit::{GameFolder, Tree, write_file};

use crate::scene::{NOW, Scene, codes, origin};

/// Things of every kind, most of them older than the clock of the tests.
fn scene() -> (Scene, Instance, Instance) {
    let scene = Scene::new(&GameFolder::new());
    let own = GameFolder::new();
    let (fab, plain) = (scene.isolated("fab", "1.20.1", &own), scene.shared("plain", "1.20.1"));
    for name in [
        "logs/latest.log",
        "logs/2024-01-01-1.log.gz",
        "crash-reports/crash-2024-01-01_00.00.00-client.txt",
        "crash-reports/mine.md",
        "hs_err_pid12.log",
        "webcache2/a/b",
        "saves/W/level.dat",
        "versions/fab/logs/debug.log",
        "versions/fab/logs/debug-1.log.gz",
        "versions/fab/fab-natives/x.so",
        "versions/fab/config/cache/keep",
        ".nova/stage/j-00000001/libraries/a.jar",
        ".nova/stage/j-00000002/libraries/b.jar",
        "versions/.c-abcdefgh-3.nova-part/x",
    ] {
        write_file(&scene.path(name), b"12345").unwrap();
    }
    write_file(&scene.data().join("cache/meta/answer"), b"12345").unwrap();
    write_file(&scene.data().join("cache/natives/n/x.so"), b"12345").unwrap();
    (scene, fab, plain)
}

struct Look {
    playing: Vec<Instance>,
    keep_days: u32,
    /// After the files of the test.
    later: i64,
}

const ALL: Look = Look { playing: Vec::new(), keep_days: 0, later: 1 << 40 };

fn ground<'a>(
    look: &'a Look,
    files: &'a nova_files::Files,
    root: &'a std::path::Path,
    instances: &'a [Instance],
    jobs: &'a [String],
) -> Ground<'a> {
    let (now, keep_days) = (NOW + look.later, look.keep_days);
    Ground { files, root, instances, playing: &look.playing, jobs, now, keep_days }
}

/// What can go, below the root or the data folder.
fn found(scene: &Scene, instances: &[Instance], how: &Look, kinds: &[Kind]) -> Vec<String> {
    let (files, root, jobs) = (scene.files(), scene.root(), ["j-00000002".to_owned()]);
    let spares = look(&ground(how, &files, &root, instances, &jobs), kinds);
    let top = root.parent().unwrap();
    spares.iter().map(|spare| spare.path.strip_prefix(top).unwrap().display().to_string()).collect()
}

#[test]
fn old_logs_go_and_what_the_game_writes_stays() {
    let (scene, fab, plain) = scene();
    let found = found(&scene, &[fab, plain], &ALL, &[Kind::Logs]);
    assert_eq!(
        found,
        [
            "game/crash-reports/crash-2024-01-01_00.00.00-client.txt",
            "game/hs_err_pid12.log",
            "game/logs/2024-01-01-1.log.gz",
            "game/versions/fab/logs/debug-1.log.gz",
        ]
    );
}

#[test]
fn logs_of_these_days_stay() {
    let (scene, fab, plain) = scene();
    let how = Look { keep_days: 7, later: 0, ..ALL };
    assert!(found(&scene, &[fab, plain], &how, &[Kind::Logs]).is_empty());
}

#[test]
fn caches_and_natives_go_and_folders_of_mods_that_are_called_so_stay() {
    let (scene, fab, plain) = scene();
    let found = found(&scene, &[fab, plain], &ALL, &[Kind::Caches]);
    assert_eq!(
        found,
        ["data/cache/meta", "data/cache/natives", "game/versions/fab/fab-natives", "game/webcache2"]
    );
}

#[test]
fn stages_of_jobs_that_can_be_gone_on_with_stay() {
    let (scene, fab, plain) = scene();
    let found = found(&scene, &[fab, plain], &ALL, &[Kind::Leftovers]);
    assert_eq!(found, ["game/.nova/stage/j-00000001", "game/versions/.c-abcdefgh-3.nova-part"]);
}

#[test]
fn nothing_of_a_running_game_goes() {
    let (scene, fab, plain) = scene();
    let how = Look { playing: vec![fab.clone()], ..ALL };
    let own = found(&scene, &[fab.clone(), plain.clone()], &how, &Kind::ALL);
    assert!(
        !own.iter().any(|path| path.contains("versions/fab") || path.contains("cache/natives")),
        "{own:?}"
    );
    assert!(own.contains(&"game/logs/2024-01-01-1.log.gz".to_owned()));
    let how = Look { playing: vec![plain.clone()], ..ALL };
    let shared = found(&scene, &[fab, plain], &how, &Kind::ALL);
    assert!(
        !shared.iter().any(|path| path.starts_with("game/logs") || path.contains("webcache")),
        "{shared:?}"
    );
}

#[test]
fn it_all_goes_into_the_trash_and_comes_back() {
    let (scene, fab, plain) = scene();
    let (files, root, instances) = (scene.files(), scene.root(), [fab, plain]);
    let jobs = ["j-00000002".to_owned()];
    let before = (scene.tree(), Tree::of(&scene.data().join("cache")).unwrap());
    let proposal = clean(&ground(&ALL, &files, &root, &instances, &jobs), &Kind::ALL).unwrap();
    assert_eq!(codes(&proposal.warnings), ["content.clean.warn.space"]);
    assert!(proposal.changes.iter().all(|change| change.bytes.is_some()));
    let entry = files.apply(proposal.batch, &origin()).unwrap();
    assert!(scene.path("saves/W/level.dat").is_file() && scene.path("logs/latest.log").is_file());
    assert!(!scene.path("logs/2024-01-01-1.log.gz").exists() && !scene.path("webcache2").exists());
    let again = clean(&ground(&ALL, &files, &root, &instances, &jobs), &Kind::ALL);
    assert!(matches!(again, Err(CleanError::Nothing)));
    files.undo(&entry.id, &origin()).unwrap();
    before.0.assert_same(&scene.tree());
    before.1.assert_same(&Tree::of(&scene.data().join("cache")).unwrap());
}

#[test]
fn links_are_not_followed() {
    let (scene, fab, plain) = scene();
    scene.link("/etc", ".mixin.out");
    scene.link("/etc/hostname", "logs/2020-01-01-1.log.gz");
    let found = found(&scene, &[fab, plain], &ALL, &Kind::ALL);
    assert!(!found.iter().any(|path| path.contains("mixin") || path.contains("2020")), "{found:?}");
}
