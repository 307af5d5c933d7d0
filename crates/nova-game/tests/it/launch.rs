//! What games are started with: arguments, variables, window, commands; memory that suits; a version's own settings and note.

use std::fs;

use nova_game::{ArgsMode, GraphicsCard, LaunchCommands, Setting, Verdict, Window};
use nova_testkit::{GameFolder, GameRoot, Jar, Jdk, Version};
use serde_json::{Value, json};

use crate::fixture::{Fixture, code, codes};

fn fixture() -> Fixture {
    Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")))
}

fn general(fixture: &Fixture) -> Value {
    serde_json::from_slice(&fs::read(fixture.data.join("settings.json")).unwrap()).unwrap()
}

fn own(fixture: &Fixture) -> Value {
    serde_json::from_slice(&fs::read(fixture.root.join("versions/1.20.1/nova.json")).unwrap()).unwrap()
}

#[test]
fn java_arguments_are_set_for_all_versions_and_for_one() {
    let fixture = fixture();
    let change =
        fixture.apply(fixture.game.set_jvm_args(" -Da=1 -Db='x y' ", ArgsMode::Replace, None).unwrap());
    assert_eq!(general(&fixture), json!({"format": 1, "jvm_args": "-Da=1 -Db='x y'"}));
    assert_eq!(code(fixture.game.set_jvm_args("-Da=1 -Db='x y'", ArgsMode::Replace, None)), "game.already");
    fixture.apply(fixture.game.set_jvm_args("-Dc=1", ArgsMode::Replace, Some("1.20.1")).unwrap());
    let args = || {
        let version = fixture.game.version(Some("1.20.1")).unwrap();
        fixture.game.launch_settings(&version).jvm_args
    };
    assert_eq!(args().as_deref(), Some("-Dc=1"));
    fixture.apply(fixture.game.set_jvm_args("", ArgsMode::Replace, Some("1.20.1")).unwrap());
    assert_eq!((own(&fixture), args()), (json!({"jvm_args": ""}), None));
    fixture.undo(&change);
    assert_eq!(fixture.game.settings().launch.jvm_args, None);
}

