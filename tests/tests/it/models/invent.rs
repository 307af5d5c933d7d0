//! A model that makes things up: tools, ids, half arguments, endless repetition, hundreds of calls. Limits end it, and nothing
//! wrong is planned.

use anyhow::{Context, Result, ensure};
use nova_testkit::model::Script;
use serde_json::{Value, json};

use super::rig::{Rig, clash, count, lines, together};

/// One answer over and over.
fn again(step: &Value) -> Result<Script> {
    let mut step = step.clone();
    step["repeat"] = json!(true);
    Script::parse(&json!({"steps": [step]}).to_string())
}

fn answer(script: Script, words: &[&str]) -> Result<(Rig, Value)> {
    let rig = Rig::new(&clash(), script)?;
    let before = rig.game()?;
    let said = rig.run(words)?;
    let answer = said.object(said.code.context("ended by a signal")?)?;
    before.assert_same(&rig.game()?);
    rig.model.ensure_clean()?;
    Ok((rig, answer))
}

fn call(name: &str, args: &Value) -> Value {
    json!({"calls": [{"name": name, "args": args}]})
}

#[test]
fn nothing_that_is_made_up_gets_onto_the_checklist_even_with_yes() -> Result<()> {
    let disable = call("disable_mod", &json!({"mod": "lithium"}));
    let faulty = |fault: &str| {
        let mut step = disable.clone();
        step["fault"] = json!(fault);
        step
    };
    let made_up = [
        ("a tool", faulty("invented_tool")),
        ("an id", faulty("invented_id")),
        ("half arguments", faulty("half_json")),
        ("a change", call("undo_change", &json!({"change_id": "c-0123abcd"}))),
        ("a backup", call("restore_backup", &json!({"backup_id": "b-0123abcd"}))),
        ("a version", call("delete_version", &json!({"version_id": "9.9.9"}))),
        ("a path", call("delete_mod", &json!({"mod": "../../../../etc/passwd"}))),
        ("a type", call("disable_mod", &json!({"mod": {"id": ["lithium"]}}))),
        ("no arguments", call("disable_mod", &json!({}))),
        (
            "trailing words",
            call("disable_mod", &json!("{\"mod\": \"lithium\"} and then {\"mod\": \"sodium\"}")),
        ),
        ("a list", call("disable_mod", &json!("[\"lithium\"]"))),
        ("words", call("disable_mod", &json!("lithium please"))),
    ];
    together(made_up.map(|(name, step)| (name.to_owned(), move || ensure_nothing_planned(&step))))
}

fn ensure_nothing_planned(step: &Value) -> Result<()> {
    // What the player says must not prove the id.
    let (rig, answer) = answer(again(step)?, &["--json", "--yes", "ask", "--rung", "tools", "tidy up"])?;
    ensure!(lines(&answer).is_empty() && answer["receipts"] == json!([]), "{answer:#}");
    ensure!(answer["problems"].to_string().contains("limit-stalled"), "{answer:#}");
    ensure!(rig.model.asked().len() <= 6, "{} requests", rig.model.asked().len());
    Ok(())
}

#[test]
fn a_look_repeated_without_end_stops_and_the_last_round_has_no_tools() -> Result<()> {
    let (rig, answer) =
        answer(again(&call("list_mods", &json!({})))?, &["--json", "ask", "--rung", "tools", "go on"])?;
    ensure!(answer["problems"].to_string().contains("limit-stalled"), "{answer:#}");
    let asked = rig.model.asked();
    ensure!(asked.last().is_some_and(|last| last.tool_names().is_empty()), "tools in the last round");
    Ok(())
}

#[test]
fn always_something_new_ends_with_the_rounds() -> Result<()> {
    let look = |n: usize| call("list_mods", &json!({"filter": format!("x{n}")}));
    let steps: Vec<Value> = (0..40).map(look).collect();
    let script = Script::parse(&json!({ "steps": steps }).to_string())?;
    let (rig, answer) = answer(script, &["--json", "ask", "--rung", "tools", "go on"])?;
    ensure!(answer["problems"].to_string().contains("limit-rounds"), "{answer:#}");
    let asked = rig.model.asked();
    ensure!(asked.last().is_some_and(|last| last.tool_names().is_empty()), "tools in the last round");
    // The last round's call is not made.
    ensure!(count(&answer, "calls") == 12, "{answer:#}");
    Ok(())
}

fn many(calls: usize) -> Result<Script> {
    let call = |n: usize| json!({"name": "list_mods", "args": {"filter": format!("x{n}")}});
    let calls: Vec<Value> = (0..calls).map(call).collect();
    Script::parse(&json!({"steps": [{"calls": calls}, {"say": "That was all."}]}).to_string())
}

#[test]
fn a_hundred_calls_in_one_answer_are_all_answered() -> Result<()> {
    let (rig, answer) = answer(many(100)?, &["--json", "ask", "--rung", "tools", "go on"])?;
    ensure!(answer["reply"] == "That was all.", "{answer:#}");
    let size = rig.model.asked().last().map_or(0, |last| last.body.len());
    ensure!(size < 400_000, "a request of {size} bytes");
    Ok(())
}

#[test]
fn more_calls_than_anybody_needs_are_no_answer_and_none_is_made() -> Result<()> {
    let (_, answer) = answer(many(200)?, &["--json", "ask", "disable lithium"])?;
    ensure!(answer["rung"] == "planner" && lines(&answer).len() == 1, "{answer:#}");
    ensure!(answer["why"].as_str().is_some_and(|why| why.contains("too large")), "{answer:#}");
    Ok(())
}

#[test]
fn a_hundred_times_the_same_line_is_one_line() -> Result<()> {
    let calls = vec![json!({"name": "disable_mod", "args": {"mod": "lithium"}}); 100];
    let script = Script::parse(&json!({"steps": [{"calls": calls}, {"say": "Planned."}]}).to_string())?;
    let (_, answer) = answer(script, &["--json", "ask", "--rung", "tools", "disable lithium"])?;
    ensure!(lines(&answer).len() == 1, "{answer:#}");
    Ok(())
}
