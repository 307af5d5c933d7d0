//! The main job with a model: it looks, plans, the player confirms, it hears what was done and closes; undo brings everything back.

use anyhow::{Context, Result, ensure};
use nova_testkit::model::{Dialect, JsonShape, Script, Step};
use serde_json::{Value, json};

use super::rig::{Rig, clash, count, lines, text, together};

const SENTENCE: &str = "sodium and optifabric clash, please fix it";

/// The steps of one who does it well.
fn well(script: Script) -> Script {
    let look = Step { say: Some("I look first.".to_owned()), ..Step::call("check_mod_conflicts", json!({})) };
    script
        .then(look.reasoning("What clashes with what?"))
        .then(Step::call("disable_mod", json!({"mod": "sodium"})).reasoning("One has to give way."))
        .then(Step::say("Planned: Sodium goes off, OptiFabric stays."))
        .then(Step::say("Sodium is off now."))
}

fn twice(script: &Script) -> Script {
    let mut twice = script.clone();
    twice.steps.extend_from_slice(&script.steps);
    twice
}

/// Runs the job, then again, then takes both back.
fn job(script: &Script, rung: &str, words: &[&str]) -> Result<()> {
    let rig = Rig::new(&clash(), twice(script))?;
    let before = rig.game()?;
    let ask: Vec<&str> = ["--yes", "ask", SENTENCE].iter().chain(words).copied().collect();
    let done = rig.json(0, &ask)?;
    ensure_done(&rig, &done, rung)?;
    told_back(&rig)?;
    rig.json(0, &["--yes", "undo", text(&done, "/change_id")?])?;
    before.assert_same(&rig.game()?);

    let learnt = rig.model.server.refusals();
    let done = rig.json(0, &ask)?;
    ensure_done(&rig, &done, rung)?;
    let refused = rig.model.server.refusals();
    ensure!(refused == learnt, "what was learnt is not remembered: {refused:#?}");
    Ok(())
}

fn ensure_done(rig: &Rig, done: &Value, rung: &str) -> Result<()> {
    rig.model.ensure_clean()?;
    ensure!(done["rung"] == rung && done["model"] == "scripted", "{done:#}");
    ensure!(rig.has_mod("sodium.jar.disabled") && !rig.has_mod("sodium.jar"), "{done:#}");
    ensure!(rig.has_mod("optifabric.jar") && rig.has_mod("lithium.jar"), "{done:#}");
    let names: Vec<&Value> =
        done["calls"].as_array().into_iter().flatten().map(|call| &call["name"]).collect();
    ensure!(names == ["check_mod_conflicts", "disable_mod"], "{done:#}");
    ensure!(count(done, "receipts") == 1 && count(done, "errors") == 0, "{done:#}");
    ensure!(lines(done).len() == 1 && lines(done)[0]["state"]["state"] == "done", "{done:#}");
    ensure!(text(done, "/reply")?.ends_with("Sodium is off now."), "{done:#}");
    ensure!(done["usage"]["prompt"].as_u64().is_some(), "{done:#}");
    Ok(())
}

/// The last request tells the model what became of the checklist.
fn told_back(rig: &Rig) -> Result<()> {
    let asked = rig.model.asked();
    let last = asked.last().and_then(|request| request.json.as_ref()).context("no request")?;
    ensure!(last.to_string().contains("change c-"), "the receipt is not told: {}", last["messages"]);
    Ok(())
}

fn all(jobs: Vec<(String, Script, &'static str, &'static [&'static str])>) -> Result<()> {
    together(jobs.into_iter().map(|(name, script, rung, words)| (name, move || job(&script, rung, words))))
}

#[test]
fn a_conflict_is_resolved_confirmed_told_back_and_undone_with_every_kind_of_server() -> Result<()> {
    let jobs = Dialect::ALL.map(|dialect| {
        (dialect.name().to_owned(), well(Script::new(dialect)), "tools", ["--rung", "tools"].as_slice())
    });
    all(jobs.into())
}

#[test]
fn the_same_without_a_tools_api_whatever_forms_of_json_the_server_knows() -> Result<()> {
    let mut jobs = Vec::new();
    for dialect in [Dialect::Ollama, Dialect::Llamacpp] {
        for json_schema in [JsonShape::Yes, JsonShape::JsonObject, JsonShape::No] {
            let script = Script { tools_api: false, json_schema, ..Script::new(dialect) };
            let name = format!("{} {json_schema:?}", dialect.name());
            jobs.push((name, well(script), "json", ["--rung", "auto"].as_slice()));
        }
    }
    all(jobs)
}

#[test]
fn the_json_rung_can_be_asked_for() -> Result<()> {
    job(&well(Script::new(Dialect::Openai)), "json", &["--rung", "json"])
}
