//! Playing from the start page: what was played, how it ended, who plays, and what keeps a game from starting.

use std::path::Path;

use anyhow::Result;
use nova_testkit::write_file;
use serde_json::{Value, json};

use crate::window::Window;

/// 2026-01-01T00:00:00Z.
const DAY: i64 = 1_767_225_600_000;

/// A run that is over, as its watcher kept it.
pub(crate) fn ended(window: &Window, id: &str, version: &str, ending: &Value) -> Result<()> {
    let folder = window.data("runs").join(id);
    let begun = json!({
        "version": version, "root": window.game(""), "folder": window.game(""), "java": "/java", "at": DAY, "process": null,
    });
    let end = json!({ "at": DAY + 90_000, "ending": ending, "progress": "ready", "last_line": "[main] bye" });
    write_file(&folder.join("run.json"), begun.to_string().as_bytes())?;
    write_file(&folder.join("end.json"), end.to_string().as_bytes())
}

async fn played(window: &Window, version: Value) -> Value {
    window.call("play_read", json!({ "version": version })).await.unwrap()
}

#[tokio::test]
async fn the_last_run_of_a_version_says_how_it_ended_and_names_no_folder() -> Result<()> {
    let window = Window::new()?;
    let crash = json!({ "how": "crash_report", "file": "/home/alex/.minecraft/crash-reports/crash-1.txt" });
    ended(&window, "r-aaaaaaaa", "1.20.1-fabric", &crash)?;
    ended(&window, "r-bbbbbbbb", "1.21.4", &json!({ "how": "clean" }))?;

    let view = played(&window, json!("1.20.1-fabric")).await;
    let last = &view["played"]["last"];
    assert_eq!((&last["bad"], &last["report"]), (&json!(true), &json!("crash-1.txt")));
    assert_eq!((&last["last_line"], &view["games"]), (&json!("[main] bye"), &json!([])));
    assert_eq!((&view["played"]["times"], &view["played"]["total"]), (&json!(1), &json!(90_000)));
    assert!(!view.to_string().contains("/home/alex"), "{view}");

    let other = played(&window, json!("1.21.4")).await;
    assert_eq!(other["played"]["last"]["bad"], false);
    assert_eq!(played(&window, Value::Null).await["played"]["times"], 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_makes_a_version_current_as_one_change_of_the_journal() -> Result<()> {
    let window = Window::new()?;
    let turned = window.call("version_choose", json!({ "version": "1.21.4" })).await.unwrap();
    assert!(turned["receipts"][0]["change"].is_string(), "{turned}");
    let home = window.call("home_read", json!({})).await.unwrap();
    assert_eq!(home["current"]["id"], "1.21.4");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_a_game_from_starting_is_told_at_once() -> Result<()> {
    let window = Window::new()?;
    assert_eq!(played(&window, Value::Null).await["can_start"], false, "this window has no watcher");
    let turned = window.call("game_start", json!({ "version": "1.21.4" })).await.unwrap();
    assert_eq!((&turned["receipts"], turned["faults"].as_array().map(Vec::len)), (&json!([]), Some(1)));
    for command in ["game_ask_to_stop", "game_kill"] {
        let gone = window.call(command, json!({ "run": "r-aaaaaaaa" })).await.unwrap_err();
        assert_eq!(gone.code, "core.play.none-running");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_is_the_account_that_is_active() -> Result<()> {
    let window = Window::new()?;
    assert_eq!(played(&window, Value::Null).await["player"], Value::Null);
    let args = json!({ "tool": "add_offline_account", "args": { "name": "Alex" } });
    window.attended("tool_write", args, crate::window::yes).await?;
    assert_eq!(played(&window, Value::Null).await["player"]["name"], "Alex");
    assert!(Path::new(&window.data("accounts.json")).exists());
    Ok(())
}