#[test]
fn added_arguments_keep_the_others_and_take_the_place_of_their_like() {
    let fixture = fixture();
    let add = |line: &str, id| fixture.game.set_jvm_args(line, ArgsMode::Add, id);
    fixture.settings(r#"{"jvm_args": "-XX:+UseG1GC -Da='x y' -XX:-UseZGC"}"#);
    fixture.apply(add("-Db=1", Some("1.20.1")).unwrap());
    assert_eq!(own(&fixture), json!({"jvm_args": "-XX:+UseG1GC -Da='x y' -XX:-UseZGC -Db=1"}));
    fixture.apply(add("-XX:+UseZGC -Db=2", Some("1.20.1")).unwrap());
    assert_eq!(own(&fixture), json!({"jvm_args": "-XX:+UseG1GC '-Da=x y' -XX:+UseZGC -Db=2"}));
    assert_eq!(code(add("-Db='", None)), "game.jvm.bad-line");
    assert_eq!(code(add("", None)), "game.already");
}

#[test]
fn dangerous_arguments_are_refused_with_the_argument_and_the_reason() {
    let fixture = fixture();
    assert_eq!(
        code(fixture.game.set_jvm_args("-Da=1 -javaagent:x.jar", ArgsMode::Replace, None)),
        "game.jvm.refused"
    );
    assert_eq!(
        code(fixture.game.set_jvm_args("-Da='1", ArgsMode::Replace, Some("1.20.1"))),
        "game.jvm.bad-line"
    );
    assert!(!fixture.data.exists());
}

#[test]
fn arguments_are_held_against_the_java_that_will_be_used() {
    let fixture = fixture();
    Jdk::of(17).write(&fixture.root.with_file_name("system").join("usr/lib/jvm/jdk-17")).unwrap();
    let warnings =
        |line: &str| fixture.game.set_jvm_args(line, ArgsMode::Replace, Some("1.20.1")).unwrap().warnings;
    assert_eq!(warnings("-XX:+UseConcMarkSweepGC")[0].code, "game.jvm.unknown");
    assert_eq!(warnings("-XX:+UseG1GC -XX:+UseZGC")[0].code, "game.jvm.collectors");
    assert!(warnings("-XX:+UseZGC").is_empty());
}

#[test]
fn variables_are_set_and_taken_away_one_by_one() {
    let fixture = fixture();
    fixture.apply(fixture.game.set_variable("vblank_mode", "0", None).unwrap());
    fixture.apply(fixture.game.set_variable("A", "1", Some("1.20.1")).unwrap());
    let change = fixture.apply(fixture.game.set_variable("vblank_mode", "", None).unwrap());
    assert_eq!(general(&fixture), json!({"format": 1, "env": {}}));
    assert_eq!(own(&fixture), json!({"env": {"A": "1"}}));
    fixture.undo(&change);
    let launch = fixture.game.launch_settings(&fixture.game.version(Some("1.20.1")).unwrap());
    assert_eq!(
        launch.env.into_iter().collect::<Vec<_>>(),
        [("A".to_owned(), "1".to_owned()), ("vblank_mode".to_owned(), "0".to_owned())]
    );
    assert_eq!(code(fixture.game.set_variable("A", "1", Some("1.20.1"))), "game.already");
    for (name, value) in
        [("LD_PRELOAD", "/x.so"), ("A=B", "1"), ("X", "ghp_abcdefghijklmnopqrstuvwxyz0123456789")]
    {
        assert_eq!(code(fixture.game.set_variable(name, value, None)), "game.env.refused", "{name}");
    }
}

#[test]
fn a_refused_variable_that_is_there_can_be_taken_away() {
    let fixture = fixture();
    fixture.settings(r#"{"env": {"LD_PRELOAD": "/x.so"}}"#);
    fixture.apply(fixture.game.set_variable("LD_PRELOAD", "", None).unwrap());
    assert!(fixture.game.settings().launch.env.is_empty());
}

#[test]
fn the_window_changes_side_by_side() {
    let fixture = fixture();
    let wish = |width, height, fullscreen| Window { width, height, fullscreen };
    fixture.apply(fixture.game.set_window(&wish(Some(1280), Some(720), None), None).unwrap());
    fixture.apply(fixture.game.set_window(&wish(None, Some(0), Some(true)), None).unwrap());
    assert_eq!(general(&fixture)["window"], json!({"width": 1280, "fullscreen": true}));
    assert_eq!(code(fixture.game.set_window(&wish(Some(1280), None, None), None)), "game.already");
    assert_eq!(code(fixture.game.set_window(&wish(Some(100_000), None, None), None)), "game.settings.bounds");
    assert_eq!(
        code(fixture.game.set_window(&wish(None, Some(1), None), Some("1.20.1"))),
        "game.settings.bounds"
    );
}

#[test]
fn odd_values_of_a_versions_own_settings_are_problems_and_the_rest_counts() {
    let fixture = fixture();
    fixture.write(
        "versions/1.20.1/nova.json",
        r#"{"jvm_args": 5, "graphics": "discrete", "window": {"width": -1}, "max_mb": 2048}"#,
    );
    let version = fixture.game.version(Some("1.20.1")).unwrap();
    assert_eq!(codes(&version.problems), ["game.own.odd-value", "game.own.odd-value"]);
    assert_eq!((version.own.launch.graphics, version.own.max_mb), (Some(GraphicsCard::Discrete), Some(2048)));
}

#[test]
fn what_is_set_is_checked_before_a_start() {
    let fixture = fixture();
    let checks = || {
        let checks = fixture.game.environment(&fixture.game.version(Some("1.20.1")).unwrap());
        let launch = ["arguments", "variables", "window", "commands"];
        let found = checks.into_iter().filter(|check| launch.contains(&check.id));
        found.map(|check| (check.id, check.verdict)).collect::<Vec<_>>()
    };
    assert!(checks().is_empty());
    let modes = fixture.root.with_file_name("system").join("sys/class/drm/card0-HDMI-A-1");
    fs::create_dir_all(&modes).unwrap();
    fs::write(modes.join("modes"), "1920x1080\n1280x720\n").unwrap();
    fixture.settings(r#"{"jvm_args": "-Da=1", "env": {"A": "1"}, "window": {"width": 800, "height": 600}}"#);
    let fine = Verdict::Ok;
    assert_eq!(checks(), [("arguments", fine), ("variables", fine), ("window", fine)]);
    fixture.write(
        "versions/1.20.1/nova.json",
        r#"{"jvm_args": "-javaagent:x", "env": {"LD_PRELOAD": "x"}, "window": {"width": 4000},
            "commands": {"before": "x"}}"#,
    );
    let (error, warning) = (Verdict::Error, Verdict::Warning);
    assert_eq!(
        checks(),
        [("arguments", error), ("variables", error), ("window", warning), ("commands", warning)]
    );
}

#[test]
fn commands_of_a_versions_folder_wait_for_the_players_word_about_that_very_text() {
    let fixture = fixture();
    fixture.settings(r#"{"commands": {"wrapper": "gamemoderun"}}"#);
    let allowed = || fixture.game.commands_allowed(&fixture.game.version(Some("1.20.1")).unwrap());
    assert!(allowed());
    fixture.write("versions/1.20.1/nova.json", r#"{"commands": {"before": "x"}, "consented": true}"#);
    assert!(!allowed());
    let proposal = fixture.game.allow_commands("1.20.1").unwrap();
    assert_eq!(proposal.changes[0].to.as_deref(), Some("x"));
    fixture.apply(proposal);
    assert!(allowed());
    assert_eq!(code(fixture.game.allow_commands("1.20.1")), "game.already");
    fixture.write("versions/1.20.1/nova.json", r#"{"commands": {"before": "y"}}"#);
    assert!(!allowed());
}

#[test]
fn the_players_own_commands_and_card_are_set_and_cleared_and_an_empty_command_is_none() {
    let fixture = fixture();
    let set = |before: &str, after: &str| {
        let text = |text: &str| Some(text.to_owned());
        fixture.game.set_commands(&LaunchCommands { before: text(before), wrapper: None, after: text(after) })
    };
    fixture.apply(set(" sync.sh ", "  ").unwrap());
    let now = fixture.game.settings().launch;
    assert_eq!((now.commands.before.as_deref(), now.commands.after), (Some("sync.sh"), None));
    assert_eq!(code(set("sync.sh", "")), "game.already");
    fixture.apply(set("", "").unwrap());
    assert!(fixture.game.settings().launch.commands.is_empty());

    fixture.apply(fixture.game.set_graphics(GraphicsCard::Discrete).unwrap());
    assert_eq!(fixture.game.settings().launch.graphics, Some(GraphicsCard::Discrete));
    assert_eq!(code(fixture.game.set_graphics(GraphicsCard::Discrete)), "game.already");
    fixture.apply(fixture.game.set_graphics(GraphicsCard::System).unwrap());
    assert_eq!(fixture.game.settings().launch.graphics, None);
}

#[test]
fn memory_is_advised_from_what_is_there() {
    let folder = GameFolder::new().jar(Jar::fabric("sodium")).disabled(Jar::fabric("iris"));
    let fixture = Fixture::new(&GameRoot::new().version(Version::fabric("pack", "1.20.1").own(folder)));
    fixture.write("versions/pack/shaderpacks/x.zip", "");
    fixture.write("versions/pack/resourcepacks/a.zip", vec![0_u8; 3 << 20]);
    let advice = fixture.game.recommend_memory(&fixture.game.version(Some("pack")).unwrap());
    let facts = &advice.facts;
    assert_eq!((facts.mods, facts.packs_mb, facts.shaders, facts.narrow), (1, 3, 1, false));
    assert_eq!(advice.wanted_mb, 2_560 + 16 + 3 + 512);
    fixture.apply(fixture.game.set_memory(advice.mb, Some("pack")).unwrap());
}

#[test]
fn a_version_follows_the_general_settings_again_and_keeps_the_rest() {
    let fixture = fixture();
    fixture.write(
        "versions/1.20.1/nova.json",
        r#"{"max_mb": 2048, "java": "auto", "env": {"A": "1"}, "isolation": true, "note": "n", "mine": 1}"#,
    );
    let change = fixture.apply(fixture.game.reset_version_settings("1.20.1").unwrap());
    assert_eq!(own(&fixture), json!({"isolation": true, "note": "n", "mine": 1}));
    assert_eq!(code(fixture.game.reset_version_settings("1.20.1")), "game.already");
    fixture.undo(&change);
    assert_eq!(own(&fixture)["max_mb"], 2048);
}

#[test]
fn notes_and_groups_are_set_and_cleared() {
    let fixture = fixture();
    let set = |note: Setting<String>, group: Setting<String>| {
        fixture.game.set_version_note("1.20.1", &note, &group)
    };
    let to = |text: &str| Setting::To(text.to_owned());
    fixture.apply(set(to(" 和朋友的\u{1b}[2J服 "), to("modded")).unwrap());
    assert_eq!(own(&fixture), json!({"note": "和朋友的服", "group": "modded"}));
    assert_eq!(code(set(Setting::Keep, Setting::Keep)), "game.already");
    fixture.apply(set(to(""), Setting::Keep).unwrap());
    assert_eq!(own(&fixture), json!({"group": "modded"}));
    assert_eq!(code(set(to(&"a".repeat(1_001)), Setting::Keep)), "game.settings.bounds");
}
