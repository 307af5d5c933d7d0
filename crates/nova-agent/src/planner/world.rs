//! What this turn's reads have shown, and which reads are still wanted. Asking for a list that is not here yet notes it
//! down; the planner then calls for it and thinks again.

use std::cell::RefCell;

use nova_model::{Effect, ToolOutcome};
use nova_tools::Registry;
use serde_json::{Map, Value, json};

use super::lexicon::{Lexicon, NameKind};
use crate::{Conversation, Entry};

/// A call before it has an id.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) tool: String,
    pub(crate) args: Value,
}

impl Step {
    pub(crate) fn new(tool: impl Into<String>, args: Map<String, Value>) -> Self {
        Self { tool: tool.into(), args: Value::Object(args) }
    }
}

/// What tools there are.
pub(crate) trait Tools {
    /// What calling the tool can do; `None` where there is no such tool.
    fn effect(&self, name: &str) -> Option<Effect>;
    /// The JSON Schema of its parameters.
    fn parameters(&self, name: &str) -> Option<&Value>;
}

impl Tools for Registry {
    fn effect(&self, name: &str) -> Option<Effect> {
        self.get(name).map(|tool| tool.spec().draft.effect)
    }

    fn parameters(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|tool| &tool.spec().parameters)
    }
}

/// One entry of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named {
    /// What calls pass on.
    pub(crate) id: String,
    /// Every name it goes by, the id among them.
    pub(crate) names: Vec<String>,
    /// The container it was listed in.
    pub(crate) scope: Option<String>,
    /// The entry.
    pub(crate) facts: Value,
}

impl Named {
    /// Whether the entry is this file.
    pub(crate) fn is_file(&self, file: &str) -> bool {
        self.facts.get("file").and_then(Value::as_str) == Some(file)
    }
}

/// Where a list is.
pub(crate) enum List {
    /// Here.
    Known(Vec<Named>),
    /// Nobody can list it.
    Absent,
    /// Asked for; think again when it is here.
    Coming,
}

/// This turn's results.
pub(crate) struct World<'a> {
    seen: Vec<(Step, &'a ToolOutcome)>,
    tools: &'a dyn Tools,
    lexicon: &'a Lexicon,
    wanted: RefCell<Vec<Step>>,
    /// The version that is meant where none is named; none for the current one.
    home: Option<&'a str>,
}

impl<'a> World<'a> {
    /// Collects what was found since the player last spoke.
    pub(crate) fn new(
        conversation: &'a Conversation,
        tools: &'a dyn Tools,
        lexicon: &'a Lexicon,
        home: Option<&'a str>,
    ) -> Self {
        let start =
            conversation.entries.iter().rposition(|entry| matches!(entry, Entry::Player(_))).unwrap_or(0);
        let turn = conversation.entries.get(start..).unwrap_or_default();
        Self { seen: seen(turn), tools, lexicon, wanted: RefCell::default(), home }
    }

    /// A call as it is made: for the version that is meant, where the tool would take the current one.
    pub(crate) fn at_home(&self, mut step: Step) -> Step {
        if let Some(home) = self.home.filter(|_| self.takes_current(&step))
            && let Value::Object(args) = &mut step.args
        {
            args.insert("version_id".to_owned(), json!(home));
        }
        step
    }

    /// Whether a call without a version is about the current one. A tool that looks in all versions then, or for a world by its
    /// name wherever it is, is left alone.
    fn takes_current(&self, step: &Step) -> bool {
        let schema = self.tools.parameters(&step.tool);
        let version = schema.and_then(|schema| schema.get("properties")?.get("version_id"));
        let about = version.and_then(|version| version.get("description")?.as_str()).unwrap_or_default();
        let named = ["version_id", "save"].iter().any(|arg| step.args.get(*arg).is_some());
        !named && about.contains("Default: the current version")
    }

    /// The reads that were asked for and are not here.
    pub(crate) fn wanted(&self) -> Vec<Step> {
        self.wanted.borrow().clone()
    }

    /// Whether this very call was made in this turn.
    pub(crate) fn made(&self, step: &Step) -> bool {
        self.outcome(step).is_some()
    }

