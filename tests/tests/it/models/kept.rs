//! Chats with a model: kept, found, exported, gone on with; and a turn that is stopped.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use nova_testkit::Tree;
use nova_testkit::model::{Dialect, Script, Step};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::rig::{Rig, clash, ended, piped, start, text};

fn two_turns() -> Script {
    Script::new(Dialect::Deepseek)
        .then(Step::call("list_mods", json!({})).reasoning("Which mods?"))
        .then(Step::say("Three mods: sodium, optifabric, lithium."))
        .then(Step::call("read_mod_detail", json!({"mod": "lithium"})).reasoning("More of it."))
        .then(Step::say("Lithium makes the game faster."))
}

#[test]
fn turns_are_kept_listed_found_shown_and_exported() -> Result<()> {
    let rig = Rig::new(&clash(), two_turns())?;
    rig.json(0, &["ask", "which mods are there?"])?;
    rig.json(0, &["ask", "tell me about lithium"])?;
    let list = rig.json(0, &["chats", "list"])?;
    ensure!(list["chats"].as_array().map(Vec::len) == Some(2), "{list:#}");
    let found = rig.json(0, &["chats", "search", "makes faster"])?;
    ensure!(found.to_string().contains("Lithium makes the game faster"), "{found:#}");
    let shown = rig.run(&["chats", "show", "latest"])?;
    ensure!(
        shown.stdout.contains("tell me about lithium") && shown.stdout.contains("makes the game"),
        "{shown:?}"
    );
    let out = rig.nova.data().with_file_name("chat.md");
    let to = out.display().to_string();
    rig.json(0, &["chats", "export", "latest", "--to", &to])?;
    let exported = std::fs::read_to_string(&out)?;
    ensure!(exported.contains("makes the game faster") && !exported.contains(&to), "{exported}");
    rig.model.ensure_clean()
}

#[test]
fn a_chat_is_gone_on_with_by_another_process_and_its_beginning_stays_the_same_bytes() -> Result<()> {
    let rig = Rig::new(&clash(), two_turns())?;
    let said = piped(&rig, &["chat"], "which mods are there?\n")?;
    ensure!(said.code == Some(0) && said.stdout.contains("Three mods"), "{said:?}");
    let said = piped(&rig, &["chat", "--continue"], "and what is lithium?\n")?;
    ensure!(said.code == Some(0) && said.stdout.contains("faster"), "{said:?}");
    // The server compares the bytes of the earlier messages.
    rig.model.ensure_clean()?;
    let asked = rig.model.asked();
    let last = asked.last().context("no request")?;
    ensure!(
        last.messages()
            .iter()
            .any(|message| message["content"].to_string().contains("which mods are there?"))
    );
    Ok(())
}

#[test]
fn a_run_that_only_plans_writes_nothing_anywhere() -> Result<()> {
    let script = Script::new(Dialect::Openai)
        .then(Step::call("list_mods", json!({})))
        .then(Step::call("disable_mod", json!({"mod": "lithium"})))
        .then(Step::say("Planned."));
    let rig = Rig::new(&clash(), script)?;
    let before = rig.nova.tree()?;
    let answer = rig.json(0, &["ask", "--plan-only", "disable lithium"])?;
    ensure!(text(&answer, "/checklist/lines/0/state/state")? == "waiting", "{answer:#}");
    before.assert_same(&rig.nova.tree()?);
    rig.model.ensure_clean()
}

#[test]
fn a_run_that_only_plans_leaves_even_a_damaged_file_of_chats_as_it_is() -> Result<()> {
    let rig = Rig::new(&clash(), two_turns())?;
    rig.json(0, &["ask", "--rung", "planner", "which mods are there?"])?;
    let chats = rig.nova.data().join("chats.db");
    let mut bytes = std::fs::read(&chats)?;
    bytes.truncate(bytes.len() / 2);
    #[expect(clippy::disallowed_methods, reason = "the file that the command then meets is damaged")]
    std::fs::write(&chats, &bytes)?;
    let before = rig.nova.tree()?;
    for rung in ["planner", "auto"] {
        let answer = rig.json(0, &["ask", "--plan-only", "--rung", rung, "which mods are there?"])?;
        ensure!(answer["errors"] == json!([]), "{answer:#}");
        before.assert_same(&rig.nova.tree()?);
    }
    let list = rig.json(0, &["chats", "list"])?;
    ensure!(list["problems"][0]["code"] == "agent.store.aside", "it was not damaged: {list:#}");
    rig.model.ensure_clean()
}

#[test]
fn a_turn_that_is_stopped_hangs_up_changes_nothing_and_the_chat_can_go_on() -> Result<()> {
    let words = "Word by word, a long and slow answer. ".repeat(40);
    let slow = json!({"say": words, "fault": {"slow": {"ms": 50}}});
    let script = json!({"steps": [slow, {"say": "Here I am again."}]}).to_string();
    let rig = Rig::new(&clash(), Script::parse(&script)?)?;
    let before = Tree::of(&rig.nova.game())?;
    let mut child = start(&rig, &["chat"])?;
    child.stdin.as_mut().context("no input")?.write_all(b"tell me a long story\n")?;
    until(|| !rig.model.asked().is_empty())?;
    kill_process(Pid::from_child(&child), Signal::INT)?;
    until(|| rig.model.server.disconnects() == 1)?;
    let mut input = child.stdin.take().context("no input")?;
    input.write_all(b"are you there?\n")?;
    drop(input);
    let said = ended(child)?;
    ensure!(said.code == Some(0) && said.stdout.contains("Here I am again."), "{said:?}");
    ensure!(said.stdout.contains("Stopped") || said.stderr.contains("Stopped"), "{said:?}");
    before.assert_same(&rig.game()?);
    rig.model.ensure_clean()
}

#[test]
fn a_question_that_is_stopped_fails_and_says_so() -> Result<()> {
    let script = json!({"steps": [{"say": "slow ".repeat(200), "fault": {"slow": {"ms": 50}}}]}).to_string();
    let rig = Rig::new(&clash(), Script::parse(&script)?)?;
    let child = start(&rig, &["ask", "tell me a long story"])?;
    until(|| !rig.model.asked().is_empty())?;
    kill_process(Pid::from_child(&child), Signal::INT)?;
    let said = ended(child)?;
    ensure!(said.code == Some(4) && format!("{said:?}").contains("Stopped"), "{said:?}");
    until(|| rig.model.server.disconnects() == 1)
}

/// Waits for what a process does in its own time.
fn until(holds: impl Fn() -> bool) -> Result<()> {
    let most = Instant::now() + Duration::from_secs(20);
    while !holds() {
        ensure!(Instant::now() < most, "it did not happen in time");
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}
