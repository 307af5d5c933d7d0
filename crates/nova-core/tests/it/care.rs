//! Versions that are checked and repaired, and jobs, through the tools.

use std::sync::Arc;

use anyhow::{Context, Result};
use nova_agent::{Mode, TurnResult};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

async fn write(desk: &Desk, tool: &str, args: Value) -> TurnResult {
    desk.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
}

async fn done(desk: &Desk, tool: &str, args: Value) -> Result<String> {
    let result = write(desk, tool, args).await;
    let change = result.receipts.first().and_then(|done| done.receipt.change.clone());
    change.with_context(|| format!("{tool}: {result:#?}"))
}

async fn read(desk: &Desk, tool: &str, args: Value) -> Result<Value> {
    Ok(desk.app.read(tool, args, Arc::new(NoEvents)).await.result?.data)
}

fn flip(path: &std::path::Path) -> Result<()> {
    let mut bytes = std::fs::read(path)?;
    *bytes.last_mut().context("empty")? ^= 1;
    nova_testkit::write_file(path, &bytes)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_file_is_found_and_mended_and_the_undo_puts_it_back() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    done(&desk, "install_version", json!({ "game_version": "1.16.5" })).await?;
    let (id, jar) = (json!({ "version_id": "1.16.5" }), desk.game("versions/1.16.5/1.16.5.jar"));
    let whole = std::fs::read(&jar)?;
    let found = read(&desk, "check_version_files", id.clone()).await?;
    assert_eq!((&found["wrong"], &found["missing"], &found["gaps"]), (&json!([]), &json!([]), &json!([])));
    let nothing = write(&desk, "repair_version", id.clone()).await;
    let said: Vec<_> = nothing.receipts.iter().map(|done| done.receipt.clone()).collect();
    assert!(matches!(said.as_slice(), [only] if only.change.is_none() && only.said.code == "install.sound"));

    flip(&jar)?;
    let found = read(&desk, "check_version_files", id.clone()).await?;
    assert_eq!(found["wrong"][0]["path"], "versions/1.16.5/1.16.5.jar");
    assert_eq!(found["fix"], "repair_version");
    let change = done(&desk, "repair_version", id.clone()).await?;
    assert_eq!(std::fs::read(&jar)?, whole);
    done(&desk, "undo_change", json!({ "change_id": change })).await?;
    assert_ne!(std::fs::read(&jar)?, whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_is_named_by_the_check_up_with_what_mends_it() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    done(&desk, "install_version", json!({ "game_version": "1.16.5" })).await?;
    #[expect(clippy::disallowed_methods, reason = "something else than Nova removes the index")]
    std::fs::remove_dir_all(desk.game("assets/indexes"))?;
    let checks = read(&desk, "check_environment", json!({ "version_id": "1.16.5" })).await?;
    let files = checks["checks"].as_array().context("no checks")?.iter().find(|check| check["id"] == "files");
    assert_eq!(files.context("no files")?["message"]["code"], "care.broken", "{checks:#}");
    let found = read(&desk, "check_version_files", json!({ "version_id": "1.16.5" })).await?;
    assert_eq!(found["gaps"][0]["kind"], "asset_index");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_failed_is_listed_gone_on_with_and_thrown_away() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    desk.break_libraries();
    let asked = json!({ "game_version": "1.16.5", "loader": "fabric", "with_api": true });
    let failed = write(&desk, "install_version", asked).await;
    assert!(failed.receipts.is_empty());
    let jobs = read(&desk, "list_jobs", json!({})).await?;
    assert_eq!(
        (jobs["jobs"][0]["state"].as_str(), jobs["jobs"].as_array().map(Vec::len)),
        (Some("failed"), Some(1))
    );
    let id = jobs["jobs"][0]["id"].as_str().context("no id")?.to_owned();
    assert!(desk.app.doctor().iter().any(|checkup| checkup.id == "jobs" && !checkup.findings.is_empty()));

    let call = desk.app.launcher().resume_job(&id).map_err(|error| anyhow::anyhow!("{error}"))?;
    let again = write(&desk, call.tool, call.args.clone()).await;
    assert!(again.receipts.is_empty());
    let jobs = read(&desk, "list_jobs", json!({})).await?;
    assert_eq!(jobs["jobs"][0]["id"], json!(id), "the same job is gone on with");

    let thrown = write(&desk, "cancel_job", json!({ "job_id": id })).await;
    assert_eq!(thrown.receipts.len(), 1, "{thrown:#?}");
    assert_eq!(read(&desk, "list_jobs", json!({})).await?["jobs"], json!([]));
    assert!(desk.app.launcher().resume_job(&id).is_err());
    Ok(())
}
