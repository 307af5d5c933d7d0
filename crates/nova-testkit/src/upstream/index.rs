//! What the documents speak of: every address that must answer, with how its bytes are made. An address that no document names is
//! not there, as in the real world.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::lists::MIRROR;
use super::maven;
use super::runtime;
use super::shelf::{Shelf, key_of};
use super::vendors;

/// Modrinth's projects: below each lies the list of its versions.
const MODRINTH: &str = "api.modrinth.com/v2/project/";
/// The list of LiteLoader.
const LITELOADER: &str = "dl.liteloader.com/versions/versions.json";

/// How the bytes of an address are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recipe {
    /// A version's client jar, by the key of its document.
    Client(String),
    /// The names that Mojang publishes for a version and a side.
    Mappings { version: String, side: String },
    /// A file of a Maven repository.
    Artifact(String),
    /// An asset index: the recorded one, or one that is thought up for its id.
    Assets(String),
    /// A configuration of the log.
    LogConfig,
    /// The list of a Java runtime's files: the recorded one, or one that is thought up.
    Runtime(runtime::Id),
    /// One of those files.
    RuntimeFile(runtime::File),
    /// A Java runtime in an archive.
    Archive(vendors::Archive),
    /// An installer, by the folder of its documents.
    Installer(String),
    /// OptiFine's jar.
    OptiFine,
    /// A mod of Modrinth's: the project, and the version's number.
    Mod { slug: String, number: String },
    /// Anything.
    Blob,
}

/// All addresses.
#[derive(Debug, Default)]
pub(crate) struct Index {
    recipes: HashMap<String, Recipe>,
    /// A path in a Maven repository, and where it is served.
    by_path: HashMap<String, String>,
    /// Game version and the key of its document.
    pub(crate) versions: BTreeMap<String, String>,
    /// Folders of installers, by maker and version: `forge/1.20.1-47.4.0`, `neoforge/21.1.200`.
    pub(crate) installers: BTreeMap<String, String>,
    /// Paths of the jars that installers run.
    pub(crate) tools: HashSet<String>,
}

impl Index {
    pub(crate) fn of(shelf: &Shelf) -> Self {
        let mut index = Self::default();
        let keys = shelf.keys();
        for key in keys.iter().filter(|key| is_read(key)) {
            if let Some(document) = shelf.json(key) {
                index.document(key, &document);
            }
        }
        index.loaders(shelf);
        index.light_loaders(shelf);
        for key in keys.iter().filter(|key| key.starts_with(MODRINTH) && key.ends_with("/version.json")) {
            index.mods(key, &shelf.json(key).unwrap_or_default());
        }
        for key in keys.iter().filter(|key| key.ends_with("/install_profile.json")) {
            if let Some(profile) = shelf.json(key) {
                index.profile(key, &profile);
            }
        }
        index
    }

    /// How an address is made.
    pub(crate) fn recipe(&self, key: &str) -> Option<&Recipe> {
        self.recipes.get(key)
    }

    /// Where a path of a Maven repository is served.
    pub(crate) fn at_path(&self, path: &str) -> Option<&str> {
        self.by_path.get(path).map(String::as_str)
    }

