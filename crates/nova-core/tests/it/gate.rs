//! No write runs without the player's word, in any host.

use std::sync::Arc;

use anyhow::{Context, Result};
use nova_agent::{Mode, TurnResult};
use nova_core::{App, Asking, Request, Rungs};
use nova_model::{Effect, LineState};
use nova_testkit::{GameFolder, foreign::Foreign};
use nova_tools::{Capabilities, Capability, Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word, on_two_roots};

/// Arguments with which each write has something to do on the desk.
fn arguments(tool: &str, prepared: &Prepared) -> Option<Value> {
    Some(match tool {
        "enable_mod" => json!({ "mod": "iris" }),
        "disable_mod" | "delete_mod" => json!({ "mod": "sodium" }),
        "resolve_mod_conflict" => json!({ "finding_id": prepared.finding }),
        "backup_version" | "delete_save" => json!({ "save": "Survival" }),
        "restore_backup" | "delete_backup" => json!({ "backup_id": "bk-1" }),
        "move_save" => json!({ "save": "Survival", "to_version": "1.21.4" }),
        "rename_version" => json!({ "version_id": "1.21.4", "new_name": "Fresh" }),
        "repair_version" => json!({ "version_id": "Broken" }),
        "copy_version" => json!({ "version_id": "1.21.4", "new_name": "Second" }),
        "delete_version" | "select_version" | "launch_game" | "stop_game" => {
            json!({ "version_id": "1.21.4" })
        }
        "apply_crash_fix" => json!({ "fix_id": prepared.fix }),
        "add_game_root" => json!({ "path": prepared.folders[0] }),
        "remove_game_root" => json!({ "path": prepared.folders[1] }),
        "set_memory" => json!({ "max_mb": 1024 }),
        "install_java" => json!({ "major": 11 }),
        "set_java" => json!({ "java": "auto", "version_id": "1.21.4" }),
        "set_jvm_args" => json!({ "args": "-XX:+UseG1GC" }),
        "set_launch_env" => json!({ "name": "vblank_mode", "value": "0" }),
        "set_window" => json!({ "fullscreen": true, "version_id": "1.21.4" }),
        "set_game_option" => json!({ "key": "renderDistance", "value": "12" }),
        "reset_config_file" => json!({ "file_id": "config/sodium.json" }),
        "reset_version_settings" | "restore_last_good" | "export_crash_bundle" => {
            json!({ "version_id": "1.20.1-fabric" })
        }
        "set_version_note" => json!({ "version_id": "1.21.4", "note": "for tests" }),
        "set_download_source" => json!({ "source": "bmclapi" }),
        "set_version_isolation" => json!({ "enabled": false, "version_id": "1.21.4" }),
        "set_appearance" => json!({ "theme": "dark" }),
        "import_version" => json!({ "source_id": prepared.source }),
        "install_version" => json!({ "game_version": "1.16.5", "loader": "fabric" }),
        "cancel_job" => json!({ "job_id": "j-00000001" }),
        "change_loader" => json!({ "version_id": "Mine", "loader": "none" }),
        "add_offline_account" => json!({ "name": "Steve" }),
        "set_skin" => json!({ "account_id": prepared.account, "model": "slim" }),
        "select_account" | "refresh_account" | "remove_account" => json!({ "account_id": prepared.account }),
        "undo_change" => json!({ "change_id": prepared.change }),
        "restore_trash" => json!({ "trash_id": prepared.trash }),
        "clean_caches" => json!({ "kinds": ["caches"] }),
        "empty_trash" => json!({ "trash_ids": [prepared.trash] }),
        "remember" => json!({ "text": "Plays with friends" }),
        "forget" => json!({ "note_id": prepared.note }),
        _ => return None,
    })
}

/// Ids that only exist once something was done.
struct Prepared {
    finding: String,
    change: String,
    trash: String,
    note: String,
    fix: String,
    source: String,
    account: String,
    folders: [String; 2],
}

async fn write(app: &App, tool: &str, args: Value) -> TurnResult {
    app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
}

async fn data(app: &App, tool: &str) -> Result<Value> {
    Ok(app.read(tool, json!({}), Arc::new(NoEvents)).await.result?.data)
}

fn text(data: &Value, pointer: &str) -> Result<String> {
    let found = data.pointer(pointer).and_then(Value::as_str);
    Ok(found.with_context(|| format!("no {pointer} in {data:#}"))?.to_owned())
}

/// A finding that switching a file off mends.
fn mendable(data: &Value) -> Result<String> {
    let findings = data["findings"].as_array().context("no findings")?;
    let found = findings.iter().find(|finding| finding["loser"].is_string());
    text(found.with_context(|| format!("nothing to mend: {data:#}"))?, "/id")
}

