//! What a game is started with, through the tools: planned, confirmed, and seen in the answers that show it.

use std::sync::Arc;

use anyhow::{Context, Result};
use nova_agent::Mode;
use nova_model::LineState;
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

async fn read(desk: &Desk, tool: &str, args: Value) -> Result<(String, Value)> {
    let answer = desk.app.read(tool, args, Arc::new(NoEvents)).await.result?;
    Ok((answer.text, answer.data))
}

async fn set(desk: &Desk, tool: &str, args: Value) -> Result<()> {
    let done = desk.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await;
    let states: Vec<_> = done.checklist.lines().iter().map(|line| &line.state).collect();
    anyhow::ensure!(matches!(states[..], [LineState::Done { .. }]), "{tool}: {done:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_set_is_seen_in_the_settings_and_in_the_version() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    set(&desk, "set_jvm_args", json!({ "args": "-XX:+UseG1GC" })).await?;
    set(&desk, "set_jvm_args", json!({ "args": "-Da=1", "add": true, "version_id": "1.21.4" })).await?;
    set(&desk, "set_launch_env", json!({ "name": "vblank_mode", "value": "0" })).await?;
    set(&desk, "set_window", json!({ "width": 1280, "height": 720 })).await?;
    set(&desk, "set_version_note", json!({ "version_id": "1.21.4", "note": "plain" })).await?;
    let (text, data) = read(&desk, "get_settings", json!({})).await?;
    assert!(text.contains("vblank_mode=0") && text.contains("1280×720"), "{text}");
    assert_eq!(data["launch"]["jvm_args"], "-XX:+UseG1GC");
    let (text, data) = read(&desk, "read_version_detail", json!({ "version_id": "1.21.4" })).await?;
    assert!(text.contains("-XX:+UseG1GC -Da=1") && text.contains("Note: plain"), "{text}");
    assert_eq!(data["own_settings"]["jvm_args"], "-XX:+UseG1GC -Da=1");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_on_memory_can_be_set_as_it_is() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let (text, data) = read(&desk, "recommend_memory", json!({ "version_id": "1.20.1-fabric" })).await?;
    let advised = data["max_mb"].as_u64().context("no number")?;
    assert!(text.contains(&format!("set {advised} MB")), "{text}");
    set(&desk, "set_memory", json!({ "max_mb": advised, "version_id": "1.20.1-fabric" })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_of_the_game_is_set_and_read_back() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    set(&desk, "set_game_option", json!({ "key": "fov", "value": "90", "version_id": "1.21.4" })).await?;
    let (text, _) = read(&desk, "get_game_options", json!({ "version_id": "1.21.4", "key": "fov" })).await?;
    assert_eq!(text, "fov = 0.5 (90°)");
    Ok(())
}
