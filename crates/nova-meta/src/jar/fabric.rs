//! `fabric.mod.json`, schema versions 0 and 1 (Fabric Loader's own specification of the file).

use nova_model::{Loader, Message, clean};
use serde_json::Value;

use super::doc::{Doc, LONG, Object, RANGE, SHORT, inner_path};
use crate::{Dependency, ModFacts, Relation, Side};

/// What the file says: its mods, and the jars it brings.
#[derive(Default)]
pub(crate) struct Declared {
    pub(crate) mods: Vec<ModFacts>,
    pub(crate) jars: Vec<String>,
}

/// The five relations and their keys.
const RELATIONS: [(&str, Relation); 6] = [
    ("depends", Relation::Requires),
    ("requires", Relation::Requires),
    ("recommends", Relation::Recommends),
    ("suggests", Relation::Suggests),
    ("conflicts", Relation::Conflicts),
    ("breaks", Relation::Breaks),
];

/// Reads the file. Schema 0 allowed several mods in a list.
pub(crate) fn read(value: &Value, doc: &mut Doc<'_>) -> Declared {
    let mut declared = Declared::default();
    match value {
        Value::Object(root) => read_mod(root, doc, &mut declared),
        Value::Array(items) => {
            for item in doc.capped(items.iter(), "[]") {
                match item {
                    Value::Object(root) => read_mod(root, doc, &mut declared),
                    _ => doc.wrong_type("[]"),
                }
            }
        }
        _ => doc.error(Message::new("meta.jar.metadata_unreadable")),
    }
    declared
}

fn read_mod(root: &Object, doc: &mut Doc<'_>, declared: &mut Declared) {
    check_schema(root, doc);
    declared.jars.extend(doc.names(root, "jars", "file"));
    let Some(id) = doc.id(root, "id") else { return };
    let dependencies = dependencies(root, doc);
    let asks = |id: &str| range_of(&dependencies, id);
    let contact = doc.object(root, "contact");
    declared.mods.push(ModFacts {
        name: doc.text(root, "name", SHORT).filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
        version: doc.version(root, "version"),
        loader: Loader::Fabric,
        side: side(root, doc),
        description: doc.text(root, "description", LONG).unwrap_or_default(),
        authors: doc.names(root, "authors", "name"),
        license: join(&doc.names(root, "license", "id")),
        homepage: contact.and_then(|contact| doc.link(contact, "homepage")),
        icon: icon(root, doc),
        provides: doc.names(root, "provides", "id"),
        mixins: mixins(root, doc),
        game: asks("minecraft"),
        loader_range: asks("fabricloader").or_else(|| asks("fabric-loader")),
        java: asks("java"),
        dependencies,
        id,
    });
}

fn check_schema(root: &Object, doc: &mut Doc<'_>) {
    match root.get("schemaVersion") {
        None => {}
        Some(version) if version.as_u64().is_some_and(|version| version <= 1) => {}
        Some(version) => {
            let found = clean(&version.to_string(), 20);
            doc.warn(Message::new("meta.jar.unknown_schema").with("found", found));
        }
    }
}

fn side(root: &Object, doc: &mut Doc<'_>) -> Side {
    let environment = match root.get("environment") {
        Some(Value::Array(items)) if items.len() == 1 => {
            items.first().and_then(Value::as_str).map(str::to_owned)
        }
        Some(Value::Array(_)) | None => None,
        Some(_) => doc.text(root, "environment", 20),
    };
    side_of(environment.as_deref())
}

/// The side of a word, in any loader's spelling.
pub(crate) fn side_of(word: Option<&str>) -> Side {
    match word.map(str::to_ascii_lowercase).as_deref() {
        Some("client") => Side::Client,
        Some("server" | "dedicated_server") => Side::Server,
        _ => Side::Both,
    }
}

/// A path, or paths by size: then the largest.
pub(crate) fn icon(root: &Object, doc: &mut Doc<'_>) -> Option<String> {
    match root.get("icon") {
        Some(Value::Object(sizes)) => {
            let largest =
                sizes.iter().filter_map(|(size, path)| Some((size.parse::<u32>().ok()?, path.as_str()?)));
            largest.max_by_key(|(size, _)| *size).and_then(|(_, path)| inner_path(path))
        }
        _ => doc.text(root, "icon", LONG).as_deref().and_then(inner_path),
    }
}

/// A list of names or of objects; schema 0 has an object of lists by side.
fn mixins(root: &Object, doc: &mut Doc<'_>) -> Vec<String> {
    match root.get("mixins") {
        Some(Value::Object(sides)) => {
            ["common", "client", "server"].iter().flat_map(|side| doc.names(sides, side, "config")).collect()
        }
        _ => doc.names(root, "mixins", "config"),
    }
}

fn dependencies(root: &Object, doc: &mut Doc<'_>) -> Vec<Dependency> {
    RELATIONS.iter().flat_map(|(key, relation)| relation_of(root, key, *relation, doc)).collect()
}

fn relation_of(root: &Object, key: &str, relation: Relation, doc: &mut Doc<'_>) -> Vec<Dependency> {
    let entries = match root.get(key) {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Object(entries)) => doc.capped(entries.iter(), key),
        // Schema 0 took a plain list of ids as well.
        Some(Value::Array(_)) => {
            let ids = doc.names(root, key, "id");
            return ids.into_iter().map(|id| plain(id, relation, String::new())).collect();
        }
        Some(_) => {
            doc.wrong_type(key);
            return Vec::new();
        }
    };
    entries.into_iter().map(|(id, range)| dependency(id, range, relation, doc)).collect()
}

fn dependency(id: &str, range: &Value, relation: Relation, doc: &mut Doc<'_>) -> Dependency {
    let (range, side) = match range {
        // Schema 0: `{"version": …, "side": …}`.
        Value::Object(long) => {
            let version = long.get("version").or_else(|| long.get("versions"));
            let side = doc.text(long, "side", 20);
            (version.map(|range| alternatives(range, id, doc)).unwrap_or_default(), side_of(side.as_deref()))
        }
        other => (alternatives(other, id, doc), Side::Both),
    };
    Dependency { side, ..plain(clean(id, SHORT), relation, range) }
}

/// A relation on both sides and without alternatives.
pub(crate) fn plain(id: String, relation: Relation, range: String) -> Dependency {
    Dependency { id, relation, range, side: Side::Both, or: Vec::new(), with: Vec::new() }
}

/// A range or a list of ranges of which one must hold.
fn alternatives(range: &Value, field: &str, doc: &mut Doc<'_>) -> String {
    match range {
        Value::String(text) => any_of([text.as_str()]),
        Value::Array(items) => any_of(items.iter().take(64).filter_map(Value::as_str)),
        _ => {
            doc.wrong_type(field);
            String::new()
        }
    }
}

/// Alternatives in one string; empty when one of them allows everything.
pub(crate) fn any_of<'t>(ranges: impl IntoIterator<Item = &'t str>) -> String {
    let ranges: Vec<&str> = ranges.into_iter().map(str::trim).collect();
    if ranges.iter().any(|range| matches!(*range, "" | "*")) {
        return String::new();
    }
    clean(&ranges.join(" || "), RANGE)
}

/// The range that a mod asks of a built-in id.
pub(crate) fn range_of(dependencies: &[Dependency], id: &str) -> Option<String> {
    let asked = |dependency: &&Dependency| dependency.id == id && dependency.relation == Relation::Requires;
    dependencies
        .iter()
        .find(asked)
        .map(|dependency| dependency.range.clone())
        .filter(|range| !range.is_empty())
}

pub(crate) fn join(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| clean(&names.join(", "), SHORT))
}
