//! What a version json says, read leniently: a value of the wrong type is left out and becomes a problem.
//!
//! Shapes: Mojang's (old `minecraftArguments`, new `arguments.game`), the loaders' profiles with `inheritsFrom`, HMCL's
//! (`patches` with `id` and `version`), PCL's (`clientVersion`), `TLauncher`'s (`jar`, arguments under `values`).

use nova_model::Message;
use serde_json::{Map, Value};

use crate::read::text;

/// Arguments further than this are not looked at; real version jsons have fewer than 200.
const MOST_ARGUMENTS: usize = 4_000;
/// Libraries further than this are not looked at; the largest packs have fewer than 300.
const MOST_LIBRARIES: usize = 20_000;
/// Longer strings tell nothing about a version.
const LONGEST: usize = 1_000;

/// One part of an HMCL json.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) id: String,
    pub(crate) version: String,
}

/// What a version json says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct VersionJson {
    pub(crate) id: Option<String>,
    pub(crate) inherits_from: Option<String>,
    pub(crate) main_class: Option<String>,
    pub(crate) channel: Option<String>,
    pub(crate) jar: Option<String>,
    pub(crate) client_version: Option<String>,
    pub(crate) java_major: Option<u32>,
    /// Maven names, as written.
    pub(crate) libraries: Vec<String>,
    /// Game arguments in order, without the ones that depend on rules.
    pub(crate) arguments: Vec<String>,
    pub(crate) patches: Vec<Patch>,
    pub(crate) problems: Vec<Message>,
}

impl VersionJson {
    /// Reads the parts that matter out of an object.
    pub(crate) fn of(map: &Map<String, Value>) -> Self {
        let mut problems = Vec::new();
        let mut word = |key| word(map, key, &mut problems);
        let mut json = Self {
            id: word("id"),
            inherits_from: word("inheritsFrom"),
            main_class: word("mainClass"),
            channel: word("type"),
            jar: word("jar"),
            client_version: word("clientVersion"),
            ..Self::default()
        };
        json.java_major = java_major(map, &mut problems);
        json.libraries = libraries(map, &mut problems);
        json.arguments = arguments(map);
        json.patches = patches(map);
        json.problems = problems;
        json
    }

    /// Whether it says itself, or through what it inherits from, which game version it is.
    pub(crate) fn tells_game(&self) -> bool {
        self.inherits_from.is_some() || self.client_version.is_some() || self.patch("game").is_some()
    }

    /// The value after an argument name (`--fml.mcVersion 1.20.1`).
    pub(crate) fn argument(&self, name: &str) -> Option<&str> {
        let at = self.arguments.iter().position(|argument| argument == name)?;
        self.arguments.get(at.checked_add(1)?).map(String::as_str)
    }

    /// The version of an HMCL part (`game`, `fabric`, …).
    pub(crate) fn patch(&self, id: &str) -> Option<&str> {
        self.patches.iter().find(|patch| patch.id == id).map(|patch| patch.version.as_str())
    }

    /// The version of the first library of a group and artifact.
    pub(crate) fn library(&self, group: &str, artifact: &str) -> Option<&str> {
        self.libraries.iter().find_map(|name| {
            let mut parts = name.split(':');
            let fits = parts.next() == Some(group) && parts.next() == Some(artifact);
            let version = parts.next().filter(|_| fits)?;
            version.split('@').next().filter(|version| !version.is_empty())
        })
    }
}

/// A text value; `null` counts as absent, another type as a problem.
fn word(map: &Map<String, Value>, key: &'static str, problems: &mut Vec<Message>) -> Option<String> {
    match map.get(key) {
        None | Some(Value::Null) => None,
        Some(Value::String(word)) if word.len() <= LONGEST => Some(word.clone()),
        Some(_) => {
            problems.push(Message::new("game.version.odd-value").with("key", key));
            None
        }
    }
}

fn java_major(map: &Map<String, Value>, problems: &mut Vec<Message>) -> Option<u32> {
    let value = map.get("javaVersion")?.get("majorVersion")?;
    let major = whole(value).filter(|major| (1..=999).contains(major));
    if major.is_none() {
        problems.push(Message::new("game.version.odd-value").with("key", "javaVersion.majorVersion"));
    }
    major
}

/// A whole number, also when it was written as `8.0`.
fn whole(value: &Value) -> Option<u32> {
    let direct = value.as_u64().and_then(|number| u32::try_from(number).ok());
    direct.or_else(|| value.as_f64()?.to_string().parse().ok())
}

