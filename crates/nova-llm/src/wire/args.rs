//! Arguments of a call, from the text that came to an object.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Args;

/// Reads arguments: nothing is an empty object, a JSON text in a JSON text is unwrapped once, the same value twice is one.
pub(crate) fn read(text: &str) -> Args {
    match first(text) {
        None if text.trim().is_empty() => Args::Object(Map::new()),
        None => unclear(text),
        Some((Value::String(inner), rest)) if fits(&rest, &Value::String(inner.clone())) => {
            unwrapped(&inner).unwrap_or_else(|| unclear(text))
        }
        Some((value, rest)) => plain(value, &rest).unwrap_or_else(|| unclear(text)),
    }
}

fn unclear(text: &str) -> Args {
    Args::Unclear(text.to_owned())
}

/// A JSON text in a JSON text.
fn unwrapped(inner: &str) -> Option<Args> {
    match first(inner) {
        None if inner.trim().is_empty() => Some(Args::Object(Map::new())),
        None => None,
        Some((value, rest)) => plain(value, &rest),
    }
}

fn plain(value: Value, rest: &Rest) -> Option<Args> {
    let whole = fits(rest, &value);
    match value {
        Value::Null if whole => Some(Args::Object(Map::new())),
        Value::Object(object) if whole => Some(Args::Object(object)),
        Value::Object(object) if !matches!(rest, Rest::Value(Value::Object(_))) => {
            Some(Args::Trailing(object))
        }
        _ => None,
    }
}

/// What follows the first value.
enum Rest {
    Nothing,
    Value(Value),
    Garbage,
}

/// Whether what follows adds nothing: it is not there, or says the same again, perhaps encoded once more.
fn fits(rest: &Rest, value: &Value) -> bool {
    match rest {
        Rest::Nothing => true,
        Rest::Value(again) if again == value => true,
        Rest::Value(Value::String(encoded)) => {
            serde_json::from_str::<Value>(encoded).is_ok_and(|again| again == *value)
        }
        _ => false,
    }
}

fn first(text: &str) -> Option<(Value, Rest)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let rest = text.get(values.byte_offset()..).unwrap_or_default();
    Some((value, after(rest)))
}

fn after(rest: &str) -> Rest {
    if rest.trim().is_empty() {
        return Rest::Nothing;
    }
    let mut reader = serde_json::Deserializer::from_str(rest);
    match Value::deserialize(&mut reader) {
        Ok(value) if reader.end().is_ok() => Rest::Value(value),
        _ => Rest::Garbage,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: &Value) -> Args {
        Args::Object(value.as_object().unwrap().clone())
    }

    #[test]
    fn nothing_is_an_empty_object() {
        for text in ["", " \n", "null", "\"\"", "{}", "\"{}\""] {
            assert_eq!(read(text), object(&json!({})), "{text:?}");
        }
    }

    #[test]
    fn the_same_value_twice_is_one_and_two_values_are_unclear() {
        let once = json!({"version_id": "1.21.4"});
        for text in [
            r#"{"version_id":"1.21.4"}"#,
            r#"{"version_id":"1.21.4"}{"version_id": "1.21.4"}"#,
            r#"{"version_id":"1.21.4"}"{\"version_id\":\"1.21.4\"}""#,
            r#""{\"version_id\":\"1.21.4\"}""#,
            r#""{\"version_id\":\"1.21.4\"}""{\"version_id\":\"1.21.4\"}""#,
        ] {
            assert_eq!(read(text), object(&once), "{text}");
        }
        assert!(matches!(read(r#"{"a":1}{"a":2}"#), Args::Unclear(_)));
    }

    #[test]
    fn what_stands_behind_an_object_is_marked() {
        for text in ["{\"a\":1}\"\"", "{\"a\":1}</function>", "{\"a\":1} I will look now.", "{\"a\":1}}"] {
            assert_eq!(read(text), Args::Trailing(json!({"a": 1}).as_object().unwrap().clone()), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_stays_text() {
        for text in
            ["{mod: sodium}", "{mod: sodium", "[1]", "7", "\"sodium\"", "{\"max_mb\":81", "\"\\\"{}\\\"\""]
        {
            assert_eq!(read(text), Args::Unclear(text.to_owned()));
        }
    }

    #[test]
    fn deep_nesting_is_text_and_no_crash() {
        let deep = format!("{}{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
        assert!(matches!(read(&deep), Args::Unclear(_)));
    }
}
