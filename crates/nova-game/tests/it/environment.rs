//! The checks before a start.

use nova_game::{Check, Verdict};
use nova_testkit::{GameFolder, GameRoot, Jar, Jdk, Version};

use crate::fixture::Fixture;

fn checks(fixture: &Fixture, id: &str) -> Vec<Check> {
    fixture.game.environment(&fixture.game.version(Some(id)).unwrap())
}

fn verdict(checks: &[Check], id: &str) -> (Verdict, String) {
    let check = checks.iter().filter(|check| check.id == id).max_by_key(|check| check.verdict).unwrap();
    (check.verdict, check.message.code.to_string())
}

fn sound() -> Fixture {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    Jdk::of(17).write(&fixture.root.with_file_name("system").join("usr/lib/jvm/jdk-17")).unwrap();
    fixture
}

#[test]
fn a_sound_version_passes_every_check() {
    let fixture = sound();
    let checks = checks(&fixture, "1.20.1");
    let ids: Vec<_> = checks.iter().map(|check| check.id).collect();
    assert_eq!(ids, ["json", "java", "memory", "path", "disk", "files", "loader", "running"]);
    let bad: Vec<_> =
        checks.iter().filter(|check| check.id != "disk" && check.verdict != Verdict::Ok).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn the_java_is_judged_by_need_and_choice() {
    let fixture = sound();
    fixture.version("new", r#"{"id": "new", "mainClass": "x", "clientVersion": "1.21.1"}"#);
    assert_eq!(verdict(&checks(&fixture, "new"), "java"), (Verdict::Error, "game.check.java-missing".into()));
    fixture.settings(r#"{"java": {"use": "/gone/java"}}"#);
    assert_eq!(verdict(&checks(&fixture, "1.20.1"), "java"), (Verdict::Error, "game.check.java-gone".into()));
    let java = Jdk::of(8).write(&fixture.root.with_file_name("system").join("usr/lib/jvm/jdk-8")).unwrap();
    fixture.write("versions/1.20.1/nova.json", format!(r#"{{"java": "{}"}}"#, java.display()));
    assert_eq!(
        verdict(&checks(&fixture, "1.20.1"), "java"),
        (Verdict::Error, "game.check.java-wrong".into())
    );
    let none = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    assert_eq!(verdict(&checks(&none, "1.20.1"), "java"), (Verdict::Error, "game.check.java-none".into()));
}

#[test]
fn more_memory_than_there_is_is_an_error() {
    let fixture = sound();
    fixture.settings(r#"{"memory": {"max_mb": 4000000}}"#);
    assert_eq!(
        verdict(&checks(&fixture, "1.20.1"), "memory"),
        (Verdict::Error, "game.check.memory-over".into())
    );
}

#[test]
fn a_mark_in_the_path_is_an_error_and_chinese_is_not_one_on_linux() {
    let fixture = sound();
    for (id, expected) in
        [("wow!", "game.check.path-mark"), ("我的", "game.check.path"), ("a:b", "game.check.path-breaks")]
    {
        fixture.version(id, r#"{"id": "x", "mainClass": "x"}"#);
        fixture.write(&format!("versions/{id}/mods/x.txt"), "");
        assert_eq!(verdict(&checks(&fixture, id), "path").1, expected);
    }
}

#[test]
fn letters_beyond_ascii_are_a_warning_on_windows() {
    let fixture = Fixture::with(&GameRoot::new().version(Version::named("我的", "1.20.1")), |setup| {
        setup.machine.os = nova_game::Os::Windows;
    });
    assert_eq!(
        verdict(&checks(&fixture, "我的"), "path"),
        (Verdict::Warning, "game.check.path-letters".into())
    );
}

#[test]
fn missing_files_and_unused_mods_are_told() {
    let own = GameFolder::new().jar(Jar::fabric("sodium")).disabled(Jar::fabric("iris"));
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1").own(own).without_jar()));
    let checks = checks(&fixture, "1.20.1");
    assert_eq!(verdict(&checks, "files"), (Verdict::Error, "game.check.no-jar".into()));
    assert_eq!(verdict(&checks, "loader"), (Verdict::Warning, "game.check.mods-unused".into()));
    assert_eq!(verdict(&checks, "json"), (Verdict::Ok, "game.check.json".into()));
}

#[test]
fn a_broken_json_is_an_error_with_its_reason() {
    let fixture = sound();
    fixture.version("evil", "{");
    assert_eq!(verdict(&checks(&fixture, "evil"), "json"), (Verdict::Error, "game.version.bad-json".into()));
}

#[test]
fn an_open_world_of_the_shared_folder_is_a_warning() {
    let fixture = sound();
    let world = fixture.root.join("saves/World");
    std::fs::create_dir_all(&world).unwrap();
    fixture.probe.open.lock().unwrap().push(world);
    assert_eq!(
        verdict(&checks(&fixture, "1.20.1"), "running"),
        (Verdict::Warning, "game.check.world-open".into())
    );
}
