//! Rules on parameter schemas.

use serde_json::{Map, Value, json};

use super::{Findings, Rule, words};
use crate::schema::KEYWORDS;

const SIMPLE: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

pub(super) fn check(schema: &Value, findings: &mut Findings<'_>) {
    let Some(root) = schema.as_object() else {
        findings.add(Rule::Schema, "not an object");
        return;
    };
    if root.get("type") != Some(&json!("object")) {
        findings.add(Rule::Schema, "the parameters are not an object");
    }
    shape(root, "", findings);
    for (name, param) in properties(root) {
        let optional = !required(root).contains(&name.as_str());
        parameter(name, param, optional, findings);
    }
}

/// Only permitted keywords, known types, closed objects; all the way down, which is as deep as the Rust type.
fn shape(map: &Map<String, Value>, place: &str, findings: &mut Findings<'_>) {
    for key in map.keys().filter(|key| !KEYWORDS.contains(&key.as_str())) {
        findings.add(Rule::Schema, format!("keyword {key:?} at {place:?}"));
    }
    let kind = map.get("type").and_then(Value::as_str).unwrap_or_default();
    if !SIMPLE.contains(&kind) {
        findings.add(Rule::Schema, format!("no plain type at {place:?}"));
    }
    if kind == "object" && map.get("additionalProperties") != Some(&json!(false)) {
        findings.add(Rule::Schema, format!("an open object at {place:?}"));
    }
    if kind == "array" && !map.get("items").is_some_and(Value::is_object) {
        findings.add(Rule::Schema, format!("an array of anything at {place:?}"));
    }
    let items = map.get("items").map(|items| (format!("{place}[]"), items));
    let children = properties(map).map(|(name, child)| (format!("{place}.{name}"), child)).chain(items);
    for (place, child) in children {
        match child.as_object() {
            Some(child) => shape(child, &place, findings),
            None => findings.add(Rule::Schema, format!("anything goes at {place:?}")),
        }
    }
}

fn parameter(name: &str, param: &Value, optional: bool, findings: &mut Findings<'_>) {
    let text = param["description"].as_str().unwrap_or_default();
    let kind = param["type"].as_str().unwrap_or_default();
    let listed = !param["enum"].is_null();
    let least = if listed || matches!(kind, "object" | "array") { 20 } else { 10 };
    if text.chars().count() < least {
        findings.add(Rule::ParamDescription, format!("{name}: fewer than {least} characters"));
    }
    if !words::is_english(text) {
        findings.add(Rule::English, format!("{name}: not in English"));
    }
    words::wording(text, &format!("in {name}"), findings);
    if !listed && matches!(kind, "string" | "integer" | "number" | "array") && !has_example(text) {
        findings.add(Rule::ParamExample, format!("{name}: no example (\"e.g. …\")"));
    }
    if optional && !has_default(param, text) {
        findings.add(Rule::ParamDefault, format!("{name}: optional, but says no default"));
    }
}

fn has_example(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["e.g.", "example", "such as", "\""].iter().any(|mark| text.contains(mark))
}

/// `null` only says that it may be left out, so then the description has to say what that means.
fn has_default(param: &Value, text: &str) -> bool {
    !param["default"].is_null() || text.to_ascii_lowercase().contains("default")
}

pub(super) fn properties(map: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    map.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn required(map: &Map<String, Value>) -> Vec<&str> {
    map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
