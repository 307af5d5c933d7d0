//! A call that a server left in the words, because it has no parser for the model's own way to write one.
//!
//! Words that may be such a call are held back from their start until it is known. They become calls only where they are
//! nothing else, tools were sent, and each name is real.

use serde_json::{Map, Value};

use super::names;
use crate::{Args, RawCall};

/// The most bytes that are held back.
const HELD: usize = 256 * 1024;

/// How models mark a call, and its end.
const MARKS: [(&str, &str); 5] = [
    ("<tool_call>", "</tool_call>"),
    ("<function_call>", "</function_call>"),
    ("<|tool_call|>", "<|/tool_call|>"),
    ("[TOOL_CALLS]", ""),
    ("<|python_tag|>", "<|eom_id|>"),
];

/// How a block of code with a call in it starts.
const FENCES: [&str; 4] = ["```json", "```tool_call", "```tool_code", "```"];

/// The first key of an object that is a call.
const KEYS: [&str; 9] =
    ["name", "arguments", "parameters", "function", "tool", "tool_name", "type", "id", "tool_calls"];

/// Whether calls in words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    Start,
    Never,
}

/// Words on their way out, as long as they may be a call.
pub(crate) struct Leak {
    watch: Watch,
    held: String,
}

impl Leak {
    pub(crate) fn new(watch: Watch) -> Self {
        Self { watch, held: String::new() }
    }

    /// More words; those that are surely words go to `out`.
    pub(crate) fn push(&mut self, words: &str, out: &mut impl FnMut(&str)) {
        if self.watch == Watch::Never {
            return out(words);
        }
        self.held.push_str(words);
        if self.held.len() > HELD || !may_be_call(&self.held) {
            self.watch = Watch::Never;
            out(&std::mem::take(&mut self.held));
        }
    }

    /// What is held back.
    pub(crate) fn held(&self) -> &str {
        &self.held
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.held.trim().is_empty()
    }

    /// Whether what is held back is marked as a call, so that it is no words even where it is broken.
    pub(crate) fn is_marked(&self) -> bool {
        let held = self.held.trim_start();
        MARKS.iter().any(|(open, _)| held.starts_with(open))
    }

    /// What is held back, and no more of it.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.held)
    }

    /// All words until here were none.
    pub(crate) fn forget(&mut self) {
        self.held.clear();
    }
}

/// Whether words are, for what is known of them, the start of nothing but calls.
fn may_be_call(text: &str) -> bool {
    let text = text.trim_start();
    if starts_like(text, MARKS.iter().map(|(open, _)| *open)) {
        return true;
    }
    match FENCES.iter().find_map(|fence| text.strip_prefix(fence)) {
        Some(inside) => starts_like_object(inside.trim_start()),
        None => "```json".starts_with(text) || starts_like_object(text),
    }
}

/// Whether a text begins with a mark, or may once more of it has come.
fn starts_like<'a>(text: &str, mut marks: impl Iterator<Item = &'a str>) -> bool {
    marks.any(|mark| text.starts_with(mark) || mark.starts_with(text))
}

fn starts_like_object(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('{') else { return text.is_empty() };
    let inside = inside.trim_start();
    let Some(key) = inside.strip_prefix('"') else { return inside.is_empty() };
    match key.split_once('"') {
        Some((key, _)) => KEYS.contains(&key),
        None => KEYS.iter().any(|known| known.starts_with(key)),
    }
}

