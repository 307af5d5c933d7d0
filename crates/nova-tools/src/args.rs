//! Arguments on their way into a parameter struct: untrusted, forgiving where the meaning is clear.

use nova_model::{Message, Report, clean};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{QUOTED, ToolError};

/// Deeper nesting than any tool needs; refused before parsing.
pub const MAX_DEPTH: usize = 64;

/// Longer arguments than any tool needs, in bytes; refused before parsing.
pub const MAX_BYTES: usize = 256 * 1024;

/// The arguments as an object. A string is read as JSON; nothing at all, `null` and an empty string are an empty object; a
/// parameter that is `null` is left out.
pub(crate) fn object(tool: &str, args: Value) -> Result<Map<String, Value>, Report> {
    let mut map = any_object(tool, args)?;
    map.retain(|_, value| !value.is_null());
    Ok(map)
}

fn any_object(tool: &str, args: Value) -> Result<Map<String, Value>, Report> {
    match args {
        Value::Null => Ok(Map::new()),
        Value::Object(map) if is_deep(&map) => Err(too_deep(tool)),
        Value::Object(map) => Ok(map),
        Value::String(text) => parse(tool, &text),
        other => Err(bad(tool, ".", &format!("expected an object, found {}", kind(&other)))),
    }
}

fn parse(tool: &str, text: &str) -> Result<Map<String, Value>, Report> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Map::new());
    }
    if text.len() > MAX_BYTES {
        return Err(bad(tool, ".", &format!("longer than {MAX_BYTES} bytes")));
    }
    if depth(text) > MAX_DEPTH {
        return Err(too_deep(tool));
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(other) => Err(bad(tool, ".", &format!("expected an object, found {}", kind(&other)))),
        Err(error) => Err(bad(tool, ".", &format!("not JSON: {error}"))),
    }
}

/// The arguments as the tool's own struct.
pub(crate) fn typed<P: DeserializeOwned>(tool: &str, args: Value) -> Result<P, ToolError> {
    let map = object(tool, args).map_err(ToolError::Tell)?;
    serde_path_to_error::deserialize(Value::Object(map)).map_err(|error| {
        let path = error.path().to_string();
        ToolError::Tell(bad(tool, &path, &error.into_inner().to_string()))
    })
}

fn too_deep(tool: &str) -> Report {
    bad(tool, ".", &format!("nested deeper than {MAX_DEPTH} levels"))
}

fn bad(tool: &str, path: &str, reason: &str) -> Report {
    Report::new(
        Message::new("tools.bad-arguments")
            .with("tool", clean(tool, QUOTED))
            .with("path", clean(path, QUOTED))
            .with("reason", clean(reason, 2 * QUOTED)),
    )
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Whether parsed arguments are nested deeper than [`MAX_DEPTH`], found without recursion.
fn is_deep(map: &Map<String, Value>) -> bool {
    let mut open: Vec<(usize, &Value)> = map.values().map(|value| (2, value)).collect();
    while let Some((level, value)) = open.pop() {
        let below = level.saturating_add(1);
        match value {
            Value::Array(_) | Value::Object(_) if level > MAX_DEPTH => return true,
            Value::Array(items) => open.extend(items.iter().map(|item| (below, item))),
            Value::Object(map) => open.extend(map.values().map(|item| (below, item))),
            _ => {}
        }
    }
    false
}

/// The deepest nesting of brackets outside strings, found without recursion.
fn depth(text: &str) -> usize {
    let (mut deepest, mut now, mut quoted, mut escaped) = (0_usize, 0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                now = now.saturating_add(1);
                deepest = deepest.max(now);
            }
            b'}' | b']' if !quoted => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        path: String,
        #[serde(default)]
        lines: u32,
    }

    fn read(args: Value) -> Result<Params, ToolError> {
        typed("read_log", args)
    }

    fn reason(args: Value) -> String {
        let error = read(args).unwrap_err();
        serde_json::to_string(error.report()).unwrap()
    }

    #[test]
    fn windows_paths_and_patterns_arrive_byte_for_byte() {
        let text = r#"{"path": "C:\\Users\\\u5c0f\\a.*\\d+$"}"#;
        assert_eq!(read(json!(text)).unwrap().path, r"C:\Users\小\a.*\d+$");
    }

    #[test]
    fn nothing_and_null_and_an_empty_string_are_an_empty_object() {
        for args in [json!(null), json!(""), json!("  "), json!("null"), json!({})] {
            assert_eq!(object("x", args).unwrap(), Map::new());
        }
    }

    #[test]
    fn a_null_is_a_parameter_left_out() {
        assert_eq!(read(json!({"path": "a", "lines": null})).unwrap().lines, 0);
    }

    #[test]
    fn a_mistake_names_the_place_and_the_reason() {
        let text = reason(json!({"path": "a", "lines": "many"}));
        assert!(text.contains("lines") && text.contains("many"), "{text}");
        assert!(reason(json!({"path": "a", "depth": 1})).contains("unknown field"));
        assert!(reason(json!([1])).contains("an array"));
        assert!(reason(json!("{\"path\"")).contains("not JSON"));
    }

    #[test]
    fn deep_nesting_is_refused_before_it_is_parsed() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(reason(json!(deep)).contains("nested deeper"));
        let nested = |levels: usize| (1..levels).fold(json!([]), |inner, _| json!([inner]));
        assert!(object("x", json!({"a": nested(MAX_DEPTH - 1)})).is_ok());
        assert!(reason(json!({"a": nested(MAX_DEPTH)})).contains("nested deeper"));
        assert_eq!(depth(r#"{"a": "[[[\"[["}"#), 1);
    }

    proptest! {
        #[test]
        fn no_text_makes_parsing_panic(text in "\\PC{0,200}") {
            let _ = object("x", Value::String(text));
        }
    }
}
