//! The test sentences that stand beside the templates.

use serde_json::Value;

use super::stage::{Stage, Turn, lexicon};
use crate::planner::Sample;

/// `tool key=value key=value with spaces`.
fn wanted(call: &str) -> (String, Vec<(String, String)>) {
    let (tool, rest) = call.split_once(' ').unwrap_or((call, ""));
    let mut args: Vec<(String, String)> = Vec::new();
    for word in rest.split(' ').filter(|word| !word.is_empty()) {
        match (word.split_once('='), args.last_mut()) {
            (Some((key, value)), _) => args.push((key.to_owned(), value.to_owned())),
            (None, Some((_, value))) => *value = format!("{value} {word}"),
            (None, None) => panic!("{call}: no key"),
        }
    }
    (tool.to_owned(), args)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What is wrong with a turn, if anything.
fn fault(sample: &Sample, turn: &Turn, stage: &Stage) -> Option<String> {
    let mut left: Vec<_> = turn.calls.iter().collect();
    for call in &sample.calls {
        let (tool, args) = wanted(call);
        let fits = |made: &&nova_model::ToolCall| {
            made.name == tool
                && args.iter().all(|(key, value)| made.args.get(key).map(plain).as_ref() == Some(value))
        };
        match left.iter().position(fits) {
            Some(at) => drop(left.remove(at)),
            None => return Some(format!("no `{call}`")),
        }
    }
    if let Some(more) = left.iter().find(|call| stage.writes(&call.name)) {
        return Some(format!("`{}` was not asked for", more.name));
    }
    if !sample.quiet && sample.asks == turn.asks.is_empty() {
        return Some(format!("asks: {:?}", turn.asks.iter().map(|ask| &ask.text.code).collect::<Vec<_>>()));
    }
    let waits = turn.calls.iter().any(|call| stage.writes(&call.name));
    (turn.said == 0 && turn.asks.is_empty() && !waits).then(|| "says nothing".to_owned())
}

#[test]
fn every_sentence_beside_a_template_leads_to_its_calls() {
    let lexicon = lexicon();
    let stage = Stage::new(&lexicon);
    let mut faults = Vec::new();
    for sample in lexicon.samples() {
        let turn = stage.turn(&sample.say);
        if let Some(fault) = fault(sample, &turn, &stage) {
            let calls: Vec<_> =
                turn.calls.iter().map(|call| format!("{} {}", call.name, call.args)).collect();
            faults.push(format!("{:?}: {fault}; calls {calls:?}", sample.say));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), lexicon.samples().len(), faults.join("\n"));
}
