//! A version file that stands alone: the loader's laid over the game's. Needed where the game's own name is taken, by this version or by
//! something else: then there is nothing to inherit from.

use std::collections::BTreeSet;

use nova_version::Coordinate;
use serde_json::{Map, Value};

/// The keys that are not simply the nearer one's.
const OWN: [&str; 5] = ["id", "inheritsFrom", "jar", "libraries", "arguments"];

/// The one over the other, under an id.
pub(super) fn flat(over: &Map<String, Value>, game: &Map<String, Value>, id: &str) -> Map<String, Value> {
    let mut all = game.clone();
    for key in ["inheritsFrom", "jar"] {
        all.remove(key);
    }
    for (key, value) in over.iter().filter(|(key, _)| !OWN.contains(&key.as_str())) {
        // Some loaders name a log configuration or assets with nothing in them.
        if !value.as_object().is_some_and(Map::is_empty) {
            all.insert(key.clone(), value.clone());
        }
    }
    all.insert("id".to_owned(), Value::from(id));
    all.insert("libraries".to_owned(), Value::from(libraries(over, game)));
    arguments(over, &mut all);
    all
}

/// The loader's first. The game's of the same artifact would be a second version of it on the class path.
fn libraries(over: &Map<String, Value>, game: &Map<String, Value>) -> Vec<Value> {
    let list = |map: &Map<String, Value>| {
        map.get("libraries").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let own = list(over);
    let names: BTreeSet<String> = own.iter().filter_map(name).collect();
    let others =
        list(game).into_iter().filter(|library| name(library).is_none_or(|name| !names.contains(&name)));
    own.iter().cloned().chain(others).collect()
}

/// Group, artifact and classifier; none for what holds natives, which is beside the library of the same name.
fn name(library: &Value) -> Option<String> {
    if library.get("natives").is_some() {
        return None;
    }
    let name = Coordinate::parse(library.get("name")?.as_str()?)?;
    Some(format!("{}:{}:{}", name.group, name.artifact, name.classifier.as_deref().unwrap_or_default()))
}

/// Lists append to the game's. A line of old arguments is complete in itself.
fn arguments(over: &Map<String, Value>, all: &mut Map<String, Value>) {
    if over.contains_key("minecraftArguments") {
        all.remove("arguments");
    }
    let Some(own) = over.get("arguments").and_then(Value::as_object) else { return };
    let joined = all.entry("arguments").or_insert_with(|| Value::Object(Map::new()));
    let Some(joined) = joined.as_object_mut() else { return };
    for (key, more) in own {
        match (joined.get_mut(key).and_then(Value::as_array_mut), more.as_array()) {
            (Some(list), Some(more)) => list.extend(more.iter().cloned()),
            _ => {
                joined.insert(key.clone(), more.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        let Value::Object(map) = value else { return Map::new() };
        map
    }

    #[test]
    fn the_loader_lies_over_the_game_and_nothing_is_there_twice() {
        let game = map(
            json!({"id": "1.20.1", "mainClass": "M", "assets": "5", "arguments": {"game": ["--a"], "jvm": ["-Da"]},
            "libraries": [{"name": "org.ow2.asm:asm:9.3"}, {"name": "a:b:1"}, {"name": "a:b:1", "natives": {"linux": "x"}}]}),
        );
        let over = map(
            json!({"id": "x", "inheritsFrom": "1.20.1", "jar": "1.20.1", "mainClass": "Knot", "logging": {},
            "arguments": {"game": ["--b"]}, "libraries": [{"name": "org.ow2.asm:asm:9.9"}]}),
        );
        let all = flat(&over, &game, "pack");
        assert_eq!(
            Value::Object(all),
            json!({"id": "pack", "mainClass": "Knot", "assets": "5", "arguments": {"game": ["--a", "--b"], "jvm": ["-Da"]},
                "libraries": [{"name": "org.ow2.asm:asm:9.9"}, {"name": "a:b:1"}, {"name": "a:b:1", "natives": {"linux": "x"}}]})
        );
    }

    #[test]
    fn a_line_of_old_arguments_replaces_the_game_s() {
        let game = map(json!({"minecraftArguments": "--username x"}));
        let over = map(json!({"minecraftArguments": "--username x --tweakClass y"}));
        assert_eq!(flat(&over, &game, "a").get("minecraftArguments"), over.get("minecraftArguments"));
    }
}
