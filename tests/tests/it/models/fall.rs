//! The server dying before, within and after a call: who answers then, what is said, and that nothing is half done.

use anyhow::{Context, Result, ensure};
use nova_testkit::model::{Dialect, Script, Step};
use serde_json::{Value, json};

use super::rig::{Rig, clash, lines, text, together};

const SENTENCE: &str = "disable lithium";

/// How a turn ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The planner answers the sentence; the reason holds these words, in English and Chinese.
    Planner(&'static str, &'static str),
    /// The model's words stay, with this notice.
    Words(&'static str, &'static str),
    /// The model answers all the same.
    Model,
}

struct Death {
    name: &'static str,
    fault: Value,
    end: End,
}

fn deaths() -> Vec<Death> {
    use End::{Model, Planner, Words};
    let status = |code: u16| json!({"status": {"code": code}});
    let soon = |code: u16| json!({"status": {"code": code, "headers": {"retry-after": "0"}}});
    let late = json!({"status": {"code": 429, "headers": {"retry-after": "3600"}}});
    let page = json!({"status": {"code": 502, "body": "<html><head><title>Bad Gateway</title></head></html>",
        "headers": {"retry-after": "0"}}});
    let cut = |after: &str, n: usize| json!({"cut": {"after": after, "n": n}});
    let broke = || Planner("before the answer was complete", "回答没有收全");
    let strange = || Planner("not the answer of a chat server", "不是聊天接口的格式");
    let row = |name, fault, end| Death { name, fault, end };
    vec![
        row("401", status(401), Planner("does not accept the key", "不接受这个密钥")),
        row("403", status(403), Planner("does not accept the key", "不接受这个密钥")),
        row("404", status(404), Planner("has no model scripted", "没有模型 scripted")),
        row("429", soon(429), Planner("takes no more requests", "请求太多")),
        row("429 for an hour", late, Planner("takes no more requests", "请求太多")),
        row("500", soon(500), Planner("had an error", "出错了")),
        row("502 as a page", page, Planner("(Bad Gateway)", "（Bad Gateway）")),
        row("a page", json!("html"), strange()),
        row("garbage", json!("garbage"), strange()),
        row("cut behind the head", cut("headers", 0), broke()),
        row("cut within a call", cut("call", 1), broke()),
        row(
            "an error in the stream",
            json!("error_in_stream"),
            Planner("Provider is busy", "Provider is busy"),
        ),
        row("nothing", json!("empty"), Planner("answered nothing", "什么也没有回答")),
        row("cut within words", cut("text", 2), Words("broke off", "中途断了")),
        row("too long", json!("length_mid_call"), Words("cut at its limit", "被截断了")),
        row("a cut character", json!("truncated_utf8"), Model),
        row("no end mark", json!("no_done"), Model),
        row("a whole body", json!("json_body"), Model),
    ]
}

/// The same fault again and again, as the first answer or behind a look that went well.
fn script(fault: &Value, after_a_look: bool) -> Result<Script> {
    let call = json!({"name": "disable_mod", "args": {"mod": "lithium"}});
    let step = json!({"say": "I switch it off for you.", "calls": [call], "fault": fault});
    let mut steps = vec![step.clone(), step.clone(), step.clone(), step.clone(), step];
    if after_a_look {
        steps.insert(0, json!({"calls": [{"name": "list_mods"}]}));
    }
    // On the json rung of the same server the prompt is another one.
    Script::parse(&json!({"steps": steps, "compaction_allowed": fault == "empty"}).to_string())
}

fn ensure_end(death: &Death, after_a_look: bool) -> Result<()> {
    let rig = Rig::new(&clash(), script(&death.fault, after_a_look)?)?;
    let before = rig.game()?;
    let language = if after_a_look { "zh-CN" } else { "en" };
    let said = rig.run_in(language, &["--json", "ask", SENTENCE])?;
    before.assert_same(&rig.game()?);
    rig.model.ensure_clean()?;
    let of = |en: &'static str, zh: &'static str| if after_a_look { zh } else { en };
    match death.end {
        End::Planner(en, zh) => {
            let answer = said.object(3)?;
            ensure!(answer["rung"] == "planner", "{answer:#}");
            ensure!(text(&answer, "/why")?.contains(of(en, zh)), "{answer:#}");
            ensure!(lines(&answer).len() == 1, "{answer:#}");
        }
        End::Words(en, zh) => {
            let answer = said.object(0)?;
            ensure!(answer["rung"] == "tools" && lines(&answer).is_empty(), "{answer:#}");
            ensure!(answer["problems"].to_string().contains(of(en, zh)), "{answer:#}");
        }
        End::Model => {
            let answer = said.object(3)?;
            ensure!(answer["rung"] == "tools" && lines(&answer).len() == 1, "{answer:#}");
        }
    }
    Ok(())
}

