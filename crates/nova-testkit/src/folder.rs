//! A game folder: what the game itself reads and writes, in a version's own folder or in the root that versions share.

use std::path::Path;

use anyhow::Result;

use crate::{Jar, LogFile, Tag, World, make_folder, write_file};

/// Mods, worlds, packs, settings and logs in one folder.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct GameFolder {
    jars: Vec<(String, Jar)>,
    worlds: Vec<World>,
    logs: Vec<LogFile>,
    files: Vec<(String, Vec<u8>)>,
    folders: Vec<String>,
}

impl GameFolder {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// A mod in `mods/`.
    pub fn jar(mut self, jar: Jar) -> Self {
        self.jars.push((format!("mods/{}", jar.file_name()), jar));
        self
    }

    /// Several mods in `mods/`.
    pub fn jars(self, jars: impl IntoIterator<Item = Jar>) -> Self {
        jars.into_iter().fold(self, Self::jar)
    }

    /// A mod that is switched off: `mods/<name>.disabled`.
    pub fn disabled(mut self, jar: Jar) -> Self {
        self.jars.push((format!("mods/{}.disabled", jar.file_name()), jar));
        self
    }

    /// A world in `saves/`.
    pub fn world(mut self, world: World) -> Self {
        self.worlds.push(world);
        self
    }

    /// A log in `logs/` or `crash-reports/`.
    pub fn log(mut self, log: LogFile) -> Self {
        self.logs.push(log);
        self
    }

    /// Lines of `options.txt`.
    pub fn options(self, pairs: &[(&str, &str)]) -> Self {
        let text = pairs.iter().fold(String::new(), |text, (key, value)| format!("{text}{key}:{value}\n"));
        self.file("options.txt", text.as_bytes())
    }

    /// The multiplayer list: name and address of each server.
    pub fn servers(self, servers: &[(&str, &str)]) -> Result<Self> {
        let one = |(name, ip): &(&str, &str)| {
            Tag::compound([("name", Tag::Text((*name).to_owned())), ("ip", Tag::Text((*ip).to_owned()))])
        };
        let list = Tag::compound([("servers", Tag::List(servers.iter().map(one).collect()))]);
        Ok(self.file("servers.dat", &list.to_bytes()?))
    }

    /// A resource pack as a folder, with its format number.
    pub fn resource_pack(self, name: &str, format: u32) -> Self {
        let about = serde_json::json!({"pack": {"pack_format": format, "description": name}});
        self.file(&format!("resourcepacks/{name}/pack.mcmeta"), about.to_string().as_bytes())
    }

    /// Any other file, by its path in the folder.
    pub fn file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), bytes.to_vec()));
        self
    }

    /// An empty folder.
    pub fn folder(mut self, path: &str) -> Self {
        self.folders.push(path.to_owned());
        self
    }

    /// Writes it.
    pub fn write(&self, into: &Path) -> Result<()> {
        for folder in ["mods", "saves"].into_iter().chain(self.folders.iter().map(String::as_str)) {
            make_folder(&into.join(folder))?;
        }
        for (path, jar) in &self.jars {
            write_file(&into.join(path), &jar.bytes()?)?;
        }
        for (path, bytes) in &self.files {
            write_file(&into.join(path), bytes)?;
        }
        self.worlds.iter().try_for_each(|world| world.write(&into.join("saves")).map(drop))?;
        self.logs.iter().try_for_each(|log| log.write(into))
    }
}
