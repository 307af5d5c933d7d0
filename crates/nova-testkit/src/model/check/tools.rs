//! The tool list: names, schemas that every provider reads, and no field about tools without it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::model::ask::{Ask, name};

/// The keywords that the strictest providers read.
const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "enum",
    "items",
    "description",
    "additionalProperties",
    "default",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
];

const KINDS: &[&str] = &["string", "integer", "number", "boolean", "array", "object"];

/// Fields that only make sense beside tools, and those that came before them.
const BESIDE: &[&str] = &["tool_choice", "parallel_tool_calls", "functions", "function_call"];

/// What is wrong with a request's tools.
pub(crate) fn faults(body: &Value) -> Vec<String> {
    let Some(list) = body.get("tools") else {
        let beside = BESIDE.iter().filter(|field| body.get(**field).is_some());
        return beside.map(|field| format!("{field} without tools")).collect();
    };
    if list.as_array().is_none_or(Vec::is_empty) {
        return vec!["tools is no list or an empty one".to_owned()];
    }
    let mut seen = BTreeSet::new();
    let mut faults: Vec<String> = Vec::new();
    for tool in Ask(body).tools() {
        let name = name(tool);
        let found = of_one(tool).map(|fault| format!("tool {name:?} {fault}"));
        faults.extend(found);
        if !seen.insert(name.clone()) {
            faults.push(format!("two tools are called {name:?}"));
        }
    }
    faults
}

/// The first thing in a schema that a strict provider does not know.
pub(crate) fn schema(ask: Ask<'_>) -> Option<String> {
    ask.tools().iter().find_map(|tool| shape(&tool["function"]["parameters"], "parameters"))
}

fn of_one(tool: &Value) -> Option<String> {
    let name = name(tool);
    let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !plain || !(1..=64).contains(&name.len()) {
        return Some("has a name that is not [a-z0-9_]{1,64}".to_owned());
    }
    if tool["type"] != "function" {
        return Some("is not of the type function".to_owned());
    }
    let parameters = &tool["function"]["parameters"];
    if parameters["type"] != "object" {
        return Some("has parameters that are no object".to_owned());
    }
    shape(parameters, "parameters").map(|fault| format!("has {fault}"))
}

fn shape(schema: &Value, place: &str) -> Option<String> {
    let Some(map) = schema.as_object() else { return Some(format!("no schema at {place}")) };
    if let Some(key) = map.keys().find(|key| !KEYWORDS.contains(&key.as_str())) {
        return Some(format!("{key} at {place}"));
    }
    let kind = map.get("type").and_then(Value::as_str).unwrap_or_default();
    if !KINDS.contains(&kind) {
        return Some(format!("no plain type at {place}"));
    }
    let list = |key: &str| {
        map.get(key)
            .is_none_or(|value| value.as_array().is_some_and(|list| !list.is_empty() || key == "required"))
    };
    if !list("enum") || !list("required") {
        return Some(format!("an enum or required that is no list at {place}"));
    }
    unknown_required(map, place).or_else(|| inside(map, kind, place))
}

fn unknown_required(map: &Map<String, Value>, place: &str) -> Option<String> {
    let required = map.get("required").and_then(Value::as_array)?;
    let properties = map.get("properties").and_then(Value::as_object);
    let known = |name: &&Value| {
        name.as_str().is_some_and(|name| properties.is_some_and(|map| map.contains_key(name)))
    };
    let unknown = required.iter().find(|name| !known(name))?;
    Some(format!("{unknown} required at {place}, but no such property"))
}

fn inside(map: &Map<String, Value>, kind: &str, place: &str) -> Option<String> {
    let properties = map.get("properties").and_then(Value::as_object).into_iter().flatten();
    let mut children = properties.map(|(name, child)| (format!("{place}.{name}"), child));
    let found = children.find_map(|(place, child)| shape(child, &place));
    let items = || match (kind, map.get("items")) {
        ("array", None) => Some(format!("no items at {place}")),
        (_, Some(items)) => shape(items, &format!("{place}[]")),
        _ => None,
    };
    found.or_else(items)
}
