//! `META-INF/mods.toml` and `META-INF/neoforge.mods.toml` (Forge and NeoForge documentation, "Mod files").

use nova_model::{Loader, Message, clean};
use serde_json::Value;

use super::{
    doc::{Doc, LONG, Object, RANGE, SHORT, inner_path, is_template},
    fabric::{join, range_of, side_of},
    manifest::Manifest,
};
use crate::{Dependency, ModFacts, Relation};

/// Which of the two files it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// `mods.toml`: Forge, or NeoForge before 1.20.5.
    Forge,
    /// `neoforge.mods.toml`.
    NeoForge,
}

/// Reads the file.
pub(crate) fn read(value: &Value, flavour: Flavour, manifest: &Manifest, doc: &mut Doc<'_>) -> Vec<ModFacts> {
    let Some(root) = value.as_object() else {
        doc.error(Message::new("meta.jar.metadata_unreadable"));
        return Vec::new();
    };
    let mut mods = Vec::new();
    for item in doc.list(root, "mods") {
        match item.as_object() {
            Some(object) => mods.extend(read_mod(object, root, flavour, manifest, doc)),
            None => doc.wrong_type("mods"),
        }
    }
    if mods.is_empty() {
        doc.error(Message::new("meta.jar.missing").with("field", "mods"));
    }
    check_strays(root, &mods, doc);
    mods
}

fn read_mod(
    object: &Object,
    root: &Object,
    flavour: Flavour,
    manifest: &Manifest,
    doc: &mut Doc<'_>,
) -> Option<ModFacts> {
    let id = doc.id(object, "modId")?;
    let dependencies = dependencies(root, &id, flavour, doc);
    let loader = loader(flavour, &dependencies);
    let asks = |id: &str| range_of(&dependencies, id);
    Some(ModFacts {
        name: doc
            .text(object, "displayName", SHORT)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| id.clone()),
        version: version(object, manifest, doc),
        loader,
        side: side_of(client_only(root).then_some("client")),
        description: doc.text(object, "description", LONG).unwrap_or_default(),
        authors: doc.names(object, "authors", "name"),
        license: join(&doc.names(root, "license", "id")),
        homepage: doc.link(object, "displayURL").or_else(|| doc.link(root, "displayURL")),
        icon: doc
            .text(object, "logoFile", LONG)
            .or_else(|| doc.text(root, "logoFile", LONG))
            .as_deref()
            .and_then(inner_path),
        provides: doc.names(object, "provides", "modId"),
        mixins: manifest.mixins.iter().cloned().chain(doc.names(root, "mixins", "config")).collect(),
        game: asks("minecraft"),
        loader_range: asks(loader.as_str()).or_else(|| loader_version(root, doc)),
        java: java(root, &id, doc),
        dependencies,
        id,
    })
}

/// `mods.toml` served NeoForge too until 1.20.5: whoever needs `neoforge` is for it.
fn loader(flavour: Flavour, dependencies: &[Dependency]) -> Loader {
    let needs = |id: &str| dependencies.iter().any(|one| one.id == id && one.relation == Relation::Requires);
    match flavour {
        Flavour::NeoForge => Loader::NeoForge,
        Flavour::Forge if needs("neoforge") && !needs("forge") => Loader::NeoForge,
        Flavour::Forge => Loader::Forge,
    }
}

/// `loaderVersion` is about the language provider; only those that come with Forge tell of the loader.
fn loader_version(root: &Object, doc: &mut Doc<'_>) -> Option<String> {
    let provider = doc.text(root, "modLoader", SHORT)?;
    let built_in = matches!(provider.to_ascii_lowercase().as_str(), "javafml" | "lowcodefml");
    doc.text(root, "loaderVersion", RANGE).filter(|range| built_in && !range.is_empty())
}

fn client_only(root: &Object) -> bool {
    root.get("clientSideOnly").and_then(Value::as_bool).unwrap_or(false)
}

/// `${file.jarVersion}` stands for the manifest's Implementation-Version.
fn version(object: &Object, manifest: &Manifest, doc: &mut Doc<'_>) -> String {
    let Some(raw) = doc.text(object, "version", SHORT).filter(|text| !text.is_empty()) else {
        // Both loaders take a mod without a version for version 1.
        return "1".to_owned();
    };
    let Some(given) = &manifest.version else {
        if is_template(&raw) {
            doc.template("version", &raw);
        }
        return raw;
    };
    let version = clean(&raw.replace("${file.jarVersion}", given), SHORT);
    if is_template(&version) {
        doc.template("version", &version);
    }
    version
}

fn java(root: &Object, id: &str, doc: &mut Doc<'_>) -> Option<String> {
    let features = doc.object(root, "features")?;
    let own = features.get(id)?.as_object()?;
    doc.text(own, "javaVersion", SHORT).or_else(|| doc.text(own, "java_version", SHORT))
}

fn dependencies(root: &Object, id: &str, flavour: Flavour, doc: &mut Doc<'_>) -> Vec<Dependency> {
    let Some(Value::Object(tables)) = root.get("dependencies") else { return Vec::new() };
    let mut all = Vec::new();
    for item in doc.list(tables, id) {
        match item.as_object().and_then(|object| dependency(object, flavour, doc)) {
            Some(dependency) => all.push(dependency),
            None => doc.wrong_type("dependencies"),
        }
    }
    all
}

fn dependency(object: &Object, flavour: Flavour, doc: &mut Doc<'_>) -> Option<Dependency> {
    let id = doc.text(object, "modId", SHORT).filter(|id| !id.is_empty())?;
    Some(Dependency {
        id,
        relation: relation(object, flavour, doc),
        range: doc.text(object, "versionRange", RANGE).unwrap_or_default(),
        side: side_of(doc.text(object, "side", 20).as_deref()),
        or: Vec::new(),
        with: Vec::new(),
    })
}

/// `type` came with NeoForge 20.2, `mandatory` is older; each is met in either file, in any case.
fn relation(object: &Object, flavour: Flavour, doc: &mut Doc<'_>) -> Relation {
    let kind = doc.text(object, "type", 20).map(|kind| kind.to_ascii_lowercase());
    match kind.as_deref() {
        Some("required") => Relation::Requires,
        Some("optional") => Relation::Suggests,
        Some("incompatible") => Relation::Breaks,
        Some("discouraged") => Relation::Conflicts,
        Some(_) => {
            doc.wrong_type("type");
            Relation::Suggests
        }
        None => mandatory(object, flavour),
    }
}

fn mandatory(object: &Object, flavour: Flavour) -> Relation {
    let word = object.get("mandatory");
    let said = word.and_then(Value::as_bool).or_else(|| Some(word?.as_str()?.eq_ignore_ascii_case("true")));
    match (said, flavour) {
        (Some(true), _) | (None, Flavour::NeoForge) => Relation::Requires,
        (Some(false), _) | (None, Flavour::Forge) => Relation::Suggests,
    }
}

/// Dependencies of a mod that is not in the file are read by no loader.
fn check_strays(root: &Object, mods: &[ModFacts], doc: &mut Doc<'_>) {
    match root.get("dependencies") {
        None | Some(Value::Null) => {}
        Some(Value::Object(tables)) => {
            let ids: std::collections::HashSet<&str> = mods.iter().map(|one| one.id.as_str()).collect();
            for id in tables.keys().filter(|id| !ids.contains(id.as_str())).take(8) {
                doc.warn(Message::new("meta.jar.stray_dependencies").with("id", clean(id, SHORT)));
            }
        }
        Some(_) => doc.wrong_type("dependencies"),
    }
}