fn libraries(map: &Map<String, Value>, problems: &mut Vec<Message>) -> Vec<String> {
    let Some(list) = map.get("libraries") else { return Vec::new() };
    let Some(list) = list.as_array() else {
        problems.push(Message::new("game.version.odd-value").with("key", "libraries"));
        return Vec::new();
    };
    let names = list.iter().filter_map(|library| library.get("name")?.as_str());
    names.filter(|name| name.len() <= LONGEST).take(MOST_LIBRARIES).map(str::to_owned).collect()
}

fn arguments(map: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(line) = text(map, "minecraftArguments") {
        found.extend(line.split_ascii_whitespace().take(MOST_ARGUMENTS).map(str::to_owned));
    }
    let list = map.get("arguments").and_then(|arguments| arguments.get("game")).and_then(Value::as_array);
    for argument in list.into_iter().flatten().take(MOST_ARGUMENTS) {
        push_argument(argument, &mut found);
    }
    found.retain(|argument| argument.len() <= LONGEST);
    found
}

/// A plain argument, or an unconditional one of `TLauncher`'s form.
fn push_argument(argument: &Value, found: &mut Vec<String>) {
    match argument {
        Value::String(word) => found.push(word.clone()),
        Value::Object(map) if no_rules(map) => {
            let values = map.get("values").or_else(|| map.get("value"));
            match values {
                Some(Value::String(word)) => found.push(word.clone()),
                Some(Value::Array(words)) => {
                    found.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

fn no_rules(map: &Map<String, Value>) -> bool {
    map.get("rules").and_then(Value::as_array).is_none_or(Vec::is_empty)
}

fn patches(map: &Map<String, Value>) -> Vec<Patch> {
    let list = map.get("patches").and_then(Value::as_array);
    let patch = |patch: &Value| {
        let id = patch.get("id")?.as_str()?.to_owned();
        let version = patch.get("version").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Patch { id, version })
    };
    list.into_iter().flatten().take(64).filter_map(patch).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> VersionJson {
        let Value::Object(map) = value else { panic!("not an object") };
        VersionJson::of(&map)
    }

    #[test]
    fn both_forms_of_arguments_are_read() {
        let old = read(json!({"minecraftArguments": "--username ${n} --tweakClass a.B"}));
        assert_eq!(old.argument("--tweakClass"), Some("a.B"));
        let new = read(json!({"arguments": {"game": ["--fml.mcVersion", "1.20.1",
            {"rules": [{"action": "allow"}], "value": "--demo"}, {"values": ["--x", "y"], "rules": []}]}}));
        assert_eq!(new.argument("--fml.mcVersion"), Some("1.20.1"));
        assert_eq!(new.argument("--x"), Some("y"));
        assert_eq!(new.argument("--demo"), None);
        assert_eq!(new.argument("y"), None);
    }

    #[test]
    fn libraries_are_found_by_group_and_artifact() {
        let json = read(json!({"libraries": [{"name": 7}, {"name": "a:b"}, {"name": "a:b:1.0:natives@jar"},
            {"name": "c:d:2@jar"}]}));
        assert_eq!(json.library("a", "b"), Some("1.0"));
        assert_eq!(json.library("c", "d"), Some("2"));
        assert_eq!(json.library("c", "x"), None);
    }

    #[test]
    fn values_of_the_wrong_type_are_problems_and_the_rest_is_read() {
        let json = read(json!({"id": null, "mainClass": 7, "inheritsFrom": ["x"], "type": "release",
            "javaVersion": {"majorVersion": -1}, "libraries": 7}));
        assert_eq!(json.channel.as_deref(), Some("release"));
        assert_eq!((json.id, json.main_class, json.java_major), (None, None, None));
        assert_eq!(json.problems.len(), 4);
    }

    #[test]
    fn a_java_version_with_a_fraction_is_read() {
        assert_eq!(read(json!({"javaVersion": {"majorVersion": 8.0}})).java_major, Some(8));
    }

    proptest! {
        #[test]
        fn no_object_makes_the_reader_panic(keys in prop::collection::vec(
            ("(id|libraries|arguments|patches|javaVersion|minecraftArguments|jar)", "[\\[\\]{}\":0-9a-z,. -]{0,40}"), 0..8)) {
            let map = keys.into_iter().map(|(key, raw)| {
                let value = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
                (key, value)
            }).collect();
            let json = VersionJson::of(&map);
            let _ = json.argument("--a");
        }
    }
}
