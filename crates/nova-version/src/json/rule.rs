//! Rules: when a library or an argument counts.

use serde_json::{Map, Value};

use crate::read::{Notes, texts};

/// More rules than this no entry has.
const MOST: usize = 200;

/// What a rule does where it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The entry counts.
    Allow,
    /// It does not.
    Disallow,
}

/// The system a rule is about. Whatever is not said matches any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OsRule {
    /// `linux`, `windows` or `osx`.
    pub name: Option<String>,
    /// A processor, such as `x86`.
    pub arch: Option<String>,
    /// A regular expression that is looked for in the system's version.
    pub version: Option<String>,
    /// The first version it holds for (game 26.1 and later).
    pub min_version: Option<String>,
    /// The first version it no longer holds for (game 26.1 and later).
    pub max_version: Option<String>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it does.
    pub action: Action,
    /// The system it is about; none is any.
    pub os: Option<OsRule>,
    /// Features that must be on or off.
    pub features: Vec<(String, bool)>,
}

/// The rules of an entry. One that cannot be read is taken as never matching: it is left out.
pub(super) fn rules(map: &Map<String, Value>, notes: &mut Notes) -> Vec<Rule> {
    let list = notes.list(map, "rules", MOST);
    let read: Vec<Rule> = list.iter().filter_map(|value| rule(value.as_object()?, notes)).collect();
    if read.len() < list.len() {
        notes.odd("rules");
    }
    read
}

fn rule(map: &Map<String, Value>, notes: &mut Notes) -> Option<Rule> {
    let action = match map.get("action")?.as_str()? {
        "allow" => Action::Allow,
        "disallow" => Action::Disallow,
        _ => return None,
    };
    let os = notes.map(map, "os").map(|os| os_rule(os, notes));
    let features = notes.map(map, "features").map(features).unwrap_or_default();
    Some(Rule { action, os, features })
}

fn os_rule(map: &Map<String, Value>, notes: &mut Notes) -> OsRule {
    let range = notes.map(map, "versionRange");
    let mut end = |key| range.and_then(|range| notes.text(range, key));
    let (min_version, max_version) = (end("min"), end("max"));
    OsRule {
        name: notes.text(map, "name"),
        arch: notes.text(map, "arch"),
        version: notes.text(map, "version"),
        min_version,
        max_version,
    }
}

fn features(map: &Map<String, Value>) -> Vec<(String, bool)> {
    map.iter().take(MOST).filter_map(|(name, value)| Some((name.clone(), value.as_bool()?))).collect()
}

/// One argument or several that belong together, and when they count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// When; no rules is always.
    pub rules: Vec<Rule>,
    /// The words, with their placeholders.
    pub values: Vec<String>,
}

/// More arguments than this no version has.
const MOST_ARGUMENTS: usize = 4_000;

/// A list of arguments in any of the forms that are written: a word, `{rules, value}`, `{rules, values}` (`TLauncher`), or one
/// line for all. None where the key is missing.
pub(super) fn arguments(map: &Map<String, Value>, key: &str, notes: &mut Notes) -> Option<Vec<Argument>> {
    let given = map.get(key).filter(|value| !value.is_null())?;
    if let Some(line) = given.as_str() {
        let words =
            line.split_whitespace().map(|word| Argument { rules: Vec::new(), values: vec![word.to_owned()] });
        return Some(words.take(MOST_ARGUMENTS).collect());
    }
    let list = notes.list(map, key, MOST_ARGUMENTS);
    Some(list.iter().filter_map(|value| argument(value, key, notes)).collect())
}

fn argument(value: &Value, key: &str, notes: &mut Notes) -> Option<Argument> {
    let (rules, values) = match value {
        Value::Object(map) => {
            let values =
                map.get("value").or_else(|| map.get("values")).map(|value| texts(value, MOST_ARGUMENTS));
            (rules(map, notes), values.unwrap_or_default())
        }
        word => (Vec::new(), texts(word, MOST_ARGUMENTS)),
    };
    if values.is_empty() {
        notes.odd(key);
        return None;
    }
    Some(Argument { rules, values })
}