fn all_end(after_a_look: bool) -> Result<()> {
    // What happens behind a look differs only where the conversation or the stream counts.
    let again =
        ["401", "500", "garbage", "cut behind the head", "cut within a call", "nothing", "cut within words"];
    let jobs = deaths().into_iter().filter(move |death| !after_a_look || again.contains(&death.name));
    together(jobs.map(|death| (death.name.to_owned(), move || ensure_end(&death, after_a_look))))
}

#[test]
fn a_server_that_fails_at_once_leaves_the_player_an_answer_and_the_reason() -> Result<()> {
    all_end(false)
}

#[test]
fn a_server_that_fails_behind_a_look_leaves_the_player_an_answer_and_the_reason() -> Result<()> {
    all_end(true)
}

#[test]
fn what_was_planned_before_the_server_died_stays_to_be_decided() -> Result<()> {
    let fault = json!({"status": {"code": 401}});
    let steps = json!([{"calls": [{"name": "disable_mod", "args": {"mod": "lithium"}}]}, {"fault": fault, "repeat": true}]);
    let rig = Rig::new(&clash(), Script::parse(&json!({ "steps": steps }).to_string())?)?;
    let before = rig.game()?;
    let answer = rig.json(3, &["ask", SENTENCE])?;
    before.assert_same(&rig.game()?);
    ensure!(lines(&answer).len() == 1 && answer["problems"].to_string().contains("broke off"), "{answer:#}");
    Ok(())
}

#[test]
fn nobody_at_the_address_is_told_and_the_planner_answers() -> Result<()> {
    let rig = Rig::new(&clash(), Script::default())?;
    let gone = rig.model.server.base();
    let Rig { nova, model } = rig;
    drop(model);
    let env = [("NOVA_LLM_BASE", gone.as_str()), ("NOVA_LLM_MODEL", "scripted")];
    let answer = nova.with_env(&["--json", "ask", SENTENCE], &env)?.object(3)?;
    ensure!(
        answer["rung"] == "planner" && text(&answer, "/why")?.contains("cannot be reached"),
        "{answer:#}"
    );
    let text = nova.with_env(&["ask", SENTENCE], &env)?;
    ensure!(text.stderr.matches("cannot be reached").count() <= 2, "{text:?}");
    Ok(())
}

#[test]
fn a_busy_server_is_waited_for_and_the_player_hears_of_it() -> Result<()> {
    let steps =
        json!([{"fault": {"status": {"code": 429, "headers": {"retry-after": "1"}}}}, {"say": "Here I am."}]);
    let rig = Rig::new(&clash(), Script::parse(&json!({ "steps": steps }).to_string())?)?;
    let said = rig.run(&["ask", "hello"])?;
    ensure!(said.code == Some(0) && said.stdout == "Here I am.\n", "{said:?}");
    ensure!(said.stderr.contains("trying again in 1 s."), "{said:?}");
    Ok(())
}

#[test]
fn the_reason_for_a_lower_rung_is_said_once() -> Result<()> {
    for language in ["en", "zh-CN", "zh-TW"] {
        let fault: Step = serde_step(&json!({"fault": {"status": {"code": 401}}, "repeat": true}))?;
        let rig = Rig::new(&clash(), Script::new(Dialect::Openai).then(fault))?;
        let said = rig.run_in(language, &["ask", SENTENCE])?;
        ensure!(said.stderr.matches("Incorrect API key").count() == 1, "{language}: {said:?}");
    }
    Ok(())
}

fn serde_step(step: &Value) -> Result<Step> {
    let mut script = Script::parse(&json!({"steps": [step]}).to_string())?;
    script.steps.pop().context("no step")
}
