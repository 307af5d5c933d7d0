//! Javas that Nova brings, through the tools: planned, placed, found, taken back, and named where one is missing.

use std::sync::Arc;

use anyhow::{Context, Result};
use nova_agent::{Mode, TurnResult};
use nova_model::LineState;
use nova_testkit::upstream::{Fault, Rule};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

const GAMMA: &str = "java/mojang-java-runtime-gamma-17.0.15-x86_64";

async fn write(desk: &Desk, tool: &str, args: Value, mode: Mode) -> TurnResult {
    desk.app.write(tool, args, mode, Arc::new(NoEvents), CancellationToken::new()).await
}

async fn read(desk: &Desk, tool: &str, args: Value) -> Result<(String, Value)> {
    let answer = desk.app.read(tool, args, Arc::new(NoEvents)).await.result?;
    Ok((answer.text, answer.data))
}

/// The change that was made.
fn change(result: &TurnResult) -> Result<String> {
    let change = result.receipts.first().and_then(|done| done.receipt.change.clone());
    change.with_context(|| format!("nothing was done: {result:#?}"))
}

/// The codes of what a plan warns of.
fn warnings(result: &TurnResult) -> Vec<&str> {
    let lines = result.checklist.lines().iter();
    lines.flat_map(|line| line.plan.warnings.iter().map(|warning| warning.code.as_ref())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_java_is_planned_installed_found_and_taken_back() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let args = json!({ "major": 17 });
    let before = desk.tree()?;
    let planned = write(&desk, "install_java", args.clone(), Mode::PlanOnly).await;
    let plan = &planned.checklist.lines().first().with_context(|| format!("{planned:#?}"))?.plan;
    assert!(plan.bytes_downloaded > 0 && plan.changes[0].what.ends_with(GAMMA), "{plan:#?}");
    assert_eq!(plan.title.code, "install.title-java");
    assert_eq!(desk.tree()?, before);

    let done = change(&write(&desk, "install_java", args.clone(), Mode::Confirm).await)?;
    let (text, data) = read(&desk, "list_java", json!({})).await?;
    assert!(text.contains("installed by Nova") && text.contains("17.0.15"), "{text}");
    assert_eq!(data["java"][0]["sources"], json!(["nova"]));
    let second = write(&desk, "install_java", args.clone(), Mode::PlanOnly).await;
    assert!(!second.checklist.is_waiting(), "{second:#?}");
    assert_eq!(second.receipts.first().and_then(|done| done.receipt.change.clone()), None, "{second:#?}");
    assert_eq!(second.receipts.len(), 1, "{second:#?}");

    let undo = change(&write(&desk, "undo_change", json!({ "change_id": done }), Mode::Confirm).await)?;
    assert!(!desk.data(GAMMA).exists());
    assert_eq!(read(&desk, "list_java", json!({})).await?.1["java"], json!([]));
    write(&desk, "undo_change", json!({ "change_id": undo }), Mode::Confirm).await;
    assert!(desk.data(GAMMA).join("bin/java").exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_stale_once_another_java_would_come_than_the_one_that_was_shown() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let upstream = desk.upstream().context("no servers")?;
    // The plan finds Mojang's list nowhere and shows Adoptium's; when the line is done the list is back.
    upstream.fault(Rule::on("java-runtime/2ec0", Fault::Status(404)).times(2));
    let result = write(&desk, "install_java", json!({ "major": 17 }), Mode::Confirm).await;
    let states: Vec<_> = result.checklist.lines().iter().map(|line| &line.state).collect();
    assert_eq!(states, [&LineState::Stale], "{result:#?}");
    assert!(!desk.data("java").exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_without_a_java_says_which_one_to_install() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let version = json!({ "version_id": "1.21.4" });
    let (text, _) = read(&desk, "check_environment", version.clone()).await?;
    assert!(text.contains("fix: install_java {\"major\": 21}"), "{text}");
    let launch = write(&desk, "launch_game", version.clone(), Mode::PlanOnly).await;
    assert_eq!(warnings(&launch), ["core.play.no-account-yet", "core.play.java-missing"]);
    let install = write(&desk, "install_version", json!({ "game_version": "1.16.5" }), Mode::PlanOnly).await;
    assert_eq!(warnings(&install), ["core.install.no-java"]);

    let done = write(&desk, "install_java", json!({ "major": 21 }), Mode::Confirm).await;
    assert!(matches!(done.checklist.lines()[0].state, LineState::Done { .. }), "{done:#?}");
    let (text, _) = read(&desk, "check_environment", version.clone()).await?;
    assert!(!text.contains("install_java"), "{text}");
    let launch = write(&desk, "launch_game", version, Mode::PlanOnly).await;
    assert_eq!(warnings(&launch), ["core.play.no-account-yet"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_java_that_a_game_runs_with_is_not_taken_away() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let done = change(&write(&desk, "install_java", json!({ "major": 17 }), Mode::Confirm).await)?;
    let process = nova_play::Identity::of(std::process::id()).context("this process is not found")?;
    let java = desk.data(GAMMA).join("bin/java").canonicalize()?;
    let begun = json!({
        "version": "1.21.4", "root": "/game", "folder": "/game", "java": java, "at": 0, "process": process,
    });
    nova_testkit::write_file(&desk.data("runs/r-00000001/run.json"), begun.to_string().as_bytes())?;
    let undo = write(&desk, "undo_change", json!({ "change_id": done }), Mode::Confirm).await;
    assert!(undo.receipts.is_empty() && desk.data(GAMMA).exists(), "{undo:#?}");
    Ok(())
}
