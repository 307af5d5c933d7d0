//! A call that a server left in the words, because it has no parser for the model's own way to write one.
//!
//! Words that may be such a call are held back from their start until it is known. They become calls only where they are
//! nothing else, tools were sent, and each name is real.

use serde_json::{Map, Value};

use super::names;
use crate::{Args, RawCall};

/// The most bytes that are held back.
const HELD: usize = 256 * 1024;
/// The most bytes after which it has to be known whether they begin a call.
const UNDECIDED: usize = 4096;

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
    /// It is not known yet whether the words are a call.
    Start,
    /// They begin like one.
    Begun,
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
        if self.watch == Watch::Start {
            self.watch = watch(&self.held);
        }
        if self.held.len() > HELD || self.watch == Watch::Never {
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
fn watch(held: &str) -> Watch {
    let text = held.trim_start();
    let known = match FENCES.iter().find_map(|fence| text.strip_prefix(fence)) {
        Some(inside) => object_begins(inside.trim_start()),
        None if MARKS.iter().any(|(open, _)| text.starts_with(open)) => Watch::Begun,
        None if MARKS.iter().any(|(open, _)| open.starts_with(text)) || "```json".starts_with(text) => {
            Watch::Start
        }
        None => object_begins(text),
    };
    if known == Watch::Start && held.len() > UNDECIDED { Watch::Never } else { known }
}

fn object_begins(text: &str) -> Watch {
    let maybe = |maybe: bool| if maybe { Watch::Start } else { Watch::Never };
    let Some(inside) = text.strip_prefix('{') else { return maybe(text.is_empty()) };
    let inside = inside.trim_start();
    let Some(key) = inside.strip_prefix('"') else { return maybe(inside.is_empty()) };
    match key.split_once('"') {
        Some((key, _)) if KEYS.contains(&key) => Watch::Begun,
        Some(_) => Watch::Never,
        None => maybe(KEYS.iter().any(|known| known.starts_with(key))),
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

/// Words beside real calls, without marks and what stands between them. One pass: a text may be nothing but marks.
pub(crate) fn without_marks(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    let mut may_close = [true; MARKS.len()];
    while let Some(at) = rest.find(['<', '[']) {
        let (words, tail) = rest.split_at(at);
        kept.push_str(words);
        rest = behind_mark(tail, &mut may_close).unwrap_or_else(|| {
            let (bracket, behind) = tail.split_at(1);
            kept.push_str(bracket);
            behind
        });
    }
    kept + rest
}

/// What stands behind the mark at the start of a text, and behind its block; none where no mark is there.
fn behind_mark<'t>(text: &'t str, may_close: &mut [bool; MARKS.len()]) -> Option<&'t str> {
    MARKS.iter().zip(may_close).find_map(|((open, close), may_close)| match text.strip_prefix(open) {
        Some(inside) => Some(behind_block(inside, close, may_close)),
        None if close.is_empty() => None,
        None => text.strip_prefix(close),
    })
}

/// A marked block ends at its closing mark, or, where it holds an object, at the end of all. A closing mark that was not found
/// once is not looked for again.
fn behind_block<'t>(inside: &'t str, close: &str, may_close: &mut bool) -> &'t str {
    *may_close = *may_close && !close.is_empty();
    let behind = if *may_close { inside.split_once(close) } else { None };
    *may_close = behind.is_some();
    match behind {
        Some((_, behind)) => behind,
        None if inside.trim_start().starts_with(['{', '[']) => "",
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
            assert_ne!(watch(text), Watch::Never, "{text}");
        }
        for text in ["好", "<b>", "{x", "{\"sodium\"", "```rust", "```json\nfoo", "[1]", "<tool_bar"] {
            assert_eq!(watch(text), Watch::Never, "{text}");
        }
    }

    #[test]
    fn marks_beside_real_calls_go() {
        assert_eq!(without_marks("<tool_call>"), "");
        assert_eq!(without_marks("ok <tool_call>{\"name\":1}</tool_call>"), "ok ");
        assert_eq!(without_marks("ok <tool_call>{\"name\""), "ok ");
        assert_eq!(without_marks("a </tool_call>b"), "a b");
        assert_eq!(without_marks("[TOOL_CALLS] then"), " then");
        assert_eq!(without_marks("a < b [1] <tool_call>{}</tool_call> c"), "a < b [1]  c");
    }

    #[test]
    fn a_text_of_nothing_but_marks_is_read_in_one_pass() {
        let many = 300_000;
        assert_eq!(without_marks(&"<tool_call>a ".repeat(many)), "a ".repeat(many));
        assert_eq!(without_marks(&"</tool_call>a<|python_tag|>".repeat(many)), "a".repeat(many));
        assert_eq!(without_marks(&"<tool_call>a</tool_call>b".repeat(many)), "b".repeat(many));
        assert_eq!(without_marks(&"<".repeat(many)), "<".repeat(many));
    }

    #[test]
    fn words_that_stay_undecided_are_words_before_long() {
        for piece in [" ", "{ ", "```json "] {
            let (mut leak, mut out) = (Leak::new(Watch::Start), 0);
            leak.push(piece, &mut |words| out += words.len());
            for _ in 0..500_000 {
                leak.push(" ", &mut |words| out += words.len());
            }
            assert_eq!(out, piece.len() + 500_000);
        }
    }

    #[test]
    fn what_is_surely_a_call_is_held_back_however_long_it_is() {
        let (mut leak, mut out) = (Leak::new(Watch::Start), String::new());
        for piece in ["<tool_", "call>{\"name\"", &" ".repeat(100_000), "x"] {
            leak.push(piece, &mut |words| out.push_str(words));
        }
        assert!(out.is_empty() && leak.is_marked());
    }
}
