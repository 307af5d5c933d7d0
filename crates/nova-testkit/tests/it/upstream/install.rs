//! A launcher in small: it installs a version for Linux from the server, and makes the command that starts it.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use nova_testkit::upstream::Upstream;
use nova_testkit::write_file;
use serde_json::Value;

use super::web::Client;

const MANIFEST: &str = "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json";

/// An installed version.
pub(crate) struct Installed {
    pub(crate) root: PathBuf,
    pub(crate) version: Value,
    /// In the order of the class path.
    pub(crate) classpath: Vec<PathBuf>,
    pub(crate) log_config: Option<PathBuf>,
}

/// Fetches everything that a version needs.
pub(crate) fn install(upstream: &Upstream, id: &str, root: &Path) -> Result<Installed> {
    let mut client = Client::new(upstream)?;
    let manifest = client.json(MANIFEST)?;
    let entry = manifest["versions"].as_array().context("versions")?.iter().find(|entry| entry["id"] == id);
    let version = client.json(entry.context("the version")?["url"].as_str().context("url")?)?;
    let mut classpath = Vec::new();
    for library in allowed(&version) {
        // LWJGL is listed twice where its natives have an entry of their own.
        let jar = fetch_library(&mut client, library, root)?;
        classpath.extend(jar.filter(|jar| !classpath.contains(jar)));
    }
    let jar = root.join(format!("versions/{id}/{id}.jar"));
    write_file(&jar, &client.verified(&version["downloads"]["client"])?)?;
    classpath.push(jar);
    assets(&mut client, &version, root)?;
    let log = &version["logging"]["client"]["file"];
    let log_config = log["id"].as_str().map(|name| root.join("assets/log_configs").join(name));
    if let Some(path) = &log_config {
        write_file(path, &client.verified(log)?)?;
    }
    nova_testkit::make_folder(&root.join("game"))?;
    Ok(Installed { root: root.to_owned(), version, classpath, log_config })
}

fn allowed(version: &Value) -> impl Iterator<Item = &Value> {
    let fits = |rule: &&Value| rule["os"]["name"].is_null() || rule["os"]["name"] == "linux";
    version["libraries"].as_array().into_iter().flatten().filter(move |library| {
        let rules = library["rules"].as_array();
        rules.is_none_or(|rules| rules.iter().rfind(fits).is_some_and(|rule| rule["action"] == "allow"))
    })
}

fn fetch_library(client: &mut Client<'_>, library: &Value, root: &Path) -> Result<Option<PathBuf>> {
    let natives = library["natives"]["linux"].as_str().map(|name| &library["downloads"]["classifiers"][name]);
    if let Some(natives) = natives.filter(|natives| natives.is_object()) {
        let mut zip = zip::ZipArchive::new(Cursor::new(client.verified(natives)?))?;
        for number in 0..zip.len() {
            let mut entry = zip.by_index(number)?;
            let name = entry.name()?.into_owned();
            if !name.starts_with("META-INF/") {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes)?;
                write_file(&root.join("natives").join(name), &bytes)?;
            }
        }
    }
    let artifact = &library["downloads"]["artifact"];
    let Some(path) = artifact["path"].as_str() else { return Ok(None) };
    let path = root.join("libraries").join(path);
    write_file(&path, &client.verified(artifact)?)?;
    Ok(Some(path))
}

fn assets(client: &mut Client<'_>, version: &Value, root: &Path) -> Result<()> {
    let bytes = client.verified(&version["assetIndex"])?;
    let id = version["assetIndex"]["id"].as_str().context("an id")?;
    write_file(&root.join(format!("assets/indexes/{id}.json")), &bytes)?;
    let index: Value = serde_json::from_slice(&bytes)?;
    for (name, object) in index["objects"].as_object().context("objects")? {
        let hash = object["hash"].as_str().context("a hash")?;
        let path = format!("{}/{hash}", &hash[..2]);
        let bytes = client.get(&format!("https://resources.download.minecraft.net/{path}"))?;
        write_file(&root.join("assets/objects").join(path), &bytes)?;
        if index["virtual"] == true || index["map_to_resources"] == true {
            write_file(&root.join("named").join(name), &bytes)?;
        }
    }
    Ok(())
}

impl Installed {
    pub(crate) fn id(&self) -> &str {
        self.version["id"].as_str().unwrap_or_default()
    }

    pub(crate) fn game(&self) -> PathBuf {
        self.root.join("game")
    }

    /// The game's arguments, filled in; those behind features are left out.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let words: Vec<String> = match self.version["minecraftArguments"].as_str() {
            Some(line) => line.split(' ').map(ToOwned::to_owned).collect(),
            None => texts(&self.version["arguments"]["game"]),
        };
        words.iter().map(|word| self.filled(word)).collect()
    }

    fn filled(&self, word: &str) -> String {
        let path = |below: &str| self.root.join(below).display().to_string();
        let values = BTreeMap::from([
            ("auth_player_name", "Steve".to_owned()),
            ("auth_session", "token:secret-4711:5627dd98e6be3c21b8a8e92344183641".to_owned()),
            ("auth_access_token", "secret-4711".to_owned()),
            ("auth_uuid", "5627dd98e6be3c21b8a8e92344183641".to_owned()),
            ("version_name", self.id().to_owned()),
            ("game_directory", path("game")),
            ("assets_root", path("assets")),
            ("game_assets", path("named")),
            ("assets_index_name", self.version["assetIndex"]["id"].as_str().unwrap_or_default().to_owned()),
            ("user_type", "legacy".to_owned()),
            ("user_properties", "{}".to_owned()),
            ("version_type", "release".to_owned()),
            ("clientid", "c".to_owned()),
            ("auth_xuid", "0".to_owned()),
        ]);
        values.iter().fold(word.to_owned(), |word, (key, value)| word.replace(&format!("${{{key}}}"), value))
    }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
}