    /// What came of a call of this turn.
    pub(crate) fn outcome(&self, step: &Step) -> Option<&'a ToolOutcome> {
        let step = self.at_home(step.clone());
        self.seen.iter().find(|(seen, _)| *seen == step).map(|(_, outcome)| *outcome)
    }

    /// Whether the tool is there.
    pub(crate) fn has(&self, tool: &str) -> bool {
        self.tools.effect(tool).is_some()
    }

    /// Whether the tool changes something; a tool that is not there counts by what the data say.
    pub(crate) fn writes(&self, tool: &str) -> bool {
        match self.tools.effect(tool) {
            Some(effect) => effect == Effect::Write,
            None => self.lexicon.tools.iter().any(|def| def.name == tool && def.write),
        }
    }

    /// Whether the tool's schema takes this argument with this value (an enum may be narrower than the lexicon).
    pub(crate) fn takes(&self, tool: &str, arg: &str, value: &Value) -> bool {
        let Some(schema) = self.tools.parameters(tool) else { return true };
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return true };
        let Some(schema) = properties.get(arg) else { return properties.is_empty() };
        schema.get("enum").and_then(Value::as_array).is_none_or(|choices| choices.contains(value))
    }

    /// The outcome of a read; asks for it where it is not here. `None` also where no such tool is there.
    pub(crate) fn read(&self, step: &Step) -> Option<&'a ToolOutcome> {
        let found = self.outcome(step);
        let mut wanted = self.wanted.borrow_mut();
        if found.is_none() && self.has(&step.tool) && !wanted.contains(step) {
            wanted.push(step.clone());
        }
        found
    }

    /// The value in the type that the tool's schema wants: some take `17` as a word.
    pub(crate) fn typed(&self, tool: &str, arg: &str, value: Value) -> Value {
        let schema = self.tools.parameters(tool).and_then(|schema| schema.get("properties")?.get(arg));
        let word = schema.and_then(|schema| schema.get("type")).and_then(Value::as_str) == Some("string");
        match value {
            Value::Number(number) if word => json!(number.to_string()),
            value => value,
        }
    }

    /// The names of a kind, in one container where one is named.
    pub(crate) fn list(&self, kind: &NameKind, scope: Option<&str>) -> List {
        let mut args = Map::new();
        if let (Some(arg), Some(scope)) = (&kind.within, scope) {
            args.insert(arg.clone(), json!(scope));
        }
        if !self.has(&kind.tool) {
            return List::Absent;
        }
        match self.read(&Step::new(&kind.tool, args)) {
            None => List::Coming,
            Some(outcome) => List::Known(entries(outcome, &kind.list, kind.within.as_deref(), scope)),
        }
    }
}

fn seen(turn: &[Entry]) -> Vec<(Step, &ToolOutcome)> {
    let calls = turn.iter().flat_map(|entry| match entry {
        Entry::Nova { calls, .. } => calls.as_slice(),
        _ => &[],
    });
    let calls: Vec<_> = calls.collect();
    turn.iter()
        .filter_map(|entry| match entry {
            Entry::Result { call, outcome, .. } => {
                let call = calls.iter().find(|made| made.id == *call)?;
                Some((Step { tool: call.name.clone(), args: call.args.clone() }, outcome))
            }
            _ => None,
        })
        .collect()
}

/// The entries of a list in a result: under its own key, or under any key that holds objects; from plain text otherwise.
pub(crate) fn entries(
    outcome: &ToolOutcome,
    list: &str,
    within: Option<&str>,
    scope: Option<&str>,
) -> Vec<Named> {
    let ToolOutcome::Done { data, text, .. } = outcome else { return Vec::new() };
    let rows = data.get(list).and_then(Value::as_array).or_else(|| any_list(data));
    match rows {
        Some(rows) => rows.iter().filter_map(|row| named(row, within, scope)).collect(),
        None => from_text(data.get("text").and_then(Value::as_str).unwrap_or(text)),
    }
}

fn any_list(data: &Value) -> Option<&Vec<Value>> {
    data.as_object()?.values().filter_map(Value::as_array).find(|rows| rows.iter().any(Value::is_object))
}

const NAME_KEYS: [&str; 8] = ["id", "project_id", "name", "title", "slug", "file", "save", "major"];

