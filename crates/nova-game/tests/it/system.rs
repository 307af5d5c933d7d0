//! The machine's facts and the space taken.

use std::{fs, os::unix::fs::symlink, thread, time::Duration};

use nova_game::{Probe, SystemProbe, UsageKind};
use nova_testkit::{GameRoot, Version};

use crate::fixture::Fixture;

#[test]
fn the_machine_has_memory_processors_and_a_disk() {
    let fixture = Fixture::empty();
    let drm = fixture.root.with_file_name("system").join("sys/class/drm");
    for (card, vendor) in [("card0", "0x10de"), ("card0-HDMI-A-1", "0x8086"), ("card1", "0x1002")] {
        fs::create_dir_all(drm.join(card).join("device")).unwrap();
        fs::write(drm.join(card).join("device/vendor"), format!("{vendor}\n")).unwrap();
        fs::write(drm.join(card).join("device/device"), "0x1c03\n").unwrap();
    }
    let system = fixture.game.system();
    assert!(
        system.memory_total > 1 << 28 && system.cores > 0 && system.memory_available <= system.memory_total
    );
    assert_eq!(system.gpus, ["AMD 0x1c03", "NVIDIA 0x1c03"]);
    assert_eq!(system.disks[0].path, fixture.root);
    assert!(system.disks[0].free <= system.disks[0].total);
}

#[test]
fn space_is_counted_by_kind_without_following_links() {
    let fixture = Fixture::new(&GameRoot::new());
    let sized = |path: &str, bytes: usize| fixture.write(path, vec![b'x'; bytes]);
    sized("versions/a/mods/m.jar", 100);
    sized("versions/a/a.jar", 30);
    sized("saves/World/level.dat", 50);
    sized("assets/objects/00/00", 20);
    sized("logs/latest.log", 7);
    fs::create_dir_all(fixture.data.join("backups")).unwrap();
    fs::write(fixture.data.join("backups/b.zip"), [0; 11]).unwrap();
    symlink("/usr", fixture.root.join("saves/link")).unwrap();
    let usage = fixture.game.disk_usage(None).unwrap();
    let of = |kind| usage.items.iter().find(|usage| usage.kind == kind).map_or(0, |usage| usage.bytes);
    assert_eq!((of(UsageKind::Mods), of(UsageKind::Versions), of(UsageKind::Saves)), (100, 30, 50));
    assert_eq!((of(UsageKind::Assets), of(UsageKind::Logs), of(UsageKind::Backups)), (20, 7, 11));
    assert_eq!(usage.total, usage.items.iter().map(|usage| usage.bytes).sum::<u64>());
    assert!(!usage.cut);
}

#[test]
fn the_space_of_one_version_is_that_of_its_folder() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    fixture.write("versions/1.20.1/saves/w/level.dat", [0; 40]);
    let version = fixture.game.version(Some("1.20.1")).unwrap();
    let usage = fixture.game.disk_usage(Some(&version)).unwrap();
    let saves = usage.items.iter().find(|usage| usage.kind == UsageKind::Saves).unwrap();
    assert_eq!((saves.bytes, saves.files), (40, 1));
}

#[test]
fn the_real_probe_sees_a_process_that_names_its_game_folder() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new("sh")
        .args(["-c", "read line", "--gameDir"])
        .arg(dir.path())
        .args(["--version", "probe-test"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The arguments of a process appear a moment after it was started.
    let found = (0..200).find_map(|_| {
        thread::sleep(Duration::from_millis(10));
        SystemProbe.games().into_iter().find(|game| game.version.as_deref() == Some("probe-test"))
    });
    drop(child.stdin.take());
    child.wait().unwrap();
    assert_eq!(found.unwrap().game_dir.as_deref(), Some(dir.path()));
    assert!(!SystemProbe.world_is_open(dir.path()));
}

/// As a game whose lock was lost: the file is open, and no lock is on it.
#[cfg(target_os = "linux")]
#[test]
fn a_world_whose_lock_file_another_program_writes_is_open() {
    let fixture = Fixture::new(&GameRoot::new());
    fixture.write("saves/played/session.lock", "x");
    fixture.write("saves/read/session.lock", "x");
    fixture.write("saves/shut/session.lock", "x");
    let saves = fixture.root.join("saves");
    let mut child = std::process::Command::new("sh")
        .args(["-c", "exec 3<>played/session.lock 4<read/session.lock; echo open; read line"])
        .current_dir(&saves)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0; 5]).unwrap();
    let worlds = ["played", "read", "shut"].map(|name| saves.join(name));
    let open = SystemProbe.open_worlds(&worlds);
    drop(child.stdin.take());
    child.wait().unwrap();
    assert_eq!(open, [saves.join("played")]);
    assert_eq!(SystemProbe.open_worlds(&worlds), Vec::<std::path::PathBuf>::new());
}
