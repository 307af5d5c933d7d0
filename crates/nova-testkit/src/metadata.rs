//! What a mod says about itself, written in the form of each loader.

use serde_json::{Map, Value, json};

/// Whose metadata a jar carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loader {
    /// `fabric.mod.json`, schema 1.
    Fabric,
    /// `quilt.mod.json`, schema 1.
    Quilt,
    /// `META-INF/mods.toml` (Minecraft 1.13 and later).
    Forge,
    /// `META-INF/neoforge.mods.toml` (Minecraft 1.20.5 and later).
    NeoForge,
    /// `mcmod.info` (Forge up to Minecraft 1.12.2).
    LegacyForge,
}

/// How much a mod minds another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It does not start without it.
    Required,
    /// It works with it, of this version, where it is there.
    Optional,
    /// It does not start beside it.
    Breaks,
    /// It starts beside it, with a warning.
    Conflicts,
}

/// One mod's metadata. Ranges are given in the loader's own language (Fabric predicates, Maven ranges).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModInfo {
    /// Whose form it is written in.
    pub loader: Loader,
    /// The mod's id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// The range of game versions; none leaves it unsaid. The legacy form holds a plain version.
    pub game: Option<String>,
    /// Others that it minds: id, range, how much.
    pub relations: Vec<(String, String, Need)>,
    /// Ids that it stands in for (Fabric and Quilt).
    pub provides: Vec<String>,
    /// `client`, `server` or `*`.
    pub environment: String,
}

impl ModInfo {
    /// A mod of version 1.0.0 that needs nothing.
    pub fn new(loader: Loader, id: &str) -> Self {
        Self {
            loader,
            id: id.to_owned(),
            version: "1.0.0".to_owned(),
            name: id.to_owned(),
            description: format!("The {id} mod, for tests."),
            authors: vec!["Tester".to_owned()],
            game: None,
            relations: Vec::new(),
            provides: Vec::new(),
            environment: "*".to_owned(),
        }
    }

    /// The path of its metadata in the jar.
    pub fn path(&self) -> &'static str {
        match self.loader {
            Loader::Fabric => "fabric.mod.json",
            Loader::Quilt => "quilt.mod.json",
            Loader::Forge => "META-INF/mods.toml",
            Loader::NeoForge => "META-INF/neoforge.mods.toml",
            Loader::LegacyForge => "mcmod.info",
        }
    }

    fn related(&self, need: Need) -> impl Iterator<Item = (&str, &str)> {
        self.relations.iter().filter(move |r| r.2 == need).map(|r| (r.0.as_str(), r.1.as_str()))
    }
}

/// The text of one metadata file. Only the Forge forms hold more than one mod; of the others the first is written.
pub(crate) fn text(mods: &[&ModInfo], jars: &[String]) -> Option<String> {
    let first = *mods.first()?;
    let value = match first.loader {
        Loader::Fabric => fabric(first, jars),
        Loader::Quilt => quilt(first, jars),
        Loader::LegacyForge => Value::Array(mods.iter().map(|info| legacy(info)).collect()),
        Loader::Forge | Loader::NeoForge => return Some(toml(mods)),
    };
    Some(format!("{value:#}\n"))
}

fn fabric(info: &ModInfo, jars: &[String]) -> Value {
    let mut depends = object(info.related(Need::Required));
    if let Some(game) = &info.game {
        depends.insert("minecraft".to_owned(), json!(game));
    }
    depends.entry("fabricloader").or_insert(json!(">=0.14.0"));
    json!({
        "schemaVersion": 1, "id": info.id, "version": info.version, "name": info.name,
        "description": info.description, "authors": info.authors, "license": "MIT",
        "environment": info.environment,
        "entrypoints": {"main": [format!("test.{}.Main", class_name(&info.id))]},
        "depends": depends,
        "suggests": object(info.related(Need::Optional)),
        "breaks": object(info.related(Need::Breaks)),
        "conflicts": object(info.related(Need::Conflicts)),
        "provides": info.provides,
        "jars": jars.iter().map(|file| json!({"file": file})).collect::<Vec<_>>(),
    })
}

fn quilt(info: &ModInfo, jars: &[String]) -> Value {
    let mut depends = list(info.related(Need::Required));
    if let Some(game) = &info.game {
        depends.push(json!({"id": "minecraft", "versions": game}));
    }
    depends.push(json!({"id": "quilt_loader", "versions": ">=0.19.0"}));
    json!({
        "schema_version": 1,
        "quilt_loader": {
            "group": "test", "id": info.id, "version": info.version,
            "metadata": {"name": info.name, "description": info.description,
                         "contributors": authors(info), "license": "MIT"},
            "intermediate_mappings": "net.fabricmc:intermediary",
            "depends": depends,
            "breaks": list(info.related(Need::Breaks).chain(info.related(Need::Conflicts))),
            "provides": info.provides, "jars": jars,
        },
        "minecraft": {"environment": info.environment},
    })
}

fn legacy(info: &ModInfo) -> Value {
    let required = info.related(Need::Required).map(|(id, range)| match range {
        "" | "*" => id.to_owned(),
        range => format!("{id}@{range}"),
    });
    json!({
        "modid": info.id, "name": info.name, "description": info.description, "version": info.version,
        "mcversion": info.game.as_deref().unwrap_or(""), "authorList": info.authors,
        "url": "", "logoFile": "", "screenshots": [],
        "requiredMods": required.collect::<Vec<_>>(), "dependencies": [],
    })
}

fn toml(mods: &[&ModInfo]) -> String {
    let mut text = "modLoader = \"javafml\"\nloaderVersion = \"[1,)\"\nlicense = \"MIT\"\n".to_owned();
    for info in mods {
        text.push_str(&toml_mod(info));
        if let Some(game) = &info.game {
            text.push_str(&toml_dependency(info, "minecraft", game, Need::Required));
        }
        for (id, range, need) in &info.relations {
            text.push_str(&toml_dependency(info, id, range, *need));
        }
    }
    text
}

fn toml_mod(info: &ModInfo) -> String {
    format!(
        "\n[[mods]]\nmodId = {}\nversion = {}\ndisplayName = {}\nauthors = {}\ndescription = {}\n",
        quoted(&info.id),
        quoted(&info.version),
        quoted(&info.name),
        quoted(&info.authors.join(", ")),
        quoted(&info.description),
    )
}

fn toml_dependency(info: &ModInfo, id: &str, range: &str, need: Need) -> String {
    let strength = match (info.loader, need) {
        (Loader::NeoForge, Need::Required) => "type = \"required\"",
        (Loader::NeoForge, Need::Optional) => "type = \"optional\"",
        (Loader::NeoForge, Need::Breaks) => "type = \"incompatible\"",
        (Loader::NeoForge, Need::Conflicts) => "type = \"discouraged\"",
        (_, Need::Required) => "mandatory = true",
        (_, _) => "mandatory = false",
    };
    format!(
        "\n[[dependencies.{}]]\nmodId = {}\n{strength}\nversionRange = {}\nordering = \"NONE\"\nside = \"BOTH\"\n",
        quoted(&info.id),
        quoted(id),
        quoted(range),
    )
}

/// A JSON string is a TOML basic string too.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn authors(info: &ModInfo) -> Map<String, Value> {
    info.authors.iter().map(|author| (author.clone(), json!("Author"))).collect()
}

fn object<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    pairs.map(|(id, range)| (id.to_owned(), json!(range))).collect()
}

fn list<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Value> {
    pairs.map(|(id, range)| json!({"id": id, "versions": range})).collect()
}

/// The id as a part of a Java package name.
pub(crate) fn class_name(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