fn named(row: &Value, within: Option<&str>, scope: Option<&str>) -> Option<Named> {
    let text = |key: &str| {
        row.get(key).and_then(|value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
    };
    let id = text("project_id").or_else(|| text("id")).or_else(|| text("name"))?;
    let mut names: Vec<String> =
        NAME_KEYS.iter().filter_map(|key| text(key)).map(|name| stem(&name)).collect();
    names.dedup();
    let scope = within.and_then(text).or_else(|| scope.map(str::to_owned));
    Some(Named { id, names, scope, facts: row.clone() })
}

/// A file's name without the endings that say what kind of file it is.
pub(crate) fn stem(name: &str) -> String {
    let name = name.strip_suffix(".disabled").unwrap_or(name);
    name.strip_suffix(".jar").or_else(|| name.strip_suffix(".zip")).unwrap_or(name).to_owned()
}

/// Entries out of a text: `1. Sodium project_id=AANobbMI`, `tr-7 mod optifabric, today`, or else `1. World (1.20.1)`.
pub(crate) fn from_text(text: &str) -> Vec<Named> {
    let mut out: Vec<Written> = Vec::new();
    let mut title = String::new();
    for word in text.split([' ', ',', '，', '\n', ';', '；', '\t']).filter(|word| !word.is_empty()).take(2000)
    {
        if let Some(id) = id_of(word) {
            out.push(Written { id, title: std::mem::take(&mut title), words: Vec::new() });
        } else if numbering(word) {
            title.clear();
        } else {
            if !title.is_empty() {
                title.push(' ');
            }
            title.push_str(word);
            if let Some(last) = out.last_mut() {
                last.words.push(bare(word));
            }
        }
    }
    if out.is_empty() { numbered(text) } else { out.into_iter().map(Written::named).collect() }
}

/// An id in a text, what stands before it and the words behind it.
struct Written {
    id: String,
    title: String,
    words: Vec<String>,
}

impl Written {
    fn named(self) -> Named {
        let closed = self.words.windows(2).any(|pair| pair == ["not", "undoable"])
            || self.words.iter().any(|word| word == "undone");
        let facts = json!({ "words": self.words, "undoable": !closed });
        Named { names: vec![self.id.clone(), self.title], id: self.id, scope: None, facts }
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').to_owned()
}

/// `finding_id=f-3:` and `tr-7`: a few letters, a hyphen and a number.
fn id_of(word: &str) -> Option<String> {
    if let Some((_, id)) = word.split_once('=').filter(|(key, _)| *key == "id" || key.ends_with("_id")) {
        return Some(bare(id));
    }
    let word = bare(word);
    let (letters, number) = word.split_once('-')?;
    let short = (1..=5).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    (short && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
}

/// `1. New World (1.20.1-fabric)  2. Survival (1.20.1-fabric)`: the titles, each with what stands in brackets behind it.
fn numbered(text: &str) -> Vec<Named> {
    let mut out: Vec<Named> = Vec::new();
    for word in text.split([' ', ',', '，', '\n', ';', '；', '\t']).filter(|word| !word.is_empty()).take(2000)
    {
        if numbering(word) {
            out.push(Named { id: String::new(), names: Vec::new(), scope: None, facts: Value::Null });
            continue;
        }
        let Some(last) = out.last_mut() else { continue };
        match word.strip_prefix('(').and_then(|word| word.strip_suffix([')', '.'])) {
            Some(inner) => last.scope = Some(inner.to_owned()),
            None if last.scope.is_some() => {}
            None if last.id.is_empty() => word.clone_into(&mut last.id),
            None => last.id = format!("{} {word}", last.id),
        }
    }
    out.retain(|thing| !thing.id.is_empty());
    for thing in &mut out {
        thing.names.push(thing.id.clone());
    }
    out
}

fn numbering(word: &str) -> bool {
    word.strip_suffix(['.', ')', '、']).is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_text_gives_ids_and_names() {
        let found = from_text("1. Sodium project_id=AANobbMI  2. Star Light project_id=H8CaAYZC");
        let pairs: Vec<_> =
            found.iter().map(|named| (named.id.as_str(), named.names.last().cloned())).collect();
        assert_eq!(
            pairs,
            [("AANobbMI", Some("Sodium".to_owned())), ("H8CaAYZC", Some("Star Light".to_owned()))]
        );
    }
}
