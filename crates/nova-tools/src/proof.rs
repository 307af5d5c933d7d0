//! Which ids a chat has really seen: from tool results, and from what the player typed. An id from anywhere else is not
//! used.

mod words;

use std::collections::{BTreeMap, BTreeSet};

use nova_model::{Message, Report, clean, suggest};
use serde_json::Value;

use crate::{IdParam, QUOTED, Spec};

/// Longer strings are no ids, in bytes.
const LONGEST: usize = 512;

/// More ids than one chat needs; what comes after them is not remembered.
const MOST: usize = 100_000;

/// Words that stand for an id and are resolved by the tool itself.
const STANDING: [&str; 2] = ["latest", "auto"];

/// The ids that a chat has seen.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    ids: BTreeSet<String>,
    player: Vec<String>,
    texts: BTreeMap<String, Vec<String>>,
}

impl Proof {
    /// Remembers the ids in a result: every string under `id`, `…_id`, `name`, `file`, and every string in a list.
    pub fn saw(&mut self, data: &Value) {
        let mut open = vec![(String::new(), data)];
        while let Some((key, value)) = open.pop() {
            match value {
                Value::String(text) if names_id(&key) => self.remember(text),
                Value::Array(items) => open.extend(items.iter().map(|item| ("id".to_owned(), item))),
                Value::Object(map) => open.extend(map.iter().map(|(key, value)| (key.clone(), value))),
                _ => {}
            }
        }
    }

    /// Remembers one id, such as that of a change just made.
    pub fn remember(&mut self, id: &str) {
        if id.len() <= LONGEST && self.ids.len() < MOST {
            self.ids.insert(id.to_owned());
        }
    }

    /// Remembers a result that is only text. It proves an id that is to come from this very tool.
    pub fn read(&mut self, tool: &str, text: &str) {
        self.texts.entry(tool.to_owned()).or_default().push(text.to_lowercase());
    }

    /// Remembers what the player typed.
    pub fn said(&mut self, words: &str) {
        self.player.push(words.to_lowercase());
    }

    /// Whether every id in the arguments is known. The report names the real candidates and the tools to call first.
    pub fn check(&self, spec: &Spec, args: &Value) -> Result<(), Report> {
        for param in spec.draft.ids {
            for id in values(&args[param.param]) {
                self.check_one(spec, param, &id)?;
            }
        }
        Ok(())
    }

    fn check_one(&self, spec: &Spec, param: &IdParam, id: &str) -> Result<(), Report> {
        if self.ids.contains(id) || STANDING.contains(&id) {
            return Ok(());
        }
        let folded = id.to_lowercase();
        let same: Vec<&str> =
            self.ids.iter().filter(|known| known.to_lowercase() == folded).map(String::as_str).collect();
        match same.len() {
            1 => Ok(()),
            0 if self.in_words(param, &folded) => Ok(()),
            0 => Err(self.unproven(spec, param, id)),
            _ => Err(ambiguous(spec, param, id, &same)),
        }
    }

    fn in_words(&self, param: &IdParam, id: &str) -> bool {
        let read = self.texts.iter().filter(|(tool, _)| param.from.contains(&tool.as_str()));
        self.player.iter().chain(read.flat_map(|(_, texts)| texts)).any(|text| words::holds(text, id))
    }

    fn unproven(&self, spec: &Spec, param: &IdParam, id: &str) -> Report {
        let message = Message::new("tools.id-not-seen")
            .with("tool", spec.name())
            .with("param", param.param)
            .with("id", clean(id, QUOTED));
        let mut report = Report::new(message);
        let near = suggest(id, self.ids.iter().map(String::as_str));
        if !near.is_empty() {
            report = report.hint(did_you_mean(&near));
        }
        report.hint(Message::new("tools.call-first").with("tools", param.from.to_vec()))
    }
}

fn ambiguous(spec: &Spec, param: &IdParam, id: &str, same: &[&str]) -> Report {
    let message = Message::new("tools.id-ambiguous")
        .with("tool", spec.name())
        .with("param", param.param)
        .with("id", clean(id, QUOTED));
    Report::new(message).hint(did_you_mean(same))
}

/// The hint that names real candidates.
pub(crate) fn did_you_mean(names: &[&str]) -> Message {
    let names: Vec<String> = names.iter().map(|name| clean(name, QUOTED)).collect();
    Message::new("tools.did-you-mean").with("names", names)
}

fn names_id(key: &str) -> bool {
    matches!(key, "id" | "name" | "file") || key.ends_with("_id")
}

/// The ids in one argument: a string, a number, or a list of them.
fn values(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Array(items) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