/// Notes something, installs a version, gives another memory of its own, puts Lithium into the trash area, and looks the ids up.
async fn prepare(desk: &Desk) -> Result<Prepared> {
    let app = desk.reopened(Word::Always(Decision::Yes))?;
    write(&app, "remember", json!({ "text": "Likes it dark" })).await;
    write(&app, "set_memory", json!({ "max_mb": 1024, "version_id": "1.20.1-fabric" })).await;
    let done = write(&app, "delete_mod", json!({ "mod": "lithium" })).await;
    let change = done.receipts.first().and_then(|done| done.receipt.change.clone());
    let folders = [desk.folder("more")?, desk.folder("known")?];
    write(&app, "add_game_root", json!({ "path": folders[1] })).await;
    write(&app, "install_version", json!({ "game_version": "1.16.5", "loader": "quilt", "name": "Mine" }))
        .await;
    a_player_has_signed_in(desk)?;
    write(&app, "add_offline_account", json!({ "name": "Alex" })).await;
    write(&app, "add_offline_account", json!({ "name": "Robin" })).await;
    let broken = json!({ "game_version": "1.16.5", "name": "Broken" });
    write(&app, "install_version", broken).await;
    nova_testkit::write_file(&desk.game("versions/Broken/Broken.jar"), b"no jar")?;
    let instances = std::path::PathBuf::from(desk.folder("home/.local/share/PrismLauncher/instances")?);
    Foreign::new("Sky", "1.16.5")
        .loader("fabric", "0.1")
        .folder(GameFolder::new().folder("mods"))
        .prism(&instances)?;
    nova_testkit::write_file(&desk.game("webcache2/page"), b"kept")?;
    nova_testkit::write_file(&desk.game("versions/1.20.1-fabric/config/sodium.json"), b"{}")?;
    a_game_runs(desk)?;
    a_job_is_left(desk)?;
    a_version_ran_well(desk)?;
    crate::crashes::a_mod_failed(desk, "")?;
    Ok(Prepared {
        fix: text(&data(&app, "analyze_crash").await?, "/findings/0/fixes/0/id")?,
        source: text(&data(&app, "list_importable").await?, "/sources/0/id")?,
        account: text(&data(&app, "list_accounts").await?, "/accounts/0/id")?,
        finding: mendable(&data(&app, "check_mod_conflicts").await?)?,
        change: change.with_context(|| format!("nothing was done: {done:#?}"))?,
        trash: text(&data(&app, "list_trash").await?, "/trash/0/id")?,
        note: text(&data(&app, "recall").await?, "/notes/0/id")?,
        folders,
    })
}

/// At a skin server that nobody asks: planning does not.
fn a_player_has_signed_in(desk: &Desk) -> Result<()> {
    let account = json!({
        "id": "a-2b7k09xq", "kind": "yggdrasil", "name": "Steve", "uuid": "11111111222233334444555555555555",
        "added": 0, "refreshed": 0, "server": "https://skin.example/api/", "login": "steve",
    });
    let list = json!({ "format": 1, "active": "a-2b7k09xq", "accounts": [account] });
    nova_testkit::write_file(&desk.data("accounts.json"), list.to_string().as_bytes())
}

/// A run whose process is this test: it is there, and nothing here may end it.
fn a_game_runs(desk: &Desk) -> Result<()> {
    let process = nova_play::Identity::of(std::process::id()).context("this process is not found")?;
    let begun = json!({
        "version": "1.21.4", "root": "/game", "folder": "/game", "java": "/java", "at": 0, "process": process,
    });
    nova_testkit::write_file(&desk.data("runs/r-00000001/run.json"), begun.to_string().as_bytes())
}

/// What a program that is gone left of an installation.
fn a_job_is_left(desk: &Desk) -> Result<()> {
    let goal = json!({ "goal": "version", "game": "1.16.5", "loader": null, "name": null });
    let job = json!({
        "format": 2, "id": "j-00000001", "goal": goal, "title": null, "root": desk.game(""), "begun": 0, "state": "running",
        "phase": "fetching",
    });
    nova_testkit::write_file(&desk.data("jobs/j-00000001/job.json"), job.to_string().as_bytes())
}

/// Before it had any mods.
fn a_version_ran_well(desk: &Desk) -> Result<()> {
    let (root, id) = (desk.game("").canonicalize()?, "1.20.1-fabric");
    let key = nova_install::Sha1::of(format!("{}\n{id}", root.display()).as_bytes()).to_string();
    let snapshot =
        json!({ "format": 1, "run": "r-00000002", "at": 1, "good": true, "root": root, "version": id });
    let path = format!("good/{}/r-00000002.json", &key[..16]);
    nova_testkit::write_file(&desk.data(&path), snapshot.to_string().as_bytes())
}

