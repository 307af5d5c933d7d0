//! What the player allows a turn and a day: rounds, tokens, money. Each ends with a round without tools.

use anyhow::{Context, Result, ensure};
use nova_testkit::model::Script;
use serde_json::{Value, json};

use super::rig::{Rig, clash, count};

/// Looks that never end.
fn restless() -> Result<Script> {
    let look = |n: usize| json!({"calls": [{"name": "list_mods", "args": {"filter": format!("x{n}")}}]});
    let steps: Vec<Value> = (0..40).map(look).collect();
    Script::parse(&json!({ "steps": steps }).to_string())
}

fn limited(limit: &[&str], code: &str) -> Result<(Rig, Value)> {
    let rig = Rig::new(&clash(), restless()?)?;
    let words: Vec<&str> = ["model", "limit"].iter().chain(limit).copied().collect();
    rig.json(0, &words)?;
    let answer = rig.json(0, &["ask", "go on and on"])?;
    ensure!(answer["problems"].to_string().contains(code), "{answer:#}");
    let asked = rig.model.asked();
    let last = asked.last().context("no request")?;
    ensure!(last.tool_names().is_empty(), "tools in the last round");
    let earlier = asked.iter().find(|request| request.tool_names().is_empty()).context("no last round")?;
    ensure!(earlier.messages().len() == last.messages().len(), "more than one last round");
    rig.model.ensure_clean()?;
    Ok((rig, answer))
}

#[test]
fn rounds_end_a_turn() -> Result<()> {
    let (_, answer) = limited(&["--rounds", "3"], "agent.limit-rounds")?;
    ensure!(count(&answer, "calls") == 3, "{answer:#}");
    Ok(())
}

#[test]
fn tokens_end_a_turn() -> Result<()> {
    let (_, answer) = limited(&["--tokens", "20000"], "agent.limit-tokens")?;
    let used = answer["usage"]["prompt"].as_u64().context("no count")?;
    ensure!((20_000..40_000).contains(&used) && count(&answer, "calls") < 8, "{answer:#}");
    Ok(())
}

#[test]
fn money_ends_a_turn_and_the_day_and_the_planner_goes_on_for_nothing() -> Result<()> {
    let rig = Rig::new(&clash(), restless()?)?;
    let base = rig.model.server.base();
    let set = ["model", "set", "--base", &base, "--name", "scripted", "--price", "1000,1000", "--key-stdin"];
    ensure!(rig.nova.fed(&set, &format!("{}\n", super::rig::KEY))?.code == Some(0));
    rig.nova.run(&["--json", "model", "limit", "--money-per-day", "20"])?.object(0)?;
    let answer = rig.nova.run(&["--json", "ask", "go on and on"])?.object(0)?;
    ensure!(answer["problems"].to_string().contains("agent.limit-money"), "{answer:#}");
    ensure!(answer["usage"]["micros"].as_u64().is_some_and(|micros| micros >= 20_000_000), "{answer:#}");
    ensure!(count(&answer, "calls") < 8, "{answer:#}");
    let before = rig.model.asked().len();

    let answer = rig.nova.run(&["--json", "ask", "disable lithium"])?.object(3)?;
    ensure!(answer["rung"] == "planner" && rig.model.asked().len() == before, "{answer:#}");
    ensure!(answer["why"].as_str().is_some_and(|why| why.contains("spending limit")), "{answer:#}");
    Ok(())
}

#[test]
fn what_was_used_today_is_shown_and_that_without_a_price_nothing_was_counted() -> Result<()> {
    let rig = Rig::new(&clash(), Script::parse(r#"{"steps": [{"say": "Hello."}, {"say": "Again."}]}"#)?)?;
    let today = || -> Result<Value> { Ok(rig.json(0, &["model", "show"])?["today"].clone()) };
    ensure!(today()? == json!({"tokens": 0, "cost": 0.0, "models": []}), "{}", today()?);
    rig.json(0, &["ask", "hello"])?;
    let first = today()?;
    ensure!(first["tokens"].as_u64() > Some(0) && first["cost"] == 0.0, "{first:#}");
    ensure!(first["models"][0]["model"] == "scripted" && count(&first, "models") == 1, "{first:#}");
    let said = rig.run(&["model", "show"])?;
    ensure!(said.stdout.contains("Used today") && said.stdout.contains("not counted"), "{said:?}");
    rig.json(0, &["ask", "--plan-only", "hello again"])?;
    ensure!(today()? == first, "a turn that only plans was counted");
    Ok(())
}
