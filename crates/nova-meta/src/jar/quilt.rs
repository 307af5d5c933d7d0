//! `quilt.mod.json`, schema version 1 (Quilt's RFC 2).

use nova_model::{Loader, Message, clean};
use serde_json::Value;

use super::{
    doc::{Doc, LONG, Object, RANGE, SHORT},
    fabric::{Declared, icon, join, plain, range_of, side_of},
};
use crate::{Alternative, Dependency, ModFacts, Relation, Side};

/// Most alternatives of a version object once it is written out.
const ALTERNATIVES: usize = 32;
/// How deep `any` and `all` may nest.
const DEPTH: usize = 8;

/// Reads the file.
pub(crate) fn read(value: &Value, doc: &mut Doc<'_>) -> Declared {
    let mut declared = Declared::default();
    let Some(root) = value.as_object() else {
        doc.error(Message::new("meta.jar.metadata_unreadable"));
        return declared;
    };
    let Some(loader) = doc.object(root, "quilt_loader") else {
        doc.error(Message::new("meta.jar.missing").with("field", "quilt_loader"));
        return declared;
    };
    check_schema(root, loader, doc);
    declared.jars = doc.names(loader, "jars", "file");
    if let Some(id) = doc.id(loader, "id") {
        declared.mods.push(read_mod(id, root, loader, doc));
    }
    declared
}

/// What Quilt refuses before it looks at the mod: another format, or other names in the code than it can translate.
fn check_schema(root: &Object, loader: &Object, doc: &mut Doc<'_>) {
    if root.get("schema_version").and_then(Value::as_u64) != Some(1) {
        let found =
            root.get("schema_version").map_or_else(|| "-".to_owned(), |found| clean(&found.to_string(), 20));
        doc.warn(Message::new("meta.jar.unknown_schema").with("found", found));
    }
    match loader.get("intermediate_mappings").map(Value::as_str) {
        Some(Some("net.fabricmc:intermediary")) => {}
        None => doc.warn(Message::new("meta.jar.missing").with("field", "intermediate_mappings")),
        Some(_) => doc.wrong_type("intermediate_mappings"),
    }
}

fn read_mod(id: String, root: &Object, loader: &Object, doc: &mut Doc<'_>) -> ModFacts {
    let empty = Object::new();
    let metadata = doc.object(loader, "metadata").unwrap_or(&empty);
    let contact = doc.object(metadata, "contact").unwrap_or(&empty);
    let dependencies = dependencies(loader, doc);
    let asks = |id: &str| range_of(&dependencies, id);
    ModFacts {
        name: doc.text(metadata, "name", SHORT).filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
        version: doc.version(loader, "version"),
        loader: Loader::Quilt,
        side: side(root, doc),
        description: doc.text(metadata, "description", LONG).unwrap_or_default(),
        authors: authors(metadata, doc),
        license: join(&doc.names(metadata, "license", "id")),
        homepage: doc.link(contact, "homepage"),
        icon: icon(metadata, doc),
        provides: doc.names(loader, "provides", "id").iter().map(|id| without_group(id).to_owned()).collect(),
        mixins: doc.names(root, "mixin", "config"),
        game: asks("minecraft"),
        loader_range: asks("quilt_loader"),
        java: asks("java"),
        dependencies,
        id,
    }
}

fn side(root: &Object, doc: &mut Doc<'_>) -> Side {
    let minecraft = doc.object(root, "minecraft");
    side_of(minecraft.and_then(|minecraft| doc.text(minecraft, "environment", 20)).as_deref())
}

/// The contributors: an object of roles by name.
fn authors(metadata: &Object, doc: &mut Doc<'_>) -> Vec<String> {
    match metadata.get("contributors") {
        Some(Value::Object(people)) => {
            if people.values().any(|role| !is_role(role)) {
                doc.wrong_type("contributors");
            }
            doc.capped(people.keys(), "contributors").into_iter().map(|name| clean(name, SHORT)).collect()
        }
        _ => doc.names(metadata, "contributors", "name"),
    }
}

/// One role, or several.
fn is_role(role: &Value) -> bool {
    role.is_string()
        || role.as_array().is_some_and(|roles| !roles.is_empty() && roles.iter().all(Value::is_string))
}

fn dependencies(loader: &Object, doc: &mut Doc<'_>) -> Vec<Dependency> {
    let mut all = Vec::new();
    for (key, relation) in [("depends", Relation::Requires), ("breaks", Relation::Breaks)] {
        for item in doc.list(loader, key) {
            let found = dependency(item, relation, doc);
            if found.is_none() {
                doc.wrong_type(key);
            }
            all.extend(found);
        }
    }
    all
}

