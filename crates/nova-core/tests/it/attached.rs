//! Files that the player attaches to what is said.

use std::path::PathBuf;

use anyhow::{Context, Result};
use nova_agent::{MadeCall, Mode, TurnResult};
use nova_core::{Asking, Request, Rungs};
use nova_model::{Effect, ToolOutcome};
use nova_tools::Decision;
use serde_json::json;

use crate::launcher::{Desk, Word};

const SENT: &str = "[12:00:00] [main/INFO]: Setting user: Hanako\n\
    [12:00:01] [main/ERROR]: java.lang.OutOfMemoryError: Java heap space\n";

fn sent(desk: &Desk, name: &str, text: &str) -> Result<PathBuf> {
    let path = desk.data("../sent").join(name);
    nova_testkit::write_file(&path, text.as_bytes())?;
    Ok(path)
}

/// One turn of the planner about these files.
async fn about(desk: &Desk, words: &str, paths: &[PathBuf]) -> Result<TurnResult> {
    let mut request = Request::new(words);
    for path in paths {
        request.attached.push(desk.app.attach(path).map_err(told)?);
    }
    let asking = Asking { rungs: Rungs::Planner, ..Asking::new(Mode::Confirm) };
    desk.app.ask(request, asking).await.map_err(told)
}

fn told(report: impl std::fmt::Debug) -> anyhow::Error {
    anyhow::anyhow!("{report:?}")
}

fn only(result: &TurnResult) -> Result<&MadeCall> {
    let about: Vec<&MadeCall> =
        result.calls.iter().filter(|made| made.call.name != "list_versions").collect();
    assert_eq!(about.len(), 1, "{:?}", result.calls);
    about.first().copied().context("a call")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_log_is_what_the_words_are_about() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let log = sent(&desk, "from-a-friend.log", SENT)?;
    for words in ["why did my game crash?", "崩溃了，帮我看看", "分析一下这个崩溃日志"] {
        let result = about(&desk, words, std::slice::from_ref(&log)).await?;
        let made = only(&result)?;
        assert_eq!((made.call.name.as_str(), made.effect), ("analyze_crash", Some(Effect::Read)));
        let ToolOutcome::Done { data, .. } = &made.outcome else { panic!("{words}: {:?}", made.outcome) };
        assert_eq!(data["findings"][0]["cause_id"], "mem-heap", "{words}: {data:#}");
        // Nothing here is mended by what a file from elsewhere says.
        assert_eq!(data["findings"][0]["fixes"], json!([]));
        assert_eq!(data.get("fix_id"), None);
    }
    let read = about(&desk, "please read this log", &[log]).await?;
    let made = only(&read)?;
    assert_eq!(made.call.name, "read_log");
    let ToolOutcome::Done { text, .. } = &made.outcome else { panic!("{:?}", made.outcome) };
    assert!(text.contains("OutOfMemoryError"), "{}", text);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_attached_file_is_looked_at() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let files = [sent(&desk, "one.log", SENT)?, sent(&desk, "two.log", SENT)?];
    let result = about(&desk, "look at this file", &files).await?;
    let mut ids: Vec<&str> =
        result.calls.iter().filter_map(|made| made.call.args["file_id"].as_str()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 2, "{:?}", result.calls);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_a_version_is_that_version_s() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let log = desk.game("versions/1.20.1-fabric/logs/latest.log");
    nova_testkit::write_file(&log, SENT.as_bytes())?;
    let result = about(&desk, "why did it crash", &[log]).await?;
    let made = only(&result)?;
    assert_eq!(made.call.args, json!({ "file_id": "logs/latest.log", "version_id": "1.20.1-fabric" }));
    let ToolOutcome::Done { data, .. } = &made.outcome else { panic!("{:?}", made.outcome) };
    assert_eq!(data["version_id"], "1.20.1-fabric");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_file_is_refused_and_what_is_gone_is_said() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let code = |path: &PathBuf| desk.app.attach(path).map_err(|report| report.message.code);
    assert_eq!(code(&desk.game("versions")), Err("core.attach.no-file".into()));
    assert_eq!(code(&desk.game("none.log")), Err("core.attach.unreadable".into()));
    let log = sent(&desk, "gone.log", SENT)?;
    let mut request = Request::new("why did it crash");
    request.attached.push(desk.app.attach(&log).map_err(told)?);
    #[expect(clippy::disallowed_methods, reason = "something else than Nova removes the file")]
    std::fs::remove_file(&log)?;
    let asking = Asking { rungs: Rungs::Planner, ..Asking::new(Mode::Confirm) };
    let result = desk.app.ask(request, asking).await.map_err(told)?;
    let ToolOutcome::Failed { report, .. } = &only(&result)?.outcome else { panic!("{:?}", result.calls) };
    assert_eq!(report.message.code, "core.attach.no-file");
    Ok(())
}
