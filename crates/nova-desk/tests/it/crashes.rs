//! The crash page: which runs and reports there are, what ended them, and what mends them through the checklist.

use anyhow::{Context, Result};
use nova_testkit::write_file;
use serde_json::{Value, json};

use crate::window::{Window, yes};

const VERSION: &str = "1.20.1-fabric";
/// 2026-01-01T00:00:00Z.
const DAY: i64 = 1_767_225_600_000;

const BROKEN: &str = "[12:00:00] [main/INFO]: Setting user: Hanako\n\
    [12:00:00] [main/ERROR]: Minecraft has crashed!\n\
    net.fabricmc.loader.impl.FormattedException: java.lang.RuntimeException: Could not execute entrypoint stage 'main' \
    due to errors, provided by 'optifabric' at 'me.modmuss50.optifabric.Mod'!\n\
    \tat net.fabricmc.loader.impl.FabricLoaderImpl.lambda$invokeEntrypoints$2(FabricLoaderImpl.java:388)\n\
    Caused by: java.lang.IllegalStateException: cannot read /home/hanako/mods\n\
    \tat me.modmuss50.optifabric.Mod.onInitialize(Mod.java:10)\n";
const OLDER: &str = "[11:00:00] [Render thread/ERROR]: Reported exception thrown!\n\
    java.lang.OutOfMemoryError: Java heap space\n\
    \tat java.base/java.util.Arrays.copyOf(Arrays.java:3745)\n";

/// A run that is over.
fn ended(window: &Window, id: &str, at: i64, ending: &Value, said: Option<&str>) -> Result<()> {
    let (root, folder) = (window.game("").canonicalize()?, window.game("versions/1.20.1-fabric"));
    let begun = json!({
        "version": VERSION, "root": root, "folder": folder, "java": "/java", "at": at, "process": null,
    });
    let end = json!({ "at": at + 9_000, "ending": ending, "progress": "started" });
    let run = |name: &str| window.data("runs").join(id).join(name);
    write_file(&run("run.json"), begun.to_string().as_bytes())?;
    write_file(&run("end.json"), end.to_string().as_bytes())?;
    said.map_or(Ok(()), |said| write_file(&run("output.log"), said.as_bytes()))
}

fn failed() -> Value {
    json!({ "how": "failed", "code": 1 })
}

/// A version that ran out of memory, and a day later failed by a mod.
fn two_ends() -> Result<Window> {
    let window = Window::new()?;
    ended(&window, "r-aaaaaaaa", DAY - 86_400_000, &json!({ "how": "out_of_memory" }), Some(OLDER))?;
    ended(&window, "r-bbbbbbbb", DAY, &failed(), Some(BROKEN))?;
    Ok(window)
}

async fn list(window: &Window, about: Value) -> Value {
    window.call("crash_list", json!({ "version": VERSION, "about": about })).await.unwrap()
}

async fn read(window: &Window, item: &str) -> Value {
    window.call("crash_read", json!({ "version": VERSION, "item": item })).await.unwrap()
}

