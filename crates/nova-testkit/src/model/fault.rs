//! What goes wrong with an answer: first with its step, then with its events, then with how they are played.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::{
    answer::{Answer, Ending, Event, Kind},
    ask::{Ask, name},
    dialect::{Shape, Ways, Words},
    http::{End, Part, Plan},
    script::{Fault, Place, ScriptCall, Step},
};
use crate::Rng;

const EVENTS: &str = "text/event-stream; charset=utf-8";
const PAGE: &str = "<!doctype html>\n<html><head><title>Sign in to the network</title></head><body><h1>Welcome</h1></body></html>\n";

/// How the calls of an answer end.
pub(crate) fn ending(fault: Option<&Fault>) -> Ending {
    match fault {
        Some(Fault::LengthMidCall) => Ending::Length,
        Some(Fault::HalfJson) => Ending::Silent,
        _ => Ending::Whole,
    }
}

/// The step with what is wrong about its words and calls.
pub(crate) fn spoil(mut step: Step, ask: Ask<'_>) -> Step {
    match step.fault {
        Some(Fault::Empty) => Step { fault: step.fault, ..Step::default() },
        Some(Fault::InventedTool) => {
            let args = step.calls.first().map_or_else(|| json!({"all": true}), |call| call.args.clone());
            let invented = ScriptCall { name: "delete_everything".to_owned(), args };
            step.calls.splice(..step.calls.len().min(1), [invented]);
            step
        }
        Some(Fault::InventedId) => {
            if step.calls.is_empty() {
                step.calls.extend(ask.tools().iter().find_map(invented_call));
            }
            step.calls.iter_mut().for_each(|call| invent(&mut call.args));
            step
        }
        Some(Fault::TruncatedUtf8) => {
            let say = step.say.take().unwrap_or_default();
            step.say = Some(format!("中{say}"));
            step
        }
        _ => step,
    }
}

/// A call to the first tool that needs a text.
fn invented_call(tool: &Value) -> Option<ScriptCall> {
    let parameters = &tool["function"]["parameters"];
    let needed = parameters["required"].as_array()?.iter().filter_map(Value::as_str);
    let texts = needed.filter(|name| parameters["properties"][*name]["type"] == "string");
    let args: serde_json::Map<String, Value> = texts.map(|name| (name.to_owned(), json!(""))).collect();
    (!args.is_empty()).then(|| ScriptCall { name: name(tool), args: Value::Object(args) })
}

fn invent(value: &mut Value) {
    match value {
        Value::String(text) => "made-up-7f3a9c".clone_into(text),
        Value::Array(list) => list.iter_mut().for_each(invent),
        Value::Object(map) => map.values_mut().for_each(invent),
        _ => {}
    }
}

/// How an answer is played.
pub(crate) fn plan(answer: &Answer<'_>, fault: Option<&Fault>, ways: &Ways) -> Plan {
    let events = answer.events();
    match fault {
        Some(Fault::Status { code, body, headers }) => status(*code, body.as_ref(), headers, ways),
        Some(Fault::Html) => Plan::whole(200, "text/html; charset=utf-8", PAGE.as_bytes().to_vec()),
        Some(Fault::JsonBody) => json_body(200, &answer.whole()),
        Some(Fault::Garbage) => streamed(vec![part(Rng::named("garbage").bytes(2000))], End::Whole),
        Some(Fault::Cut { after, n, reset }) => {
            let (before, _) = split(&events, *after, n.unwrap_or(1));
            streamed(before, if *reset { End::Reset } else { End::Cut })
        }
        Some(Fault::Stall { after, n, ms }) => stalled(&events, *after, n.unwrap_or(1), *ms),
        Some(Fault::TruncatedUtf8) => streamed(parts(&truncated(events), None), End::Whole),
        Some(Fault::ErrorInStream) => {
            let mut events: Vec<Event> = events.into_iter().filter(|event| is_before(event.kind)).collect();
            events.push(answer.error(&in_stream(ways)));
            streamed(parts(&events, ways.stream.write), End::Whole)
        }
        Some(Fault::NoDone) => {
            let open = |event: &Event| !matches!(event.kind, Kind::Finish | Kind::Done);
            streamed(
                parts(&events.into_iter().filter(open).collect::<Vec<_>>(), ways.stream.write),
                End::Whole,
            )
        }
        Some(Fault::Huge) => huge(&events),
        Some(Fault::Slow { ms }) => {
            let wait = Duration::from_millis(*ms);
            let slow = events.into_iter().map(|event| Part { wait, bytes: event.bytes }).collect();
            streamed(slow, End::Whole)
        }
        _ => streamed(parts(&events, ways.stream.write), End::Whole),
    }
}

/// One JSON body.
pub(crate) fn json_body(status: u16, body: &Value) -> Plan {
    Plan::whole(status, "application/json", body.to_string().into_bytes())
}

