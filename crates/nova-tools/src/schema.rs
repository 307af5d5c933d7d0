//! The JSON Schema of a parameter struct, cut down to the keywords that every provider of models understands.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The keywords a parameter schema may hold; what schemars adds beyond them is left out.
pub(crate) const KEYWORDS: [&str; 10] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
    "items",
    "description",
    "default",
    "minimum",
    "maximum",
];

/// Keywords that cannot be left out without changing the meaning; they stay, and the lint refuses them.
const REFUSED: [&str; 4] = ["$ref", "anyOf", "oneOf", "allOf"];

/// The parameters of a tool that takes none.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

/// The schema of a parameter struct: an object without `$ref`, closed at every level, `Option<T>` written as `T` with
/// the default `null`.
pub fn parameters<P: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let root = settings.into_generator().into_root_schema_for::<P>();
    let mut schema = simplify(root.to_value());
    if let Value::Object(map) = &mut schema {
        map.remove("description");
        map.remove("default");
        map.entry("type").or_insert_with(|| json!("object"));
        map.entry("properties").or_insert_with(|| json!({}));
        map.insert("additionalProperties".to_owned(), json!(false));
    }
    schema
}

/// One schema in our few keywords. The nesting is that of Rust types, so it ends; a recursive type keeps its `$ref`,
/// which the lint refuses.
fn simplify(schema: Value) -> Value {
    let Value::Object(map) = schema else { return schema };
    let mut map = flatten(map);
    let optional = drop_null(&mut map);
    if optional {
        map.entry("default").or_insert(Value::Null);
    }
    if let Some(constant) = map.remove("const") {
        map.insert("enum".to_owned(), json!([constant]));
    }
    map.retain(|key, _| KEYWORDS.contains(&key.as_str()) || REFUSED.contains(&key.as_str()));
    descend(&mut map);
    Value::Object(map)
}

/// Children, and the description as one plain line: a doc comment needs backticks, the model does not.
fn descend(map: &mut Map<String, Value>) {
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        for property in properties.values_mut() {
            *property = simplify(property.take());
        }
        map.insert("additionalProperties".to_owned(), json!(false));
    }
    if let Some(items) = map.get_mut("items") {
        *items = simplify(items.take());
        if let Value::Object(items) = items {
            items.remove("default");
        }
    }
    if let Some(Value::String(text)) = map.get_mut("description") {
        *text = text.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

/// `anyOf`/`oneOf` that stand for an optional value or for an enum become that value or one `enum`.
fn flatten(mut map: Map<String, Value>) -> Map<String, Value> {
    for key in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(branches)) = map.remove(key) else { continue };
        let mut branches: Vec<Map<String, Value>> = branches.into_iter().filter_map(into_object).collect();
        let before = branches.len();
        branches.retain(|branch| branch.get("type") != Some(&json!("null")));
        if branches.len() < before {
            map.entry("default").or_insert(Value::Null);
        }
        if let Some(unclear) = merge(&mut map, branches) {
            map.insert(key.to_owned(), unclear);
        }
    }
    map
}

fn into_object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(flatten(map)),
        _ => None,
    }
}

/// One branch is taken over whole; several only if they are all constants. Anything else is handed back and stays, so
/// that the lint names it.
fn merge(map: &mut Map<String, Value>, mut branches: Vec<Map<String, Value>>) -> Option<Value> {
    if branches.len() == 1 {
        for (key, value) in branches.remove(0) {
            map.entry(key).or_insert(value);
        }
        return None;
    }
    let Some(values) = branches.iter().map(constants).collect::<Option<Vec<_>>>() else {
        return Some(branches.into_iter().map(Value::Object).collect());
    };
    let kind = branches.first().and_then(|branch| branch.get("type").cloned());
    map.entry("type").or_insert_with(|| kind.unwrap_or_else(|| json!("string")));
    map.insert("enum".to_owned(), values.into_iter().flatten().collect());
    None
}

fn constants(branch: &Map<String, Value>) -> Option<Vec<Value>> {
    if let Some(constant) = branch.get("const") {
        return Some(vec![constant.clone()]);
    }
    branch.get("enum")?.as_array().cloned()
}

/// Takes `null` out of `type` and `enum`; says whether it was there.
fn drop_null(map: &mut Map<String, Value>) -> bool {
    let mut found = false;
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        let before = kinds.len();
        kinds.retain(|kind| kind != "null");
        found = kinds.len() < before;
        if kinds.len() == 1 {
            let kind = kinds.remove(0);
            map.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        let before = values.len();
        values.retain(|value| !value.is_null());
        found |= values.len() < before;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which mods to list.
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Filter {
        /// Those that load.
        Enabled,
        /// Those that do not.
        Disabled,
        All,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Nested {
        /// A name.
        name: String,
    }

    /// The struct's own words are not for the model.
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Params {
        /// A version from
        /// `list_versions`.
        version_id: Option<String>,
        /// Which mods.
        #[serde(default)]
        filter: Option<Filter>,
        kind: Filter,
        /// How many.
        #[serde(default = "ten")]
        lines: u8,
        /// Things.
        things: Vec<Nested>,
    }

    fn ten() -> u8 {
        10
    }

    #[test]
    fn a_struct_becomes_a_flat_closed_object_with_our_keywords_only() {
        let filter = json!(["all", "enabled", "disabled"]);
        let found = parameters::<Params>();
        let mut properties = found["properties"].clone();
        for name in ["filter", "kind"] {
            let mut values: Vec<String> = serde_json::from_value(properties[name]["enum"].take()).unwrap();
            let mut wanted: Vec<String> = serde_json::from_value(filter.clone()).unwrap();
            values.sort();
            wanted.sort();
            assert_eq!(values, wanted);
            properties[name]["enum"] = json!("sorted");
        }
        assert_eq!(
            properties,
            json!({
                "version_id": {"type": "string", "description": "A version from list_versions.", "default": null},
                "filter": {"type": "string", "enum": "sorted", "description": "Which mods.", "default": null},
                "kind": {"type": "string", "enum": "sorted", "description": "Which mods to list."},
                "lines": {"type": "integer", "minimum": 0, "maximum": 255, "description": "How many.", "default": 10},
                "things": {"type": "array", "description": "Things.", "items": {
                    "type": "object", "additionalProperties": false, "required": ["name"],
                    "properties": {"name": {"type": "string", "description": "A name."}},
                }},
            })
        );
        assert_eq!(found["required"], json!(["kind", "things"]));
        assert_eq!(found["additionalProperties"], json!(false));
        assert_eq!(found.as_object().unwrap().len(), 4);
    }

    #[test]
    fn no_parameters_are_an_empty_closed_object() {
        let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
        assert_eq!(parameters::<NoParams>(), empty);
    }
}
