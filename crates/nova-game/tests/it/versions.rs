//! Listing and finding versions of the shapes that launchers write.

use std::path::PathBuf;

use nova_game::{GameProcess, IsolationRule, Loader};
use nova_model::Explain;
use nova_testkit::{Form, GameFolder, GameRoot, Version, World};
use proptest::prelude::*;
use serde_json::json;

use crate::fixture::{Fixture, code, codes};

fn loaders() -> GameRoot {
    GameRoot::new()
        .version(Version::fabric("1.20.1-fabric", "1.20.1"))
        .version(Version::quilt("quilty", "1.20.1"))
        .version(Version::forge("1.12.2-forge", "1.12.2"))
        .version(Version::forge("新整合包", "1.20.4").form(Form::Merged))
        .version(Version::neoforge("neo", "1.21.1"))
        .version(Version::neoforge("early neo", "1.20.1"))
        .version(Version::vanilla("1.16.5"))
}

#[test]
fn game_version_and_loader_are_known_for_every_shape() {
    let fixture = Fixture::new(&loaders());
    let list = fixture.game.versions().unwrap();
    assert_eq!(codes(&list.problems), Vec::<&str>::new());
    let row = |id: &str| {
        let version = list.find(id).unwrap();
        let loader = version.loaders.first().map(|build| build.loader);
        (version.game_version.clone().unwrap_or_default(), loader, version.java.major.unwrap_or_default())
    };
    assert_eq!(row("1.20.1-fabric"), ("1.20.1".into(), Some(Loader::Fabric), 17));
    assert_eq!(row("quilty"), ("1.20.1".into(), Some(Loader::Quilt), 17));
    assert_eq!(row("1.12.2-forge"), ("1.12.2".into(), Some(Loader::Forge), 8));
    assert_eq!(row("新整合包"), ("1.20.4".into(), Some(Loader::Forge), 17));
    assert_eq!(row("neo"), ("1.21.1".into(), Some(Loader::NeoForge), 21));
    assert_eq!(row("early neo"), ("1.20.1".into(), Some(Loader::NeoForge), 17));
    assert_eq!(row("1.16.5"), ("1.16.5".into(), None, 8));
}

#[test]
fn versions_come_newest_game_first() {
    let fixture = Fixture::new(&loaders());
    let games: Vec<_> =
        fixture.game.versions().unwrap().items.into_iter().filter_map(|v| v.game_version).collect();
    assert_eq!(games.first().map(String::as_str), Some("1.21.1"));
    assert_eq!(games.last().map(String::as_str), Some("1.12.2"));
}

#[test]
fn a_version_with_a_loader_uses_its_parents_jar() {
    let fixture = Fixture::new(&loaders());
    let version = fixture.game.version(Some("1.20.1-fabric")).unwrap();
    assert_eq!(version.parents, ["1.20.1"]);
    assert_eq!(version.jar, Some(fixture.root.join("versions/1.20.1/1.20.1.jar")));
    assert_eq!(codes(&version.problems), Vec::<&str>::new());
}

#[test]
fn lookup_forgives_case_and_names_the_nearest() {
    let fixture = Fixture::new(&loaders());
    let list = fixture.game.versions().unwrap();
    assert_eq!(list.find("1.20.1-FABRIC").unwrap().id, "1.20.1-fabric");
    let report = list.find("1.20.1-fabrik").unwrap_err().report();
    assert_eq!((&*report.message.code, &*report.hints[0].code), ("game.version.unknown", "game.hint.near"));
    for path in ["../1.16.5", "..", "", "a/b", "\u{1b}[2Jx"] {
        assert_eq!(code(list.find(path)), "game.version.bad-id", "{path:?}");
    }
}

#[test]
fn a_missing_parent_and_a_missing_main_class_are_problems() {
    let fixture =
        Fixture::new(&GameRoot::new().without_parents().version(Version::fabric("lonely", "1.20.1")));
    fixture.version("headless", r#"{"id": "headless"}"#);
    let list = fixture.game.versions().unwrap();
    assert!(codes(&list.find("lonely").unwrap().problems).contains(&"game.version.parent-missing"));
    assert_eq!(list.find("lonely").unwrap().game_version.as_deref(), Some("1.20.1"));
    let headless = codes(&list.find("headless").unwrap().problems);
    assert_eq!(headless, ["game.version.no-main-class", "game.version.no-jar"]);
}

#[test]
fn the_jar_tells_the_game_version_where_nothing_else_does() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::named("My Pack 2.0", "1.20.4")));
    let version = fixture.game.version(Some("My Pack 2.0")).unwrap();
    assert_eq!(version.game_version.as_deref(), Some("1.20.4"));
}

#[test]
fn the_current_version_is_chosen_by_nova_then_by_the_official_launcher_then_by_being_alone() {
    let root = GameRoot::new().version(Version::vanilla("1.20.1")).version(Version::vanilla("1.16.5"));
    let fixture = Fixture::new(&root.clone().selected("1.16.5"));
    assert_eq!(fixture.game.version(None).unwrap().id, "1.16.5");
    fixture
        .settings(&json!({"roots": {&*fixture.root.to_string_lossy(): {"current": "1.20.1"}}}).to_string());
    assert_eq!(fixture.game.version(None).unwrap().id, "1.20.1");
    fixture.settings(&json!({"roots": {&*fixture.root.to_string_lossy(): {"current": "gone"}}}).to_string());
    assert_eq!(fixture.game.version(None).unwrap().id, "1.16.5");
    fixture.write("launcher_profiles.json", "\0");
    assert_eq!(code(fixture.game.version(None)), "game.version.no-current");
    assert_eq!(code(Fixture::empty().game.version(None)), "game.version.none");
    let alone = Fixture::new(&GameRoot::new().version(Version::vanilla("1.8.9")));
    alone.write("launcher_profiles.json", "{}");
    assert_eq!(alone.game.version(None).unwrap().id, "1.8.9");
}

