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

/// Where an id was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// In an answer of this tool.
    Tool(String),
    /// Under a field that is called like the parameter it is for (`version_id`), in any answer.
    Field(String),
    /// The launcher or the host vouches for it, whatever it is for.
    Vouched,
}

/// The ids that a chat has seen, each with where: the name of a mod is no id of a backup.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    ids: BTreeMap<String, BTreeSet<Seen>>,
    player: Vec<String>,
    texts: BTreeMap<String, Vec<String>>,
}

impl Proof {
    /// Remembers the ids in an answer of a tool: every string under `id`, `…_id`, `name`, `file`, and every string in a list.
    pub fn saw(&mut self, tool: &str, data: &Value) {
        let mut open = vec![(String::new(), data)];
        while let Some((key, value)) = open.pop() {
            match value {
                Value::String(text) if names_id(&key) => {
                    self.keep(text, Seen::Tool(tool.to_owned()));
                    if key.ends_with("_id") {
                        self.keep(text, Seen::Field(key));
                    }
                }
                Value::Array(items) => open.extend(items.iter().map(|item| ("id".to_owned(), item))),
                Value::Object(map) => open.extend(map.iter().map(|(key, value)| (key.clone(), value))),
                _ => {}
            }
        }
    }

    /// Remembers one id that is good for one parameter only.
    pub fn remember_as(&mut self, param: &str, id: &str) {
        self.keep(id, Seen::Field(param.to_owned()));
    }

    /// Remembers one id whatever it is for, such as that of a change just made.
    pub fn remember(&mut self, id: &str) {
        self.keep(id, Seen::Vouched);
    }

    fn keep(&mut self, id: &str, seen: Seen) {
        if id.len() <= LONGEST && (self.ids.len() < MOST || self.ids.contains_key(id)) {
            self.ids.entry(id.to_owned()).or_default().insert(seen);
        }
    }

    /// Whether an id was seen where ids for this parameter come from.
    fn fits(&self, id: &str, param: &IdParam) -> bool {
        let fits = |seen: &Seen| match seen {
            Seen::Tool(tool) => param.from.contains(&tool.as_str()),
            Seen::Field(field) => field == param.param,
            Seen::Vouched => true,
        };
        self.ids.get(id).is_some_and(|seen| seen.iter().any(fits))
    }

    /// Whether every id in the arguments stands in what the player said last.
    pub fn is_players(&self, spec: &Spec, args: &Value) -> bool {
        let said = self.player.last().map(String::as_str).unwrap_or_default();
        let ids = spec.draft.ids.iter().flat_map(|param| values(&args[param.param]));
        ids.into_iter().all(|id| words::holds(said, &id.to_lowercase()))
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
        if self.fits(id, param) || STANDING.contains(&id) {
            return Ok(());
        }
        let folded = id.to_lowercase();
        let same = self.ids.keys().filter(|known| known.to_lowercase() == folded && self.fits(known, param));
        let same: Vec<&str> = same.map(String::as_str).collect();
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
        let known = self.ids.keys().filter(|known| self.fits(known, param));
        let near = suggest(id, known.map(String::as_str));
        if !near.is_empty() {
            report = report.hint(did_you_mean(&near));
        }
        let first = param.from.iter().take(1).copied().collect::<Vec<_>>();
        report.hint(Message::new("tools.call-first").with("tools", first))
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
