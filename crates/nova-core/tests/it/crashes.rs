//! Crashes told, mended and given away, over runs that lie in the data folder.

use std::{io::Cursor, sync::Arc};

use anyhow::{Context, Result};
use nova_agent::Mode;
use nova_archive::{Limits, Zip};
use nova_core::App;
use nova_model::{Known, Secret};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

/// A run of 1.20.1-fabric that OptiFabric ended; `more` is said before.
pub(crate) fn a_mod_failed(desk: &Desk, more: &str) -> Result<()> {
    let (root, folder) = (desk.game("").canonicalize()?, desk.game("versions/1.20.1-fabric"));
    let begun = json!({
        "version": "1.20.1-fabric", "root": root, "folder": folder, "java": "/java", "at": 1000, "process": null,
    });
    let ended = json!({ "at": 2000, "ending": { "how": "failed", "code": 1 }, "progress": "started" });
    let said = format!(
        "{more}[12:00:00] [main/ERROR]: Minecraft has crashed!\n\
         net.fabricmc.loader.impl.FormattedException: java.lang.RuntimeException: Could not execute entrypoint stage 'main' \
         due to errors, provided by 'optifabric' at 'me.modmuss50.optifabric.Mod'!\n\
         \tat net.fabricmc.loader.impl.FabricLoaderImpl.lambda$invokeEntrypoints$2(FabricLoaderImpl.java:388)\n\
         Caused by: java.lang.IllegalStateException: cannot read C:\\Users\\Hanako\\mods for hanako@example.org\n\
         \tat me.modmuss50.optifabric.Mod.onInitialize(Mod.java:10)\n"
    );
    let run = |name: &str| desk.data(&format!("runs/r-00000002/{name}"));
    nova_testkit::write_file(&run("run.json"), begun.to_string().as_bytes())?;
    nova_testkit::write_file(&run("end.json"), ended.to_string().as_bytes())?;
    nova_testkit::write_file(&run("output.log"), said.as_bytes())
}

const SECRETS: [&str; 8] = [
    "Hanako",
    "hanako@",
    "eyJhbGci",
    "0123456789abcdef0123",
    "93.184.216.34",
    "hunter2",
    "069a79f4-44e9",
    "swordfish",
];

const SAID: &str = "[12:00:00] [main/INFO]: Setting user: Hanako\n\
    [12:00:00] [main/INFO]: (Session ID is token:0123456789abcdef0123456789abcdef:069a79f4-44e9-4726-a5be-fca90e38aaf5)\n\
    [12:00:00] [main/INFO]: --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefgh --username Hanako\n\
    [12:00:00] [main/INFO]: Connecting to 93.184.216.34, 25565\n\
    [12:00:00] [main/INFO]: [CHAT] <Hanako> my password is hunter2\n\
    [12:00:00] [main/INFO]: uuid 069a79f4-44e9-4726-a5be-fca90e38aaf5, the gate opens with swordfish\n";

async fn read(app: &App, tool: &str, args: Value) -> Result<Value> {
    let answer = app.read(tool, args, Arc::new(NoEvents)).await.result?;
    Ok(json!({ "data": answer.data, "text": answer.text, "said": answer.said }))
}

