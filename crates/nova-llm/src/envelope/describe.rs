//! A list of tools as words for a prompt.

use std::fmt::Write;

use serde_json::{Map, Value};

/// The most characters of a parameter's description.
const DESCRIPTION: usize = 160;

/// Lists tools with their parameters, one line for each. The same tools always give the same text.
pub fn describe(tools: &Value) -> String {
    let mut text = String::new();
    for tool in tools.as_array().into_iter().flatten() {
        let function = tool.get("function").unwrap_or(tool);
        if let Some(name) = function.get("name").and_then(Value::as_str) {
            one(&mut text, name, function);
        }
    }
    text
}

fn one(text: &mut String, name: &str, function: &Value) {
    let properties = function.pointer("/parameters/properties").and_then(Value::as_object);
    let required: Vec<&str> =
        list(function.pointer("/parameters/required")).filter_map(Value::as_str).collect();
    let parameters = properties.map(|properties| in_order(properties, &required)).unwrap_or_default();
    let signature: Vec<String> = parameters.iter().map(Parameter::signature).collect();
    let what = flat(function.get("description"), usize::MAX);
    // Writing into a text cannot fail.
    let _ = writeln!(text, "- {name}({}): {what}", signature.join(", "));
    for parameter in parameters.iter().filter(|parameter| !parameter.description.is_empty()) {
        let _ = writeln!(text, "  {}: {}", parameter.name, parameter.description);
    }
}

struct Parameter<'a> {
    name: &'a str,
    kind: String,
    optional: bool,
    description: String,
}

impl Parameter<'_> {
    fn signature(&self) -> String {
        format!("{}{}: {}", self.name, if self.optional { "?" } else { "" }, self.kind)
    }
}

/// Required parameters first, in their own order.
fn in_order<'a>(properties: &'a Map<String, Value>, required: &[&str]) -> Vec<Parameter<'a>> {
    let parameter = |(name, schema): (&'a String, &'a Value)| Parameter {
        name,
        kind: kind(schema),
        optional: !required.contains(&name.as_str()),
        description: flat(schema.get("description"), DESCRIPTION),
    };
    let mut found: Vec<Parameter<'a>> = properties.iter().map(parameter).collect();
    let place = |name: &str| required.iter().position(|wanted| *wanted == name).unwrap_or(required.len());
    found.sort_by_key(|parameter| place(parameter.name));
    found
}

/// The type of a value, as a reader of code would write it.
fn kind(schema: &Value) -> String {
    let choices: Vec<String> = list(schema.get("enum")).map(Value::to_string).collect();
    if !choices.is_empty() {
        return choices.join("|");
    }
    match schema.get("type") {
        Some(Value::String(name)) if name == "array" => {
            let item = schema.get("items").map_or_else(|| "any".to_owned(), kind);
            if item.contains('|') { format!("({item})[]") } else { format!("{item}[]") }
        }
        Some(Value::String(name)) if name == "object" => object(schema),
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"),
        _ => "any".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    let required: Vec<&str> = list(schema.get("required")).filter_map(Value::as_str).collect();
    match schema.get("properties").and_then(Value::as_object) {
        Some(properties) => {
            let fields: Vec<String> =
                in_order(properties, &required).iter().map(Parameter::signature).collect();
            format!("{{{}}}", fields.join(", "))
        }
        None => "object".to_owned(),
    }
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// A text on one line.
fn flat(text: Option<&Value>, most: usize) -> String {
    let words: Vec<&str> = text.and_then(Value::as_str).unwrap_or_default().split_whitespace().collect();
    nova_model::clean(&words.join(" "), most)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tools_are_listed_with_their_parameters() {
        let tools = json!([
            {"type": "function", "function": {"name": "list_java", "description": "Lists Java.\nUse for Java."}},
            {"type": "function", "function": {"name": "disable_mod", "description": "Switches a mod off.",
                "parameters": {"type": "object", "required": ["mod"], "properties": {
                    "keep": {"type": "array", "items": {"enum": ["a", "b"]}},
                    "mod": {"type": "string", "description": "the mod's id"},
                    "where": {"type": "object", "properties": {"x": {"type": "integer"}}},
                }}}},
            {"type": "function", "function": {}},
        ]);
        let expected = "- list_java(): Lists Java. Use for Java.\n\
            - disable_mod(mod: string, keep?: (\"a\"|\"b\")[], where?: {x?: integer}): Switches a mod off.\n  \
            mod: the mod's id\n";
        assert_eq!(describe(&tools), expected);
        assert_eq!(describe(&json!(null)), "");
    }
}
