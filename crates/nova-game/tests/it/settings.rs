//! Settings that are spoilt, and changes of them.

use std::fs;

use nova_game::{AppearanceChange, DownloadSource, Setting, Theme};
use nova_testkit::{GameRoot, Version};
use serde_json::{Value, json};

use crate::fixture::{Fixture, code, codes};

fn on_disk(fixture: &Fixture) -> Value {
    serde_json::from_slice(&fs::read(fixture.data.join("settings.json")).unwrap()).unwrap()
}

#[test]
fn a_missing_file_means_defaults_and_is_not_made() {
    let fixture = Fixture::empty();
    assert_eq!(fixture.game.settings().download_source, DownloadSource::Auto);
    assert!(fixture.game.settings().problems.is_empty());
    assert!(!fixture.data.exists());
}

#[test]
fn the_first_write_notes_the_format_and_touches_nothing_that_is_there() {
    let fixture = Fixture::empty();
    let (path, bytes) = fixture.game.first_settings().unwrap();
    fixture.files().establish(&path, &bytes).unwrap();
    fixture.files().establish(&path, b"a second time changes nothing").unwrap();
    assert!(fixture.files().changes().items.is_empty());
    assert_eq!(on_disk(&fixture), json!({"format": 1}));
    assert_eq!(fixture.game.first_settings(), None);
    fixture.settings("\0");
    assert_eq!(fixture.game.first_settings(), None);
}

#[test]
fn a_spoilt_file_gives_defaults_and_is_kept_aside_when_written() {
    let deep = "[".repeat(100_000);
    for text in ["\0garbage", "", "[1]", r#"{"format": 99, "memory": {"max_mb": 7}}"#, &deep] {
        let fixture = Fixture::empty();
        fixture.settings(text);
        let settings = fixture.game.settings();
        assert_eq!((settings.max_mb, settings.problems.len()), (None, 1));
        let change = fixture.apply(fixture.game.set_memory(1024, None).unwrap());
        assert_eq!(on_disk(&fixture), json!({"format": 1, "memory": {"max_mb": 1024}}));
        let kept = fixture.data.join("settings.json.kept-20231114-221320");
        assert_eq!(fs::read_to_string(&kept).unwrap(), text);
        fixture.undo(&change);
        assert_eq!(fs::read_to_string(fixture.data.join("settings.json")).unwrap(), text);
    }
}

#[test]
fn memory_is_bounded_by_the_machine() {
    let fixture = Fixture::empty();
    let total = fixture.game.system().memory_total_mb();
    assert_eq!(code(fixture.game.set_memory(511, None)), "game.memory.bounds");
    assert_eq!(code(fixture.game.set_memory(total + 1, None)), "game.memory.bounds");
    let most = fixture.game.set_memory(total, None).unwrap();
    assert_eq!(most.warnings[0].code, "game.warn.memory");
    fixture.apply(fixture.game.set_memory(512, None).unwrap());
    assert_eq!(fixture.game.settings().max_mb, Some(512));
    assert_eq!(code(fixture.game.set_memory(512, None)), "game.already");
}

#[test]
fn a_versions_own_memory_goes_to_its_own_file_and_keeps_unknown_keys() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    fixture.write("versions/1.20.1/nova.json", r#"{"mine": 1}"#);
    let change = fixture.apply(fixture.game.set_memory(1024, Some("1.20.1")).unwrap());
    let file = fixture.root.join("versions/1.20.1/nova.json");
    let read = || serde_json::from_slice::<Value>(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(read(), json!({"mine": 1, "max_mb": 1024}));
    fixture.undo(&change);
    assert_eq!(read(), json!({"mine": 1}));
}

#[test]
fn own_settings_that_cannot_be_read_are_a_problem_of_the_version() {
    let fixture = Fixture::new(&GameRoot::new().version(Version::vanilla("1.20.1")));
    fixture.write("versions/1.20.1/nova.json", "{");
    let version = fixture.game.version(Some("1.20.1")).unwrap();
    assert_eq!(codes(&version.problems), ["game.own.unreadable"]);
}

#[test]
fn the_download_source_is_set_and_set_back() {
    let fixture = Fixture::empty();
    fixture.settings(r#"{"format": 1, "download_source": "official", "unknown": {"a": [1]}}"#);
    let before = fs::read(fixture.data.join("settings.json")).unwrap();
    let change = fixture.apply(fixture.game.set_download_source(DownloadSource::Bmclapi).unwrap());
    assert_eq!(on_disk(&fixture), json!({"format": 1, "download_source": "bmclapi", "unknown": {"a": [1]}}));
    fixture.undo(&change);
    assert_eq!(fs::read(fixture.data.join("settings.json")).unwrap(), before);
    assert_eq!(code(fixture.game.set_download_source(DownloadSource::Official)), "game.already");
}

#[test]
fn the_look_changes_only_what_was_asked_for() {
    let fixture = Fixture::empty();
    fixture.settings(r#"{"format": 1, "appearance": {"theme": "dark", "mine": 1}}"#);
    let change = AppearanceChange {
        theme: Setting::To(Theme::Dark),
        accent: Setting::To("blue".to_owned()),
        font_scale: Setting::To(125),
        ..AppearanceChange::default()
    };
    let proposal = fixture.game.set_appearance(&change).unwrap();
    assert_eq!(proposal.changes.len(), 2);
    fixture.apply(proposal);
    let look = json!({"theme": "dark", "mine": 1, "accent": "#3b82f6", "font_scale": 125});
    assert_eq!(on_disk(&fixture)["appearance"], look);
    assert_eq!(code(fixture.game.set_appearance(&change)), "game.already");
    let odd = AppearanceChange { accent: Setting::To("url(x)".to_owned()), ..AppearanceChange::default() };
    assert_eq!(code(fixture.game.set_appearance(&odd)), "game.appearance.colour");
}

#[test]
fn a_language_and_a_colour_can_be_taken_out_again() {
    let fixture = Fixture::empty();
    fixture.settings(
        r##"{"format": 1, "language": "en", "appearance": {"accent": "#000000", "theme": "dark"}}"##,
    );
    let change =
        AppearanceChange { accent: Setting::Clear, language: Setting::Clear, ..AppearanceChange::default() };
    let undo = fixture.apply(fixture.game.set_appearance(&change).unwrap());
    assert_eq!(on_disk(&fixture), json!({"format": 1, "appearance": {"theme": "dark"}}));
    assert_eq!(code(fixture.game.set_appearance(&change)), "game.already");
    fixture.undo(&undo);
    assert_eq!(on_disk(&fixture)["language"], "en");
}

#[test]
fn a_file_in_place_of_the_data_folder_is_reported() {
    let fixture = Fixture::empty();
    fs::create_dir_all(fixture.data.join("settings.json")).unwrap();
    assert_eq!(codes(&fixture.game.settings().problems), ["game.settings.unreadable"]);
}