#[test]
fn the_game_that_a_loader_stands_on_does_not_make_the_current_version_doubtful() {
    let root = GameRoot::new().version(Version::fabric("with fabric", "1.20.1"));
    let fixture = Fixture::new(&root);
    fixture.write("launcher_profiles.json", "{}");
    assert_eq!(fixture.game.version(None).unwrap().id, "with fabric");
    let two = Fixture::new(&root.version(Version::quilt("with quilt", "1.20.1")));
    two.write("launcher_profiles.json", "{}");
    assert_eq!(code(two.game.version(None)), "game.version.no-current");
}

#[test]
fn isolation_is_decided_rule_by_rule() {
    let own = Version::vanilla("1.20.1").own(GameFolder::new().folder("mods"));
    let fixture = Fixture::new(&GameRoot::new().version(own).version(Version::vanilla("1.16.5")));
    let rule = |id: &str| {
        let isolation = fixture.game.version(Some(id)).unwrap().isolation;
        (isolation.isolated, isolation.rule)
    };
    assert_eq!(rule("1.20.1"), (true, IsolationRule::Folders));
    assert_eq!(rule("1.16.5"), (false, IsolationRule::Folders));
    fixture.write("versions/1.16.5/hmclversion.cfg", r#"{"usesGlobal": false, "gameDirType": 1}"#);
    assert_eq!(rule("1.16.5"), (true, IsolationRule::OtherLauncher));
    fixture.write("versions/1.20.1/PCL/Setup.ini", "VersionRam:3\r\nVersionArgumentIndieV2:False\r\n");
    assert_eq!(rule("1.20.1"), (false, IsolationRule::OtherLauncher));
    fixture.settings(r#"{"isolation": true}"#);
    assert_eq!(rule("1.20.1"), (true, IsolationRule::Default));
    fixture.write("versions/1.20.1/nova.json", r#"{"isolation": false, "max_mb": "x"}"#);
    assert_eq!(rule("1.20.1"), (false, IsolationRule::Own));
    assert_eq!(fixture.game.version(Some("1.20.1")).unwrap().instance().dir, fixture.root);
}

#[test]
fn last_played_comes_from_the_worlds_and_the_official_launcher() {
    let world = World::new("World One").last_played(1_600_000_000_000);
    let own = Version::vanilla("1.20.1").own(GameFolder::new().world(world));
    let fixture =
        Fixture::new(&GameRoot::new().version(own).version(Version::vanilla("1.16.5")).selected("1.16.5"));
    assert!(fixture.game.version(Some("1.20.1")).unwrap().last_played.is_some());
    let shared = fixture.game.version(Some("1.16.5")).unwrap().last_played;
    assert_eq!(shared, Some(1_709_373_600_000));
}

#[test]
fn running_is_told_by_process_and_by_open_world() {
    let own = Version::vanilla("1.20.1").own(GameFolder::new().world(World::new("World One")));
    let fixture = Fixture::new(&GameRoot::new().version(own).version(Version::vanilla("1.16.5")));
    let running = |id: &str| fixture.game.version(Some(id)).unwrap().running;
    assert!(!running("1.20.1") && !running("1.16.5"));
    fixture.probe.open.lock().unwrap().push(fixture.root.join("versions/1.20.1/saves/World One"));
    assert!(running("1.20.1") && !running("1.16.5"));
    fixture.probe.games.lock().unwrap().push(GameProcess {
        pid: 1,
        game_dir: Some(fixture.root.clone()),
        version: Some("1.16.5".to_owned()),
    });
    assert!(running("1.16.5"));
}

#[test]
fn the_same_id_in_two_roots_means_the_preferred_one() {
    let fixture =
        Fixture::with(&GameRoot::new().version(Version::vanilla("1.20.1")), |setup| setup.game_dir = None);
    let top = fixture.root.parent().unwrap();
    let others: Vec<PathBuf> = ["b", "c"].iter().map(|name| top.join(name)).collect();
    for other in &others {
        GameRoot::new()
            .version(Version::vanilla("1.20.1"))
            .version(Version::vanilla("1.8.9"))
            .write(other)
            .unwrap();
    }
    let key = |path: &PathBuf| path.display().to_string();
    let roots = json!({"current_root": fixture.root,
        "roots": {key(&fixture.root): {}, key(&others[0]): {}, key(&others[1]): {}}});
    fixture.settings(&roots.to_string());
    assert_eq!(fixture.game.version(Some("1.20.1")).unwrap().root, fixture.root);
    assert_eq!(code(fixture.game.version(Some("1.8.9"))), "game.version.ambiguous");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_json_text_gives_a_version_with_problems_or_a_sound_one(
        text in "\\{(\"(id|inheritsFrom|mainClass|libraries|arguments|jar|javaVersion)\":(null|7|\"[a-z./]{0,4}\"|\\[\\]|\\{\\}),?){0,4}\\}?"
    ) {
        let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
        fixture.version("odd", &text);
        let list = fixture.game.versions().unwrap();
        prop_assert!(list.find("1.20.1").unwrap().problems.is_empty());
        prop_assert!(!list.find("odd").unwrap().problems.is_empty());
    }
}