fn ids(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn runs_and_reports_are_listed_newest_first_and_the_one_that_is_named_is_meant() -> Result<()> {
    let window = two_ends()?;
    ended(&window, "r-cccccccc", DAY + 60_000, &json!({ "how": "clean" }), Some("bye\n"))?;
    let report = "crash-reports/crash-2026-01-02_10.00.00-client.txt";
    let text = "---- Minecraft Crash Report ----\n\nDescription: Unexpected error\n";
    write_file(&window.game("versions/1.20.1-fabric").join(report), text.as_bytes())?;

    let all = list(&window, Value::Null).await;
    assert_eq!(ids(&all), [report, "r-bbbbbbbb", "r-aaaaaaaa"], "{all:#}");
    assert_eq!((&all["chosen"], &all["items"][0]["kind"]), (&json!(report), &json!("report")));
    for (about, chosen) in [("r-aaaaaaaa", "r-aaaaaaaa"), (VERSION, report), ("nobody", report)] {
        assert_eq!(list(&window, json!(about)).await["chosen"], chosen, "{about}");
    }
    let other = window.call("crash_list", json!({ "version": "1.21.4", "about": "r-aaaaaaaa" })).await;
    assert_eq!(other.unwrap()["version"], VERSION, "a run brings its version along");
    assert_eq!(read(&window, "r-bbbbbbbb").await["clean_since"], true);
    Ok(())
}

#[tokio::test]
async fn the_cause_names_mod_and_file_with_its_lines_in_place_and_nothing_private() -> Result<()> {
    let window = two_ends()?;
    let view = read(&window, "r-bbbbbbbb").await;
    let cause = &view["causes"][0];
    let what = cause["what"].as_str().unwrap();
    assert!(what.contains("optifabric.jar"), "{view:#}");
    assert_eq!(cause["mods"][0]["file"], "optifabric.jar");
    assert!(cause["fixes"][0]["best"].as_bool().unwrap(), "{cause:#}");
    let excerpt = &cause["excerpts"][0];
    assert_eq!(excerpt["file"], "output.log");
    let lines = excerpt["lines"].as_array().unwrap();
    let hit = lines.iter().find(|line| line["hit"] == true).unwrap();
    let number = usize::try_from(hit["line"].as_u64().unwrap())?;
    let said = BROKEN.lines().nth(number - 1).unwrap();
    assert!(said.contains(hit["text"].as_str().unwrap().trim().get(..30).unwrap()), "{hit}");
    assert!(lines.len() > 1, "what stands beside it is shown too");
    assert!(cause["help"].as_str().unwrap().contains("optifabric"));
    let all = view.to_string();
    assert!(!all.contains("/home/hanako") && !all.contains("Hanako"), "{all}");
    assert_eq!(read(&window, "r-aaaaaaaa").await["causes"][0]["mods"], json!([]));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fix_goes_through_the_checklist_and_what_became_of_it_is_told() -> Result<()> {
    let window = two_ends()?;
    let fix = read(&window, "r-bbbbbbbb").await["causes"][0]["fixes"][0]["id"].clone();
    let args = json!({ "tool": "apply_crash_fix", "args": {
        "fix_id": fix, "version_id": VERSION, "run_id": "r-bbbbbbbb",
    } });
    let before = window.tree()?;
    window.attended("tool_write", args.clone(), crate::window::no).await?;
    before.assert_same(&window.tree()?);
    let done = window.attended("tool_write", args, yes).await?;
    assert!(done.done()["receipts"][0]["change"].is_string(), "{done:#?}");
    assert!(window.game("versions/1.20.1-fabric/mods/optifabric.jar.disabled").exists());

    let fixes = async || window.call("crash_fixes", json!({ "version": VERSION })).await.unwrap();
    assert_eq!(fixes().await[0]["outcome"], "waiting");
    ended(&window, "r-dddddddd", DAY + 86_400_000, &failed(), Some(BROKEN))?;
    let still = fixes().await;
    assert_eq!(still[0]["outcome"], "still", "{still:#}");
    let undo = json!({ "id": still[0]["change"] });
    window.call("change_undo", undo).await.unwrap();
    assert_eq!(fixes().await, json!([]));
    before.assert_same(&window.tree()?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_run_is_mended_and_packed_by_its_own_id() -> Result<()> {
    let window = two_ends()?;
    let set = json!({ "tool": "set_memory", "args": { "max_mb": 512, "version_id": VERSION } });
    window.attended("tool_write", set, yes).await?;
    let view = read(&window, "r-aaaaaaaa").await;
    let fixes = view["causes"][0]["fixes"].as_array().context("no fixes")?.clone();
    let more = fixes.first().with_context(|| format!("{view:#}"))?;
    for (tool, args) in [
        ("apply_crash_fix", json!({ "fix_id": more["id"], "version_id": VERSION, "run_id": "r-aaaaaaaa" })),
        ("export_crash_bundle", json!({ "version_id": VERSION, "run_id": "r-aaaaaaaa" })),
    ] {
        let done = window.attended("tool_write", json!({ "tool": tool, "args": args }), yes).await?;
        assert!(done.done()["receipts"][0]["change"].is_string(), "{tool}: {done:#?}");
    }
    let zips: Vec<_> = std::fs::read_dir(window.data("exports"))?.filter_map(Result::ok).collect();
    assert!(zips.iter().any(|zip| zip.file_name().to_string_lossy().contains("r-aaaaaaaa")), "{zips:?}");
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_looked_at_says_why() -> Result<()> {
    let window = Window::new()?;
    ended(&window, "r-eeeeeeee", DAY, &failed(), None)?;
    let fault = |item: &'static str| {
        let window = &window;
        async move {
            window.call("crash_read", json!({ "version": VERSION, "item": item })).await.unwrap_err().code
        }
    };
    assert_eq!(fault("r-eeeeeeee").await, "fix.no-files");
    assert_eq!(fault("r-ffffffff").await, "fix.no-run");
    assert_eq!(fault("../../secret.txt").await, "fix.no-run");
    let gone = window.call("crash_list", json!({ "version": "nope" })).await;
    assert!(gone.is_err());
    Ok(())
}

#[tokio::test]
async fn files_from_elsewhere_are_read_without_their_place_being_told() -> Result<()> {
    let window = Window::new()?;
    let pick = async |what: &str| window.call("crash_pick", json!({ "what": what })).await;
    assert_eq!(pick("file").await.unwrap(), Value::Null, "the dialog was closed");

    let log = window.temp.path().join("elsewhere/private/latest.log");
    write_file(&log, BROKEN.as_bytes())?;
    for (what, path) in [("file", log.clone()), ("folder", log.parent().context("no folder")?.to_owned())] {
        *window.desktop.next.lock().unwrap() = Some(path);
        let view = pick(what).await.unwrap();
        assert_eq!((&view["version"], &view["files"]), (&Value::Null, &json!(["latest.log"])), "{view:#}");
        assert_eq!(view["causes"][0]["fixes"], json!([]));
        assert!(view["causes"][0]["what"].as_str().unwrap().contains("optifabric"), "{view:#}");
        assert!(!view.to_string().contains("private"), "{view:#}");
    }
    let empty = window.temp.path().join("empty");
    write_file(&empty.join("picture.png"), b"x")?;
    *window.desktop.next.lock().unwrap() = Some(empty);
    assert_eq!(pick("folder").await.unwrap_err().code, "fix.no-logs");
    Ok(())
}

#[tokio::test]
async fn without_a_good_run_there_is_nothing_to_compare_with() -> Result<()> {
    let window = two_ends()?;
    let since = window.call("crash_since", json!({ "version": VERSION })).await.unwrap();
    assert_eq!(since, json!({ "at": null, "differences": [], "written": 0 }));
    Ok(())
}