    /// All addresses, in no order.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (&str, &Recipe)> {
        self.recipes.iter().map(|(key, recipe)| (key.as_str(), recipe))
    }

    fn put(&mut self, key: String, recipe: Recipe) {
        if let Some(path) = maven::within(&key) {
            self.by_path.entry(path.to_owned()).or_insert_with(|| key.clone());
        }
        self.recipes.entry(key).or_insert(recipe);
    }

    /// A file of a Maven repository by the address of the repository and its path.
    fn artifact(&mut self, base: &str, path: &str) {
        let key = key_of(&maven::join(base, path));
        self.by_path.entry(path.to_owned()).or_insert_with(|| key.clone());
        self.put(key, Recipe::Artifact(path.to_owned()));
    }

    fn document(&mut self, key: &str, document: &Value) {
        if key.ends_with("/all.json") {
            runtime::scan(document, &mut |key, recipe| self.put(key, recipe));
        } else if vendors::is_list(key) {
            vendors::scan(document, &mut |key, recipe| self.put(key, recipe));
        } else if document["mainClass"].is_string() && document["inheritsFrom"].is_null() {
            self.version(key, document);
        } else if document["files"].is_object() {
            runtime::scan_files(&runtime::Id::unknown(), document, &mut |key, recipe| self.put(key, recipe));
        } else {
            for side in ["client", "common", "server", "development"] {
                self.libraries(&document["libraries"][side]);
            }
            self.libraries(&document["libraries"]);
        }
    }

    fn version(&mut self, key: &str, document: &Value) {
        let id = text(document, "id");
        self.versions.insert(id.to_owned(), key.to_owned());
        for (name, download) in document["downloads"].as_object().into_iter().flatten() {
            let recipe = match name.as_str() {
                "client" => Recipe::Client(key.to_owned()),
                "client_mappings" | "server_mappings" => Recipe::Mappings {
                    version: id.to_owned(),
                    side: name.trim_end_matches("_mappings").to_owned(),
                },
                _ => Recipe::Blob,
            };
            self.put(key_of(text(download, "url")), recipe);
        }
        let assets = &document["assetIndex"];
        if assets.is_object() {
            self.put(key_of(text(assets, "url")), Recipe::Assets(text(assets, "id").to_owned()));
        }
        if let Some(url) = document["logging"]["client"]["file"]["url"].as_str() {
            self.put(key_of(url), Recipe::LogConfig);
        }
        self.libraries(&document["libraries"]);
    }

    fn libraries(&mut self, libraries: &Value) {
        for library in libraries.as_array().into_iter().flatten() {
            let downloads = &library["downloads"];
            if downloads.is_object() {
                let classified =
                    downloads["classifiers"].as_object().into_iter().flat_map(|all| all.values());
                for artifact in std::iter::once(&downloads["artifact"]).chain(classified) {
                    self.download(artifact);
                }
            } else if let Some(path) = maven::path(text(library, "name")) {
                self.artifact(library["url"].as_str().unwrap_or(maven::MOJANG), &path);
            }
        }
    }

    fn download(&mut self, artifact: &Value) {
        let (url, path) = (text(artifact, "url"), text(artifact, "path"));
        if !url.is_empty() {
            let key = key_of(url);
            let path = if path.is_empty() {
                maven::within(&key).unwrap_or(&key).to_owned()
            } else {
                path.to_owned()
            };
            self.put(key, Recipe::Artifact(path));
        }
    }

    /// The loaders' own jars and mappings, which the profiles name without a hash.
    fn loaders(&mut self, documents: &Shelf) {
        for (list, base) in [
            ("meta.fabricmc.net/v2/versions/loader", "https://maven.fabricmc.net/"),
            ("meta.fabricmc.net/v2/versions/intermediary", "https://maven.fabricmc.net/"),
            ("meta.quiltmc.org/v3/versions/loader", "https://maven.quiltmc.org/repository/release/"),
        ] {
            let list = documents.json(list).unwrap_or_default();
            for path in
                list.as_array().into_iter().flatten().filter_map(|entry| maven::path(text(entry, "maven")))
            {
                self.artifact(base, &path);
            }
        }
    }

    /// OptiFine's jars at the mirror, and what LiteLoader's list names.
    fn light_loaders(&mut self, documents: &Shelf) {
        let list = documents.json(&format!("{MIRROR}/optifine/versionList")).unwrap_or_default();
        for build in list.as_array().into_iter().flatten() {
            let [game, kind, patch] = ["mcversion", "type", "patch"].map(|name| text(build, name));
            self.put(format!("{MIRROR}/optifine/{game}/{kind}/{patch}"), Recipe::OptiFine);
        }
        let list = documents.json(LITELOADER).unwrap_or_default();
        for (game, of_game) in list["versions"].as_object().into_iter().flatten() {
            let stream = &of_game["artefacts"]["com.mumfrey:liteloader"]["latest"];
            self.libraries(&stream["libraries"]);
            let path = format!("com/mumfrey/liteloader/{game}/{}", text(stream, "file"));
            self.put(format!("dl.liteloader.com/versions/{path}"), Recipe::Artifact(path));
        }
    }

    fn mods(&mut self, key: &str, list: &Value) {
        let slug = key.trim_start_matches(MODRINTH).trim_end_matches("/version.json");
        for version in list.as_array().into_iter().flatten() {
            let number = text(version, "version_number");
            for file in version["files"].as_array().into_iter().flatten() {
                let recipe = Recipe::Mod { slug: slug.to_owned(), number: number.to_owned() };
                self.put(key_of(text(file, "url")), recipe);
            }
        }
    }

    fn profile(&mut self, key: &str, profile: &Value) {
        let folder = key.trim_end_matches("/install_profile.json");
        let version = folder.rsplit('/').next().unwrap_or_default();
        let artifact = folder.rsplit('/').nth(1).unwrap_or_default();
        let maker = if folder.starts_with("maven.neoforged.net/") { "neoforge" } else { "forge" };
        self.installers.insert(format!("{maker}/{version}"), folder.to_owned());
        self.put(
            format!("{folder}/{artifact}-{version}-installer.jar"),
            Recipe::Installer(folder.to_owned()),
        );
        for processor in profile["processors"].as_array().into_iter().flatten() {
            self.tools.extend(maven::path(text(processor, "jar")));
        }
        self.libraries(&profile["libraries"]);
        self.libraries(&profile["versionInfo"]["libraries"]);
        // The old form's own jar lies in the installer and nowhere else under this name.
        let own = profile["install"]["path"].as_str().and_then(maven::path);
        if let Some(key) = own.and_then(|path| self.by_path.remove(&path)) {
            self.recipes.remove(&key);
        }
    }
}

/// The documents that name addresses; the rest is only served.
fn is_read(key: &str) -> bool {
    let hosts = ["piston-meta.mojang.com/v1/", "maven."];
    maven::ends(key, "json")
        && (vendors::is_list(key) || hosts.iter().any(|host| key.starts_with(host)))
        && !key.ends_with("/install_profile.json")
        && !key.contains("/extra/")
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}
