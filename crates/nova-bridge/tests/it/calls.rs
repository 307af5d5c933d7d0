//! How commands are answered.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nova_bridge::BODY;
use serde_json::{Value, json};

use crate::rig::Rig;

#[test]
fn a_command_answers_with_one_line() -> Result<()> {
    let rig = Rig::new()?;
    let mut answer = rig.call("window_start", &json!({}))?;
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let line = answer.line()?.context("no line")?;
    assert_eq!(line["result"]["current"], "1.20.1-fabric");
    assert_eq!(answer.line()?, None);
    Ok(())
}

#[test]
fn what_cannot_be_done_is_a_fault_in_the_players_language() -> Result<()> {
    let rig = Rig::new()?;
    for (name, args, code) in [
        ("no_such_command", json!({}), "desk.no-command"),
        ("chat_open", json!({ "id": 7 }), "desk.bad-arguments"),
        ("chat_send", json!([]), "desk.bad-arguments"),
    ] {
        let line = rig.call(name, &args)?.line()?.context("no line")?;
        assert_eq!(line["fault"]["code"], code, "{line}");
        assert!(line["fault"]["message"].as_str().is_some_and(|said| !said.is_empty()), "{line}");
    }
    Ok(())
}

#[test]
fn arguments_are_json_of_a_bounded_size() -> Result<()> {
    let rig = Rig::new()?;
    let fits = json!({ "id": "x".repeat(BODY - 9) });
    assert_eq!(fits.to_string().len(), BODY);
    assert_eq!(rig.call("chat_open", &fits)?.status, 200);
    assert_eq!(rig.call("chat_open", &json!({ "id": "x".repeat(BODY - 8) }))?.status, 413);

    let (host, token) = (rig.host(), rig.token.clone());
    let form = [("host", host.as_str()), ("x-nova-token", &token), ("content-type", "text/plain")];
    assert_eq!(rig.ask("POST /ipc/window_start", &form, b"{}")?.status, 415);
    let json = [("host", host.as_str()), ("x-nova-token", &token), ("content-type", "application/json")];
    assert_eq!(rig.ask("POST /ipc/window_start", &json, b"{")?.status, 400);
    assert_eq!(rig.ask("GET /ipc/window_start", &json, b"")?.status, 405);
    Ok(())
}

#[test]
fn events_arrive_while_the_command_still_works() -> Result<()> {
    let rig = Rig::new()?;
    let mut turn = rig.clash(&rig.chat()?)?;
    // The turn waits here for a word that is only given below: these lines came before its result.
    let first = turn.line()?.context("no line")?;
    assert_eq!(first["event"]["event"], "started", "{first}");
    let asked = turn.event("confirm")?;
    confirm(&rig, &asked)?;
    let mut last = Value::Null;
    while let Some(line) = turn.line()? {
        last = line;
    }
    assert_eq!(last["result"]["end"]["reason"], "answered", "{last}");
    assert!(rig.switched_off().is_file());
    Ok(())
}

#[test]
fn a_turn_goes_on_when_its_page_went_away() -> Result<()> {
    let rig = Rig::new()?;
    let chat = rig.chat()?;
    let mut turn = rig.clash(&chat)?;
    let asked = turn.event("confirm")?;
    drop(turn);

    let again = rig.clash(&chat)?.line()?.context("no line")?;
    assert_eq!(again["fault"]["code"], "desk.chat.busy", "{again}");
    confirm(&rig, &asked)?;
    until(|| rig.switched_off().is_file());
    until(|| rig.result("chat_open", &json!({ "id": "latest" })).is_ok_and(|chat| settled(&chat)));
    Ok(())
}

#[test]
fn a_page_that_goes_away_at_once_breaks_nothing() -> Result<()> {
    let rig = Rig::new()?;
    for _ in 0..20 {
        drop(rig.call("window_listen", &json!({}))?);
        drop(rig.call("window_start", &json!({}))?);
    }
    assert!(rig.result("window_start", &json!({})).is_ok());
    Ok(())
}

/// Yes to every line.
fn confirm(rig: &Rig, asked: &Value) -> Result<()> {
    let lines = asked["checklist"]["lines"].as_array().context("no lines")?;
    let yes: Vec<&Value> = lines.iter().map(|line| &line["line"]).collect();
    rig.result("checklist_confirm", &json!({ "id": asked["checklist"]["id"], "yes": yes, "lost": [] }))?;
    Ok(())
}

/// Whether the chat that is kept tells of a change that was done.
fn settled(chat: &Value) -> bool {
    chat["items"].as_array().is_some_and(|items| items.iter().any(|item| item["kind"] == "settled"))
}

/// Waits for something that another task brings about.
fn until(there: impl Fn() -> bool) {
    let start = Instant::now();
    while !there() {
        assert!(start.elapsed() < Duration::from_secs(20), "it did not come about");
        std::thread::sleep(Duration::from_millis(10));
    }
}