fn holds_nothing_private(what: &str, text: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{what} tells {secret}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_private_is_told_copied_or_exported() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    a_mod_failed(&desk, SAID)?;
    let app = desk.changed(Word::Always(Decision::Yes), |setup| {
        let secrets = vec![Secret::new("swordfish")];
        setup.known = Known { user_names: vec!["Hanako".into()], secrets, ..Known::default() };
    })?;
    let crash = read(&app, "analyze_crash", json!({})).await?;
    holds_nothing_private("analyze_crash", &crash.to_string());
    assert_eq!(crash["data"]["findings"][0]["cause_id"], "mod-entrypoint", "{crash:#}");
    nova_testkit::write_file(&desk.game("versions/1.20.1-fabric/logs/latest.log"), SAID.as_bytes())?;
    let log = read(&app, "read_log", json!({ "file_id": "logs/latest.log" })).await?;
    holds_nothing_private("read_log", &log.to_string());
    assert_eq!(
        log["data"]["lines"].as_array().map(Vec::len),
        Some(6),
        "the lines are there, without it: {log:#}"
    );
    let found = read(&app, "search_log", json!({ "pattern": "hunter2" })).await?;
    assert_eq!(found["data"]["total"], 0, "what is hidden cannot be searched for: {found:#}");
    holds_nothing_private(
        "list_crash_reports",
        &read(&app, "list_crash_reports", json!({})).await?.to_string(),
    );
    let help = read(&app, "copy_help_text", json!({ "finding_id": crash["data"]["finding_id"] })).await?;
    holds_nothing_private("copy_help_text", &help.to_string());
    assert!(help["data"]["text"].as_str().is_some_and(|text| text.contains("optifabric")), "{help:#}");

    let args = json!({ "version_id": "1.20.1-fabric" });
    let done = app
        .write("export_crash_bundle", args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new())
        .await;
    let change =
        done.receipts.first().and_then(|done| done.receipt.change.clone()).context("not exported")?;
    let path = desk.data("exports/crash-1.20.1-fabric-r-00000002.zip");
    let mut zip = Zip::open(Cursor::new(std::fs::read(&path)?), &Limits::pack())?;
    let names: Vec<String> = zip.entries().map(|entry| entry.name().into_owned()).collect();
    assert!(names.contains(&"files/output.log".to_owned()), "{names:?}");
    for name in names {
        let bytes = zip.read_name(&name, 8 << 20)?.context("no entry")?;
        holds_nothing_private(&name, &String::from_utf8(bytes)?);
    }
    let args = json!({ "change_id": change });
    app.write("undo_change", args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await;
    assert!(!path.exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fix_is_the_same_after_a_restart_and_refused_once_it_does_not_apply() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    a_mod_failed(&desk, "")?;
    let id = read(&desk.app, "analyze_crash", json!({})).await?["data"]["fix_id"].clone();
    assert!(id.is_string(), "the cause is sure, so one fix is the one to do");
    let again = desk.reopened(Word::Always(Decision::Yes))?;
    assert_eq!(read(&again, "analyze_crash", json!({})).await?["data"]["fix_id"], id);
    let apply = |app: App| async move {
        let args = json!({ "fix_id": id });
        app.write("apply_crash_fix", args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
    };
    let args = json!({ "mod": "optifabric" });
    desk.app.write("disable_mod", args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await;
    let refused = apply(again).await;
    assert!(refused.receipts.is_empty() && format!("{refused:?}").contains("fix.gone"), "{refused:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_ends_are_listed_with_their_files_newest_first() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let none = read(&desk.app, "list_crash_reports", json!({})).await?;
    assert_eq!(none["data"]["crashes"], json!([]), "{none:#}");
    assert_eq!(none["data"]["logs"][0]["id"], "logs/latest.log", "{none:#}");
    a_mod_failed(&desk, "")?;
    let report = nova_testkit::crash_report("1.20.1", "Rendering overlay", &["at a.B.c(B.java:1)"]);
    let folder = desk.game("versions/1.20.1-fabric");
    nova_testkit::write_file(&folder.join("crash-reports/crash-1-client.txt"), report.as_bytes())?;
    let listed = read(&desk.app, "list_crash_reports", json!({})).await?;
    let crashes = listed["data"]["crashes"].as_array().context("no list")?;
    let ids: Vec<&str> = crashes.iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["crash-reports/crash-1-client.txt", "r-00000002"], "{listed:#}");
    assert!(
        crashes[0]["what"].as_str().is_some_and(|what| what.starts_with("Rendering overlay")),
        "{listed:#}"
    );
    assert_eq!((&crashes[1]["exit_code"], &crashes[1]["ending"]["how"]), (&json!(1), &json!("failed")));
    let args = json!({ "file_id": ids[0] });
    assert_eq!(read(&desk.app, "read_log", args.clone()).await?["data"]["file"]["id"], ids[0]);
    assert_eq!(read(&desk.app, "analyze_crash", args).await?["data"]["files"], json!([ids[0]]));
    assert_eq!(
        read(&desk.app, "analyze_crash", json!({ "run_id": ids[1] })).await?["data"]["run_id"],
        ids[1]
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_config_file_that_ended_a_run_is_put_aside_and_comes_back() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    a_mod_failed(&desk, "")?;
    let said = "[12:00:00] [main/ERROR]: Failed to start the minecraft client\n\
        net.minecraftforge.fml.config.ConfigFileTypeHandler$ConfigLoadingException: \
        Failed loading config file sodium.toml of type CLIENT for modid sodium\n\
        \tat net.minecraftforge.fml.config.ConfigFileTypeHandler.lambda$reader$1(ConfigFileTypeHandler.java:47)\n";
    nova_testkit::write_file(&desk.data("runs/r-00000002/output.log"), said.as_bytes())?;
    let file = desk.game("versions/1.20.1-fabric/config/sodium.toml");
    nova_testkit::write_file(&file, b"[[[")?;
    let crash = read(&desk.app, "analyze_crash", json!({})).await?;
    let fixes = crash["data"]["findings"][0]["fixes"].as_array().context("no fixes")?;
    let fix =
        fixes.iter().find(|fix| fix["tool"] == "reset_config_file").with_context(|| format!("{crash:#}"))?;
    let write = |tool: &'static str, args: Value| {
        desk.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new())
    };
    let done = write("apply_crash_fix", json!({ "fix_id": fix["id"] })).await;
    let change = done.receipts.first().and_then(|done| done.receipt.change.clone());
    let change = change.with_context(|| format!("nothing was done: {done:#?}"))?;
    assert!(!file.exists());
    write("undo_change", json!({ "change_id": change })).await;
    assert!(file.exists());
    Ok(())
}