/// The calls that words are; none where they are anything else.
pub(crate) fn calls(text: &str, real: &[String]) -> Option<Vec<RawCall>> {
    let mut rest = text.trim();
    if let Some(inside) = FENCES.iter().find_map(|fence| rest.strip_prefix(fence)) {
        rest = inside.trim().strip_suffix("```")?.trim();
    }
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (value, after) = one(rest)?;
        found.extend(of_value(&value, real)?);
        rest = after.trim_start();
        if found.len() > super::slots::CALLS {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// One value, with or without marks around it, and what follows.
fn one(text: &str) -> Option<(Value, &str)> {
    let mark = MARKS.iter().find_map(|(open, close)| Some((text.strip_prefix(open)?, *close)));
    let (inside, close) = mark.unwrap_or((text, ""));
    let mut values = serde_json::Deserializer::from_str(inside).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let after = inside.get(values.byte_offset()..)?.trim_start();
    Some((value, after.strip_prefix(close).unwrap_or(after)))
}

fn of_value(value: &Value, real: &[String]) -> Option<Vec<RawCall>> {
    match value {
        Value::Object(object) => match object.get("tool_calls") {
            Some(Value::Array(list)) => list.iter().map(|one| of_object(one.as_object()?, real)).collect(),
            _ => Some(vec![of_object(object, real)?]),
        },
        Value::Array(list) => list.iter().map(|one| of_object(one.as_object()?, real)).collect(),
        _ => None,
    }
}

/// A call has a real name and arguments, and nothing that no call has.
fn of_object(object: &Map<String, Value>, real: &[String]) -> Option<RawCall> {
    if let Some(Value::Object(function)) = object.get("function") {
        return of_object(function, real);
    }
    if !object.keys().all(|key| KEYS.contains(&key.as_str())) {
        return None;
    }
    let name = ["name", "tool", "tool_name", "function"].iter().find_map(|key| object.get(*key)?.as_str())?;
    let args = match object.get("arguments").or_else(|| object.get("parameters"))? {
        Value::Object(args) => Args::Object(args.clone()),
        Value::String(text) => super::args::read(text),
        Value::Null => Args::Object(Map::new()),
        _ => return None,
    };
    Some(RawCall { name: names::plain(name, real)?, args })
}

/// Words beside real calls, without marks and what stands between them.
pub(crate) fn without_marks(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in MARKS {
        while let Some(at) = text.find(open) {
            let end = marked_end(&text, at + open.len(), close);
            text.replace_range(at..end, "");
        }
        if !close.is_empty() && text.contains(close) {
            text = text.replace(close, "");
        }
    }
    text
}

/// Where a marked block ends: at its closing mark, or, where it holds an object, at the end of all.
fn marked_end(text: &str, inside: usize, close: &str) -> usize {
    let rest = text.get(inside..).unwrap_or_default();
    let closing = if close.is_empty() { None } else { rest.find(close) };
    match closing {
        Some(at) => inside + at + close.len(),
        None if rest.trim_start().starts_with(['{', '[']) => text.len(),
        None => inside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real() -> Vec<String> {
        ["list_versions", "list_java"].map(str::to_owned).to_vec()
    }

    fn names_of(text: &str) -> Option<Vec<String>> {
        Some(calls(text, &real())?.into_iter().map(|call| call.name).collect())
    }

    #[test]
    fn words_that_are_nothing_but_calls_are_calls() {
        for text in [
            "<tool_call>\n{\"name\":\"list_versions\",\"arguments\":{}}\n</tool_call>",
            "{\"name\":\"list_versions\",\"arguments\":{}}",
            "```json\n{\"name\": \"list_versions\", \"parameters\": {}}\n```",
            "[TOOL_CALLS][{\"name\":\"list_versions\",\"arguments\":\"{}\"}]",
            "{\"type\":\"function\",\"function\":{\"name\":\"list_versions\",\"arguments\":{}}}",
            "<tool_call>{\"name\":\"functions.list_versions\",\"arguments\":{}}",
        ] {
            assert_eq!(names_of(text), Some(vec!["list_versions".to_owned()]), "{text}");
        }
        let two = "<tool_call>{\"name\":\"list_java\",\"arguments\":{}}</tool_call>\n\
                   <tool_call>{\"name\":\"list_versions\",\"arguments\":{}}</tool_call>";
        assert_eq!(names_of(two).map(|names| names.len()), Some(2));
    }

    #[test]
    fn anything_beside_a_call_makes_it_words() {
        for text in [
            "The log says <tool_call>{\"name\":\"list_java\",\"arguments\":{}}</tool_call>",
            "<tool_call>{\"name\":\"list_java\",\"arguments\":{}}</tool_call> Done.",
            "{\"name\":\"format_disk\",\"arguments\":{}}",
            "{\"name\":\"list_java\"}",
            "{\"name\":\"list_java\",\"arguments\":{},\"price\":3}",
            "<tool_call>{broken</tool_call>",
            "```json\n{\"name\":\"list_java\",\"arguments\":{}}",
            "",
        ] {
            assert_eq!(names_of(text), None, "{text}");
        }
    }

    #[test]
    fn only_what_may_be_a_call_is_held_back() {
        for text in [
            "",
            "\n",
            "<",
            "<tool_c",
            "<tool_call>{",
            "{",
            "{ \"na",
            "{\"name\": ",
            "``",
            "```json\n{",
            "[TOOL",
        ] {
            assert!(may_be_call(text), "{text}");
        }
        for text in ["好", "<b>", "{x", "{\"sodium\"", "```rust", "```json\nfoo", "[1]", "<tool_bar"] {
            assert!(!may_be_call(text), "{text}");
        }
    }

    #[test]
    fn marks_beside_real_calls_go() {
        assert_eq!(without_marks("<tool_call>"), "");
        assert_eq!(without_marks("ok <tool_call>{\"name\":1}</tool_call>"), "ok ");
        assert_eq!(without_marks("ok <tool_call>{\"name\""), "ok ");
        assert_eq!(without_marks("a </tool_call>b"), "a b");
        assert_eq!(without_marks("[TOOL_CALLS] then"), " then");
    }
}
