//! The odd requests of the development set, where it is at hand: prints the figures, and holds a floor.

use std::path::PathBuf;

use serde_json::Value;

use super::stage::{Stage, Turn, lexicon};
use crate::{Conversation, Entry, Keep, Say};
use nova_model::{ToolCall, ToolOutcome};

fn set() -> Option<Value> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/requests-dev.json"));
    let text = std::fs::read_to_string(path).ok()?;
    serde_json::from_str(&text).ok()
}

fn odd(request: &Value) -> bool {
    let id = request["id"].as_str().unwrap_or_default();
    id.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().is_ok_and(|number| number % 2 == 1)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).to_lowercase()
}

fn arg_fits(rule: &Value, value: Option<&Value>, current: bool) -> bool {
    let list = |key: &str| rule.get(key).and_then(Value::as_array);
    let loose = rule.get("optional").is_some() || rule.get("from_result").is_some() || current;
    let Some(value) = value.filter(|value| !value.is_null()) else { return loose };
    if rule.get("any").is_some() || rule.get("from_result").is_some() {
        return true;
    }
    let value = plain(value);
    list("any_of").is_none_or(|any| any.iter().any(|wanted| plain(wanted) == value))
        && list("contains_any").is_none_or(|any| any.iter().any(|wanted| value.contains(&plain(wanted))))
        && list("contains_all").is_none_or(|all| all.iter().all(|wanted| value.contains(&plain(wanted))))
}

fn call_fits(wanted: &Value, call: &ToolCall) -> bool {
    wanted["name"] == call.name.as_str()
        && wanted["args"].as_object().is_none_or(|rules| {
            rules.iter().all(|(arg, rule)| {
                let current = arg == "version_id"
                    && rule["any_of"].as_array().is_some_and(|any| any.contains(&"1.20.1-fabric".into()));
                arg_fits(rule, call.args.get(arg), current)
            })
        })
}

fn exact(request: &Value, turn: &Turn, stage: &Stage) -> bool {
    let expect = &request["expect"];
    let empty = Vec::new();
    let wanted = expect["calls"].as_array().unwrap_or(&empty);
    let forbidden = expect["must_not"].as_array().unwrap_or(&empty);
    let writes = turn.calls.iter().filter(|call| stage.writes(&call.name));
    if turn.calls.iter().any(|call| forbidden.iter().any(|name| name == call.name.as_str())) {
        return false;
    }
    match expect["mode"].as_str().unwrap_or_default() {
        "clarify" => writes.count() == 0 && !turn.asks.is_empty(),
        "refuse" | "chat" => writes.count() == 0 && turn.said + turn.asks.len() > 0,
        mode => {
            let extra = turn
                .calls
                .iter()
                .any(|call| stage.writes(&call.name) && !wanted.iter().any(|want| call_fits(want, call)));
            let mut at = 0;
            let mut left: Vec<&ToolCall> = turn.calls.iter().collect();
            let all = wanted.iter().all(|want| {
                let from = if mode == "plan" { at } else { 0 };
                let found =
                    left.iter().skip(from).position(|call| call_fits(want, call)).map(|found| found + from);
                if let Some(found) = found {
                    if mode == "plan" {
                        at = found + 1;
                    } else {
                        left.remove(found);
                    }
                }
                found.is_some()
            });
            all && !extra
        }
    }
}

fn history(request: &Value) -> Conversation {
    let mut chat = Conversation::default();
    for (at, line) in request["context"]["history"].as_array().into_iter().flatten().enumerate() {
        let (role, text) =
            (line[0].as_str().unwrap_or_default(), line[1].as_str().unwrap_or_default().to_owned());
        match role.strip_prefix("tool:") {
            Some(tool) => chat.entries.push(Entry::Result {
                call: format!("h{at:08}"),
                tool: tool.to_owned(),
                outcome: ToolOutcome::Done {
                    text: text.clone(),
                    data: serde_json::json!({"text": text}),
                    said: Vec::new(),
                    foreign: true,
                },
            }),
            None if role == "user" => chat.entries.push(Entry::Player(text)),
            None => chat.entries.push(Entry::Nova {
                say: Say::Text(text),
                calls: Vec::new(),
                keep: Keep::default(),
            }),
        }
    }
    chat
}

#[test]
fn the_odd_requests_of_the_development_set_stay_understood() {
    let Some(set) = set() else {
        println!("skipped: no development set here");
        return;
    };
    let lexicon = lexicon();
    let requests: Vec<&Value> =
        set["requests"].as_array().into_iter().flatten().filter(|request| odd(request)).collect();
    let mut misses = Vec::new();
    for request in &requests {
        let mut stage = Stage::new(&lexicon);
        for (tool, text) in request["context"]["tool_results"].as_object().into_iter().flatten() {
            stage.stand_ins.insert(tool.clone(), text.as_str().unwrap_or_default().to_owned());
        }
        let turn = stage.turn_after(history(request), request["text"].as_str().unwrap_or_default());
        if !exact(request, &turn, &stage) {
            let calls: Vec<_> =
                turn.calls.iter().map(|call| format!("{} {}", call.name, call.args)).collect();
            let asks: Vec<_> = turn.asks.iter().map(|ask| ask.text.code.to_string()).collect();
            misses.push(format!("{} {} -> {calls:?} {asks:?}", request["id"], request["text"]));
        }
    }
    println!(
        "odd requests: {} of {} exact\n{}",
        requests.len() - misses.len(),
        requests.len(),
        misses.join("\n")
    );
    assert!(misses.len() * 10 <= requests.len(), "{} of {} missed", misses.len(), requests.len());
}
