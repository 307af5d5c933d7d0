//! The tools that a model was offered, and how it fills their parameters when nobody told it how.

use serde_json::{Map, Value, json};

use crate::model::ask::{Ask, name, role, text};

/// A tool.
#[derive(Clone, Debug)]
pub(super) struct Tool {
    pub(super) name: String,
    required: Vec<Param>,
    /// Filled where the text speaks of them.
    optional: Vec<Param>,
}

#[derive(Clone, Debug)]
struct Param {
    name: String,
    kind: String,
    allowed: Vec<Value>,
}

impl Tool {
    /// All of a request: in its `tools`, or else every name of that form in its prompt.
    pub(super) fn all(ask: Ask<'_>) -> Vec<Self> {
        if ask.tools().is_empty() {
            return ask
                .messages()
                .first()
                .filter(|first| role(first) == "system")
                .map(described)
                .unwrap_or_default();
        }
        ask.tools().iter().map(Self::of).collect()
    }

    fn of(tool: &Value) -> Self {
        let parameters = &tool["function"]["parameters"];
        let needed: Vec<&Value> = parameters["required"].as_array().into_iter().flatten().collect();
        let all = parameters["properties"].as_object().into_iter().flatten();
        let is_needed = |(name, _): &(&String, &Value)| needed.iter().any(|needed| *needed == name.as_str());
        let (required, optional): (Vec<_>, Vec<_>) = all.partition(is_needed);
        let params = |list: Vec<(&String, &Value)>| {
            list.into_iter().map(|(name, schema)| Param::of(name, schema)).collect()
        };
        Self { name: name(tool), required: params(required), optional: params(optional) }
    }

    /// The parts of its name.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.name.split('_')
    }

    /// Whether it has to be told anything, as the sentence speaks of it.
    pub(super) fn wants_text(&self, around: &str) -> bool {
        self.wanted(around).any(|param| param.kind == "string" && param.allowed.is_empty())
    }

    /// The parameters that it needs, and those that the text names.
    fn wanted<'a>(&'a self, around: &'a str) -> impl Iterator<Item = &'a Param> {
        let named =
            |param: &&Param| around.split(|c: char| !c.is_alphanumeric()).any(|word| word == param.name);
        self.required.iter().chain(self.optional.iter().filter(named))
    }

    /// Arguments made of whatever there is.
    pub(super) fn filled(&self, values: &[String], around: &str) -> Value {
        let mut values = values.iter().cycle();
        let filled = self.wanted(around).map(|param| (param.name.clone(), param.value(&mut values, around)));
        Value::Object(filled.collect::<Map<_, _>>())
    }
}

impl Param {
    fn of(name: &str, schema: &Value) -> Self {
        let kind = schema["type"].as_str().unwrap_or("string").to_owned();
        Self { name: name.to_owned(), kind, allowed: schema["enum"].as_array().cloned().unwrap_or_default() }
    }

    fn value<'a>(&self, values: &mut impl Iterator<Item = &'a String>, around: &str) -> Value {
        let said = |value: &&Value| value.as_str().is_some_and(|word| around.contains(word));
        if let Some(value) = self.allowed.iter().find(said).or(self.allowed.first()) {
            return value.clone();
        }
        let mut text = || values.next().map_or("World One", String::as_str);
        match self.kind.as_str() {
            "boolean" => json!(true),
            "integer" | "number" => json!(number(around).unwrap_or(1)),
            "array" => json!([text()]),
            "object" => json!({}),
            _ => json!(text()),
        }
    }
}

fn number(text: &str) -> Option<u64> {
    text.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok())
}

/// Tools that are only described in the prompt: their parameters are anybody's guess.
fn described(prompt: &Value) -> Vec<Tool> {
    let text = text(prompt);
    let edge = |c: char| !(c.is_ascii_lowercase() || c == '_');
    let mut names: Vec<&str> = text.split(edge).filter(|word| is_name(word)).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .map(|name| Tool { name: name.to_owned(), required: guessed(name), optional: Vec::new() })
        .collect()
}

fn is_name(word: &str) -> bool {
    word.contains('_') && !word.starts_with('_') && !word.ends_with('_') && !word.ends_with("_id")
}

fn guessed(name: &str) -> Vec<Param> {
    let text = |name: &str| Param { name: name.to_owned(), kind: "string".to_owned(), allowed: Vec::new() };
    match name.rsplit('_').next().unwrap_or_default() {
        "mod" => vec![text("mod")],
        "save" => vec![text("save")],
        "page" => vec![text("page")],
        last @ ("version" | "backup") => vec![text(&format!("{last}_id"))],
        _ => Vec::new(),
    }
}