/// An id, an object, or a list of these.
fn dependency(item: &Value, relation: Relation, doc: &mut Doc<'_>) -> Option<Dependency> {
    match item {
        Value::String(id) => Some(plain(clean(without_group(id), SHORT), relation, String::new())),
        Value::Object(object) => long(object, relation, doc),
        Value::Array(items) => {
            let mut choices = items.iter().take(64).filter_map(one);
            let first = choices.next()?;
            let rest: Vec<Alternative> = choices.collect();
            // A list is any of for what is needed, and all of together for what is refused.
            let (or, with) =
                if relation == Relation::Breaks { (Vec::new(), rest) } else { (rest, Vec::new()) };
            Some(Dependency { or, with, ..plain(first.id, relation, first.range) })
        }
        _ => None,
    }
}

fn long(object: &Object, relation: Relation, doc: &mut Doc<'_>) -> Option<Dependency> {
    let only = one(&Value::Object(object.clone()))?;
    let optional = object.get("optional").and_then(Value::as_bool).unwrap_or(false);
    let relation = if optional && relation == Relation::Requires { Relation::Suggests } else { relation };
    let or = match object.get("unless") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) => items.iter().take(64).filter_map(one).collect(),
        Some(single) => one(single).into_iter().collect(),
    };
    let side = side_of(doc.text(object, "environment", 20).as_deref());
    Some(Dependency { side, or, ..plain(only.id, relation, only.range) })
}

/// An id with its versions, from a string or an object.
fn one(item: &Value) -> Option<Alternative> {
    let (id, versions) = match item {
        Value::String(id) => (id.as_str(), None),
        Value::Object(object) => {
            (object.get("id")?.as_str()?, object.get("versions").or_else(|| object.get("version")))
        }
        _ => return None,
    };
    let range = versions.map(|versions| ranges(versions, 0).join(" || ")).unwrap_or_default();
    Some(Alternative { id: clean(without_group(id), SHORT), range: clean(&range, RANGE) })
}

/// Ids may carry a Maven group, which says nothing here.
fn without_group(id: &str) -> &str {
    id.rsplit_once(':').map_or(id, |(_, id)| id)
}

/// The alternatives of a version specification; none for any version. `all` multiplies them out, up to a limit beyond
/// which it counts as any.
fn ranges(versions: &Value, depth: usize) -> Vec<String> {
    let deeper = depth.saturating_add(1);
    match versions {
        _ if depth > DEPTH => Vec::new(),
        Value::String(text) if text.trim() == "*" => Vec::new(),
        Value::String(text) => vec![text.trim().to_owned()],
        Value::Array(items) => any(items, deeper),
        Value::Object(object) => match (object.get("any"), object.get("all")) {
            (Some(Value::Array(items)), _) => any(items, deeper),
            (_, Some(Value::Array(items))) => all(items, deeper),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn any(items: &[Value], depth: usize) -> Vec<String> {
    let mut found = Vec::new();
    for item in items.iter().take(ALTERNATIVES) {
        let one = ranges(item, depth);
        if one.is_empty() {
            return Vec::new();
        }
        found.extend(one);
    }
    if found.len() > ALTERNATIVES { Vec::new() } else { found }
}

fn all(items: &[Value], depth: usize) -> Vec<String> {
    let mut product: Vec<String> = Vec::new();
    for item in items.iter().take(ALTERNATIVES) {
        let one = ranges(item, depth);
        if product.is_empty() {
            product = one;
        } else if !one.is_empty() {
            product = product
                .iter()
                .flat_map(|left| one.iter().map(move |right| format!("{left} {right}")))
                .collect();
        }
        if product.len() > ALTERNATIVES {
            return Vec::new();
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ranges;

    #[test]
    fn version_objects_are_written_out() {
        assert_eq!(ranges(&json!(">=1"), 0), [">=1"]);
        assert_eq!(ranges(&json!({"any": ["1", {"all": [">=2", "<3"]}]}), 0), ["1", ">=2 <3"]);
        assert_eq!(ranges(&json!({"all": [{"any": ["1", "2"]}, "<3"]}), 0), ["1 <3", "2 <3"]);
        assert!(ranges(&json!({"any": ["1", "*"]}), 0).is_empty());
        let bomb =
            (0..20).fold(json!("1"), |inner, _| json!({"all": [{"any": [inner, "2"]}, {"any": ["3", "4"]}]}));
        assert!(ranges(&bomb, 0).len() <= 32);
    }
}