fn writes(app: &App) -> Vec<&'static str> {
    let specs = app.registry().tools().iter().map(|tool| tool.spec());
    specs.filter(|spec| spec.effect() == Effect::Write).map(nova_tools::Spec::name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_write_changes_nothing_whichever_tool_it_is() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::No))?;
    let prepared = prepare(&desk).await?;
    let before = desk.tree()?;
    for tool in writes(&desk.app) {
        let args =
            arguments(tool, &prepared).with_context(|| format!("this test knows no arguments for {tool}"))?;
        let result = write(&desk.app, tool, args).await;
        let states: Vec<_> = result.checklist.lines().iter().map(|line| &line.state).collect();
        assert_eq!(states, [&LineState::Refused], "{tool}: {result:#?}");
        assert!(result.receipts.is_empty(), "{tool}");
        before.assert_same(&desk.tree()?);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_confirm_surface_no_write_can_even_be_planned() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let prepared = prepare(&desk).await?;
    let tools = writes(&desk.app);
    let mute = desk.reopened(Word::Absent)?;
    let before = desk.tree()?;
    for tool in tools {
        let args = arguments(tool, &prepared).with_context(|| format!("no arguments for {tool}"))?;
        let result = write(&mute, tool, args.clone()).await;
        assert!(result.checklist.is_empty() && result.receipts.is_empty(), "{tool}: {result:#?}");
        let read = desk.app.read(tool, args, Arc::new(NoEvents)).await;
        assert!(read.result.is_err(), "{tool} must not run as a read");
        before.assert_same(&desk.tree()?);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_confirmed_lines_are_done() -> Result<()> {
    let desk = Desk::new(Word::Script(vec![Decision::No, Decision::Yes]))?;
    let request = Request::new("disable sodium and disable lithium");
    let asked = desk.app.ask(request, Asking { rungs: Rungs::Planner, ..Asking::new(Mode::Confirm) }).await;
    let result = asked.map_err(|report| anyhow::anyhow!("{report:?}"))?;
    assert_eq!(result.receipts.len(), 1, "{result:#?}");
    let mods = |name: &str| desk.game(&format!("versions/1.20.1-fabric/mods/{name}")).exists();
    assert!(mods("sodium.jar") && mods("lithium.jar.disabled") && !mods("lithium.jar"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_answer_counts_as_no() -> Result<()> {
    let desk = Desk::new(Word::Script(Vec::new()))?;
    let before = desk.tree()?;
    let result = write(&desk.app, "disable_mod", json!({ "mod": "sodium" })).await;
    assert!(result.receipts.is_empty(), "{result:#?}");
    before.assert_same(&desk.tree()?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn planning_alone_changes_nothing_even_where_every_line_would_be_confirmed() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::Yes))?;
    let prepared = prepare(&desk).await?;
    let before = desk.tree()?;
    for tool in writes(&desk.app) {
        let args = arguments(tool, &prepared).with_context(|| format!("no arguments for {tool}"))?;
        let cancel = CancellationToken::new();
        let result = desk.app.write(tool, args, Mode::PlanOnly, Arc::new(NoEvents), cancel).await;
        assert_eq!(result.checklist.lines().len(), 1, "{tool}: {result:#?}");
        before.assert_same(&desk.tree()?);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_a_pretended_capability_is_planned_and_never_done() -> Result<()> {
    // The scripted host lends appearance itself; one that only pretends it must not get the change done.
    let desk =
        Desk::pretending(Word::Absent, Capabilities::from([Capability::Confirm, Capability::Appearance]))?;
    let before = desk.tree()?;
    let result = write(&desk.app, "set_appearance", json!({ "theme": "dark" })).await;
    assert_eq!(result.checklist.lines().len(), 1, "{result:#?}");
    assert!(result.receipts.is_empty(), "{result:#?}");
    before.assert_same(&desk.tree()?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_a_turn_shows_also_what_stands_under_a_newer_change_of_it() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    prepare(&desk).await?;
    let request = Request::new("disable sodium, then rename 1.20.1-fabric to Fresh");
    let cancel = CancellationToken::new();
    let asked = desk
        .app
        .ask(request, Asking { rungs: Rungs::Planner, cancel: cancel.clone(), ..Asking::new(Mode::Confirm) })
        .await;
    let result = asked.map_err(|report| anyhow::anyhow!("{report:?}"))?;
    assert_eq!(result.receipts.len(), 2, "{result:#?}");
    let args = json!({ "change_id": result.checklist.turn() });
    let undo = desk.app.write("undo_change", args, Mode::PlanOnly, Arc::new(NoEvents), cancel).await;
    let line = undo.checklist.lines().first().with_context(|| format!("{undo:#?}"))?;
    let old = "versions/1.20.1-fabric/mods/sodium.jar.disabled";
    assert!(line.plan.changes.iter().any(|change| change.what == old), "{:#?}", line.plan.changes);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_is_changed_in_the_game_folder_it_lies_in() -> Result<()> {
    let (_temp, app) = on_two_roots(Word::Always(Decision::Yes))?;
    let result = write(&app, "delete_save", json!({ "save": "Far" })).await;
    assert_eq!(result.receipts.len(), 1, "{result:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_file_made_by_the_first_change_makes_no_later_line_stale() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::Yes))?;
    let request = Request::new("disable sodium and set the memory to 1G");
    let asked = desk.app.ask(request, Asking { rungs: Rungs::Planner, ..Asking::new(Mode::Confirm) }).await;
    let result = asked.map_err(|report| anyhow::anyhow!("{report:?}"))?;
    assert_eq!(result.receipts.len(), 2, "{result:#?}");
    Ok(())
}
