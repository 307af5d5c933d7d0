//! The page of crashes: the runs that ended badly, the cause of one, the fix over the checklist, what changed.

use anyhow::Result;
use nova_testkit::{crash_report, write_file};
use serde_json::{Value, json};

use crate::{
    play::ended,
    window::{Window, yes},
};

const VERSION: &str = "1.20.1-fabric";

/// A run that the class of a mod ended.
fn crashed(window: &Window, id: &str) -> Result<()> {
    let stack = ["java.lang.IllegalStateException: no stones", "test.lithium.Main.turn(Main.java:41)"];
    let report = window.game(&format!("versions/{VERSION}/crash-reports/crash-1.txt"));
    ended(window, id, VERSION, &json!({ "how": "crash_report", "file": report }))?;
    let text = crash_report("1.20.1", "Ticking block entity", &stack);
    write_file(&window.data(&format!("runs/{id}/output.log")), text.as_bytes())?;
    Ok(())
}

async fn read(window: &Window, run: Option<&str>) -> Value {
    window.call("crash_read", json!({ "version": VERSION, "run": run, "file": null })).await.unwrap()
}

#[tokio::test]
async fn the_runs_that_ended_badly_are_listed_and_only_those() -> Result<()> {
    let window = Window::new()?;
    let none = window.call("crash_page", json!({ "version": null })).await.unwrap();
    assert_eq!(
        (&none["version"], &none["runs"], &none["since"]),
        (&json!(VERSION), &json!([]), &Value::Null)
    );
    crashed(&window, "r-aaaaaaaa")?;
    ended(&window, "r-bbbbbbbb", VERSION, &json!({ "how": "clean" }))?;
    ended(&window, "r-cccccccc", "1.21.4", &json!({ "how": "failed", "code": 1 }))?;
    let page = window.call("crash_page", json!({ "version": VERSION })).await.unwrap();
    let runs = page["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[0]["id"]), (1, &json!("r-aaaaaaaa")));
    let unknown = window.call("crash_page", json!({ "version": "no" })).await.unwrap_err();
    assert_eq!(unknown.code, "game.version.unknown");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cause_names_the_mod_with_its_file_and_its_fix_goes_over_the_checklist() -> Result<()> {
    let window = Window::new()?;
    crashed(&window, "r-aaaaaaaa")?;
    let view = read(&window, None).await;
    let first = &view["findings"][0];
    assert_eq!(first["suspects"][0]["file"], "lithium.jar", "{view:#}");
    assert!(first["what"].as_str().unwrap().contains("lithium.jar"), "{first:#}");
    assert_eq!(first["proofs"][0]["file"], "output.log", "{first:#}");
    assert!(!view.to_string().contains("/home/alex"), "{view}");
    let fixes = first["fixes"].as_array().unwrap();
    let off = fixes.iter().find(|fix| fix["why"].as_str().is_some_and(|why| why.starts_with("Switch off")));
    let fix = off.unwrap()["id"].clone();
    let args = json!({ "fix_id": fix, "version_id": VERSION, "run_id": "r-aaaaaaaa" });
    let told = window.attended("tool_write", json!({ "tool": "apply_crash_fix", "args": args }), yes).await?;
    assert_eq!(told.done()["receipts"].as_array().map(Vec::len), Some(1), "{:#}", told.done());
    let jar = window.game(&format!("versions/{VERSION}/mods/lithium.jar"));
    assert!(!jar.exists(), "{:#}", told.done());
    let after = read(&window, Some("r-aaaaaaaa")).await;
    assert_eq!(after["after"][0]["outcome"], "waiting", "{after:#}");
    Ok(())
}

#[tokio::test]
async fn the_text_for_others_names_the_cause_and_nothing_private() -> Result<()> {
    let window = Window::new()?;
    crashed(&window, "r-aaaaaaaa")?;
    let view = read(&window, Some("r-aaaaaaaa")).await;
    let which =
        json!({ "version": VERSION, "run": null, "file": null, "finding": view["findings"][0]["id"] });
    let text = window.call("crash_help", which).await.unwrap();
    assert!(text.as_str().unwrap().contains("lithium"), "{text}");
    let gone = json!({ "version": VERSION, "run": null, "file": null, "finding": "f-00000000" });
    assert_eq!(window.call("crash_help", gone).await.unwrap_err().code, "fix.no-finding");
    Ok(())
}

#[tokio::test]
async fn a_run_that_is_not_there_and_a_version_without_logs_are_refused() -> Result<()> {
    let window = Window::new()?;
    for (version, run) in [(VERSION, json!("r-zzzzzzzz")), ("1.21.4", Value::Null)] {
        let which = json!({ "version": version, "run": run, "file": null });
        assert_eq!(window.call("crash_read", which).await.unwrap_err().code, "fix.no-run", "{version}");
    }
    Ok(())
}
