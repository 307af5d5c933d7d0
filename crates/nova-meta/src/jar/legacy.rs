//! `mcmod.info` of Forge up to 1.12.2: a list, or an object with a list.

use nova_model::{Loader, Message};
use serde_json::Value;

use super::{
    doc::{Doc, ITEMS, LONG, Object, SHORT, inner_path, is_template},
    fabric::plain,
    manifest::Manifest,
};
use crate::{Dependency, ModFacts, Relation, Side};

/// Reads the file.
pub(crate) fn read(value: &Value, manifest: &Manifest, doc: &mut Doc<'_>) -> Vec<ModFacts> {
    let items = match value {
        Value::Array(items) => items.as_slice(),
        Value::Object(root) => match root.get("modList").or_else(|| root.get("modlist")) {
            Some(Value::Array(items)) => items.as_slice(),
            Some(_) => {
                doc.wrong_type("modList");
                &[]
            }
            None => std::slice::from_ref(value),
        },
        _ => &[],
    };
    let objects = doc.capped(items.iter(), "modList");
    let mods: Vec<ModFacts> = objects
        .into_iter()
        .filter_map(|item| read_mod(item.as_object()?, manifest, doc))
        .take(ITEMS)
        .collect();
    if mods.is_empty() {
        doc.warn(Message::new("meta.jar.missing").with("field", "modid"));
    }
    mods
}

fn read_mod(object: &Object, manifest: &Manifest, doc: &mut Doc<'_>) -> Option<ModFacts> {
    let id = doc.id(object, "modid")?;
    let authors = match doc.names(object, "authorList", "name") {
        none if none.is_empty() => doc.names(object, "authors", "name"),
        some => some,
    };
    Some(ModFacts {
        name: doc.text(object, "name", SHORT).filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
        version: version(object, doc),
        loader: Loader::LegacyForge,
        side: Side::Both,
        description: doc.text(object, "description", LONG).unwrap_or_default(),
        authors,
        license: None,
        homepage: doc.link(object, "url"),
        icon: doc.text(object, "logoFile", LONG).as_deref().and_then(inner_path),
        dependencies: dependencies(object, doc),
        provides: Vec::new(),
        mixins: manifest.mixins.clone(),
        game: doc.text(object, "mcversion", SHORT).filter(|game| !game.is_empty() && !is_template(game)),
        loader_range: None,
        java: None,
        id,
    })
}

/// Missing is usual here: the annotation in the class counts.
fn version(object: &Object, doc: &mut Doc<'_>) -> String {
    let version = doc.text(object, "version", SHORT).unwrap_or_default();
    if is_template(&version) {
        doc.template("version", &version);
    }
    version
}

/// Forge looks at them only where the file asks for it; else the annotation in the class counts.
fn dependencies(object: &Object, doc: &mut Doc<'_>) -> Vec<Dependency> {
    let counts = object.get("useDependencyInformation").is_some_and(|flag| match flag {
        Value::Bool(flag) => *flag,
        Value::String(text) => text.eq_ignore_ascii_case("true"),
        _ => false,
    });
    let relation = if counts { Relation::Requires } else { Relation::Suggests };
    let required = doc.names(object, "requiredMods", "modid");
    required.iter().filter_map(|text| parse(text, relation)).collect()
}

/// `id` or `id@range`.
fn parse(text: &str, relation: Relation) -> Option<Dependency> {
    let (id, range) = text.split_once('@').unwrap_or((text, ""));
    let id = id.trim().trim_matches(['[', ']']);
    let id = if id.eq_ignore_ascii_case("forge") { "forge" } else { id };
    (!id.is_empty() && !is_template(text)).then(|| plain(id.to_owned(), relation, range.trim().to_owned()))
}
