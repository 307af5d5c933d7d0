//! A model's arguments made to fit a tool's parameters, as far as their meaning is beyond doubt.

use serde_json::{Map, Value};

/// Digits in quotes become numbers, `"true"` a boolean; a parameter that the tool does not have is left out and named. Everything
/// else stays for the tool itself to judge.
pub(super) fn fit(args: &mut Map<String, Value>, schema: &Value) -> Vec<String> {
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let unknown: Vec<String> = args.keys().filter(|name| !properties.contains_key(*name)).cloned().collect();
    args.retain(|name, _| properties.contains_key(name));
    for (name, value) in args {
        if let Some(meant) = properties.get(name).and_then(|property| coerced(value, property)) {
            *value = meant;
        }
    }
    unknown
}

fn coerced(value: &Value, property: &Value) -> Option<Value> {
    let text = value.as_str()?.trim();
    match property["type"].as_str()? {
        "integer" => text.parse::<i64>().ok().map(Value::from),
        "number" => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
        "boolean" => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fitted(args: Value) -> (Value, Vec<String>) {
        let schema = json!({"type": "object", "properties": {
            "max_mb": {"type": "integer"}, "name": {"type": "string"}, "deep": {"type": "boolean"},
            "ratio": {"type": "number"},
        }});
        let Value::Object(mut map) = args else { panic!("not an object") };
        let unknown = fit(&mut map, &schema);
        (Value::Object(map), unknown)
    }

    #[test]
    fn digits_in_quotes_are_numbers_where_a_number_is_meant() {
        let (args, _) = fitted(json!({"max_mb": "8192", "name": "8192", "deep": "true", "ratio": "0.5"}));
        assert_eq!(args, json!({"max_mb": 8192, "name": "8192", "deep": true, "ratio": 0.5}));
    }

    #[test]
    fn what_is_no_number_stays_for_the_tool_to_refuse() {
        let (args, _) = fitted(json!({"max_mb": "8G", "deep": "yes", "ratio": "NaN"}));
        assert_eq!(args, json!({"max_mb": "8G", "deep": "yes", "ratio": "NaN"}));
    }

    #[test]
    fn a_parameter_that_does_not_exist_is_left_out_and_named() {
        assert_eq!(fitted(json!({"x": 1, "name": "a"})), (json!({"name": "a"}), vec!["x".to_owned()]));
    }
}