fn status(code: u16, body: Option<&Value>, headers: &BTreeMap<String, String>, ways: &Ways) -> Plan {
    let mut plan = match body {
        Some(Value::String(text)) => Plan::whole(code, "text/plain", text.clone().into_bytes()),
        Some(body) => json_body(code, body),
        None => json_body(code, &usual(code, ways)),
    };
    for (name, value) in headers {
        plan.head.retain(|(known, _)| known != &name.to_lowercase());
        plan.head.push((name.to_lowercase(), value.clone()));
    }
    plan
}

/// What a dialect says for a status.
fn usual(code: u16, ways: &Ways) -> Value {
    if code == 401 {
        return ways.bad_key.body();
    }
    let words = match code {
        402 => Words::new("Insufficient Balance", "insufficient_quota", "insufficient_quota"),
        403 => Words::new("You are not allowed to use this model", "permission_denied", "forbidden"),
        404 => Words::new(
            "The model `scripted` does not exist or you do not have access to it.",
            "not_found",
            "model_not_found",
        ),
        429 => Words::new("Rate limit reached for requests", "requests", "rate_limit_exceeded"),
        400..=499 => Words::new("bad request", "invalid_request_error", ""),
        _ => Words::new("The server had an error while processing your request", "server_error", ""),
    };
    ways.shape.body(code, &words)
}

fn in_stream(ways: &Ways) -> Value {
    // A list has no place in an event; servers that answer with one put its object there.
    let shape = if ways.shape == Shape::Array { Shape::Object } else { ways.shape };
    let words = Words::new("Provider is busy", "server_error", "502");
    shape.body(502, &words)
}

fn streamed(parts: Vec<Part>, end: End) -> Plan {
    let head = vec![
        ("content-type".to_owned(), EVENTS.to_owned()),
        ("cache-control".to_owned(), "no-cache".to_owned()),
    ];
    Plan { status: 200, head, parts, end }
}

fn stalled(events: &[Event], after: Place, n: usize, ms: u64) -> Plan {
    let (mut parts, mut rest) = split(events, after, n);
    if let Some(next) = rest.first_mut() {
        next.wait = Duration::from_millis(ms);
    }
    parts.append(&mut rest);
    streamed(parts, End::Whole)
}

fn huge(events: &[Event]) -> Plan {
    let (before, _) = split(events, Place::Text, 1);
    let text = events.iter().find(|event| event.kind == Kind::Text);
    let filler =
        br#"data: {"choices":[{"index":0,"delta":{"content":"and on and on "},"finish_reason":null}]}"#;
    let again = text.map_or_else(|| [&filler[..], b"\n\n"].concat(), |event| event.bytes.clone());
    streamed(before, End::Never(again))
}

/// Takes the last byte off the first character that has more than one.
fn truncated(mut events: Vec<Event>) -> Vec<Event> {
    let text = events.iter_mut().find(|event| matches!(event.kind, Kind::Text));
    if let Some(event) = text {
        let start = event.bytes.iter().position(|byte| *byte == 0xe4);
        event.bytes.drain(start.map_or(0..0, |start| start + 2..start + 3));
    }
    events
}

/// The events before a place and those behind it.
fn split(events: &[Event], after: Place, n: usize) -> (Vec<Part>, Vec<Part>) {
    let at = |kind: Kind, before: fn(Kind) -> bool| {
        let nth = events.iter().enumerate().filter(|(_, event)| event.kind == kind).nth(n.saturating_sub(1));
        let end = events.iter().position(|event| !before(event.kind)).unwrap_or(events.len());
        nth.map_or(end, |(at, _)| at + 1)
    };
    let at = match after {
        Place::Headers => 0,
        Place::Text => at(Kind::Text, is_before),
        Place::Call => at(Kind::Call, |kind| is_before(kind) || kind == Kind::Call),
        Place::Bytes => return split_bytes(events, n),
    };
    let (before, behind) = events.split_at_checked(at).unwrap_or((events, &[]));
    (parts(before, None), parts(behind, None))
}

fn split_bytes(events: &[Event], n: usize) -> (Vec<Part>, Vec<Part>) {
    let mut all: Vec<u8> = events.iter().flat_map(|event| event.bytes.iter().copied()).collect();
    let behind = all.split_off(n.min(all.len()));
    (vec![part(all)], vec![part(behind)])
}

/// What comes before calls and the end.
fn is_before(kind: Kind) -> bool {
    matches!(kind, Kind::Opening | Kind::Reasoning | Kind::Text)
}

fn parts(events: &[Event], write: Option<usize>) -> Vec<Part> {
    match write {
        None => events.iter().map(|event| part(event.bytes.clone())).collect(),
        Some(size) => {
            let all: Vec<u8> = events.iter().flat_map(|event| event.bytes.iter().copied()).collect();
            all.chunks(size.max(1)).map(|piece| part(piece.to_vec())).collect()
        }
    }
}

fn part(bytes: Vec<u8>) -> Part {
    Part { wait: Duration::ZERO, bytes }
}
