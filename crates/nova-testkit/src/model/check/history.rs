//! The messages: their order, their fields, and that each call has its answer.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::ask::{Ask, calls, name, role};

/// What is wrong with the messages.
pub(crate) fn faults(messages: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    let starts: Vec<&str> = messages.iter().take(2).map(role).collect();
    if starts != ["system", "user"] {
        faults.push("messages do not start with system, then user".to_owned());
    }
    for (at, message) in messages.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| messages.get(at));
        let found = content(message).into_iter().chain(before.and_then(|before| order(before, message)));
        let found = found.chain(call_list(message)).chain(answers(messages, at));
        faults.extend(found.map(|fault| format!("messages[{at}] {fault}")));
    }
    faults.extend(repeated_ids(messages));
    faults.extend(last(messages));
    faults
}

/// The first assistant message with a call that has no answer right behind.
pub(crate) fn orphan(ask: Ask<'_>) -> Option<usize> {
    let messages = ask.messages();
    (0..messages.len()).find(|at| {
        let wanted = messages.get(*at).map(calls).unwrap_or_default();
        let told: Vec<&Value> = answering(messages, *at).map(|message| &message["tool_call_id"]).collect();
        wanted.iter().any(|call| !told.contains(&&call["id"]))
    })
}

fn last(messages: &[Value]) -> Option<String> {
    let last = messages.last().map(role).unwrap_or_default();
    (!matches!(last, "user" | "tool")).then(|| format!("the last message is of the role {last:?}"))
}

fn order(before: &Value, message: &Value) -> Option<String> {
    let (first, second) = (role(before), role(message));
    let legal = match first {
        "system" => second == "user",
        "user" => second == "assistant",
        "assistant" if calls(before).is_empty() => second == "user",
        "assistant" => second == "tool",
        "tool" => matches!(second, "tool" | "assistant" | "user"),
        _ => false,
    };
    (!legal).then(|| format!("is of the role {second:?} behind one of {first:?}"))
}

fn content(message: &Value) -> Option<String> {
    let content = &message["content"];
    match role(message) {
        "system" | "user" if content.as_str().is_none_or(str::is_empty) => Some("has no text".to_owned()),
        "tool" if !content.is_string() => Some("has a content that is no text".to_owned()),
        "assistant" if !(content.is_string() || content.is_null()) => {
            Some("has a content that is neither text nor null".to_owned())
        }
        "assistant" if calls(message).is_empty() && content.as_str().is_none_or(str::is_empty) => {
            Some("has neither text nor calls".to_owned())
        }
        _ => None,
    }
}

fn call_list(message: &Value) -> Vec<String> {
    let Some(list) = message.get("tool_calls") else { return Vec::new() };
    if role(message) != "assistant" {
        return vec!["has tool_calls, but is not the assistant's".to_owned()];
    }
    if list.as_array().is_none_or(Vec::is_empty) {
        return vec!["has tool_calls that is no list or an empty one".to_owned()];
    }
    let found = calls(message).iter().enumerate();
    found.flat_map(|(at, one)| call(one).map(move |fault| format!("tool_calls[{at}] {fault}"))).collect()
}

fn call(call: &Value) -> impl Iterator<Item = &'static str> + use<> {
    let object = |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object());
    let faults = [
        (call["id"].as_str().is_none_or(str::is_empty), "has no id"),
        (call["type"] != "function", "is not of the type function"),
        (name(call).is_empty(), "has no name"),
        (
            !call["function"]["arguments"].as_str().is_some_and(object),
            "has arguments that are no object in a text",
        ),
    ];
    faults.into_iter().filter_map(|(wrong, fault)| wrong.then_some(fault))
}

fn answering(messages: &[Value], at: usize) -> impl Iterator<Item = &Value> {
    messages.iter().skip(at + 1).take_while(|message| role(message) == "tool")
}

/// The tool messages behind a message with calls: one for each, in order, and nothing else.
fn answers(messages: &[Value], at: usize) -> Option<String> {
    let message = messages.get(at)?;
    if role(message) != "assistant" {
        return None;
    }
    let wanted: Vec<&str> = calls(message).iter().filter_map(|call| call["id"].as_str()).collect();
    let told: Vec<&str> =
        answering(messages, at).filter_map(|message| message["tool_call_id"].as_str()).collect();
    (wanted != told).then(|| format!("has the calls {wanted:?}, and behind it are the answers to {told:?}"))
}

fn repeated_ids(messages: &[Value]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let ids = messages.iter().flat_map(calls).filter_map(|call| call["id"].as_str());
    ids.filter(|id| !seen.insert(*id)).map(|id| format!("two calls have the id {id:?}")).collect()
}
