//! What other launchers leave on a computer: their instances and settings, each in its own form, below a home folder as Linux
//! has it. Game folders are described with [`GameFolder`].

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};

use crate::{GameFolder, disk::write_file};

/// An instance of any launcher.
pub struct Foreign {
    name: String,
    game: String,
    loader: Option<(String, String)>,
    folder: GameFolder,
    settings: Vec<(String, String)>,
}

impl Foreign {
    /// A plain one.
    #[must_use]
    pub fn new(name: &str, game: &str) -> Self {
        Self {
            name: name.to_owned(),
            game: game.to_owned(),
            loader: None,
            folder: GameFolder::new(),
            settings: Vec::new(),
        }
    }

    /// With a loader.
    #[must_use]
    pub fn loader(mut self, kind: &str, build: &str) -> Self {
        self.loader = Some((kind.to_owned(), build.to_owned()));
        self
    }

    /// With this in its game folder.
    #[must_use]
    pub fn folder(mut self, folder: GameFolder) -> Self {
        self.folder = folder;
        self
    }

    /// With a setting as the launcher spells it.
    #[must_use]
    pub fn set(mut self, key: &str, value: &str) -> Self {
        self.settings.push((key.to_owned(), value.to_owned()));
        self
    }

    /// As Prism Launcher keeps it, in the folder with its instances. Gives the game folder.
    pub fn prism(&self, instances: &Path) -> Result<PathBuf> {
        let top = instances.join(&self.name);
        let lines = self.settings.iter().map(|(key, value)| format!("{key}={value}\n"));
        let text =
            format!("[General]\nInstanceType=OneSix\nname={}\n{}", self.name, lines.collect::<String>());
        write_file(&top.join("instance.cfg"), text.as_bytes())?;
        let uid = |kind: &str| match kind {
            "fabric" => "net.fabricmc.fabric-loader",
            "quilt" => "org.quiltmc.quilt-loader",
            "neoforge" => "net.neoforged",
            _ => "net.minecraftforge",
        };
        let mut components = vec![
            json!({ "uid": "org.lwjgl3", "version": "3.3.1", "dependencyOnly": true }),
            json!({ "uid": "net.minecraft", "version": self.game, "important": true }),
        ];
        components
            .extend(self.loader.iter().map(|(kind, build)| json!({ "uid": uid(kind), "version": build })));
        let pack = json!({ "formatVersion": 1, "components": components });
        self.write(&top.join("mmc-pack.json"), &pack, &top.join(".minecraft"))
    }

    /// As the app of `CurseForge` keeps it, in the folder with its instances.
    pub fn curse(&self, instances: &Path) -> Result<PathBuf> {
        let top = instances.join(&self.name);
        let loader = self.loader.as_ref().map(|(kind, build)| {
            let behind = if kind.ends_with("forge") { String::new() } else { format!("-{}", self.game) };
            json!({ "name": format!("{kind}-{build}{behind}"), "forgeVersion": build, "minecraftVersion": self.game })
        });
        let file = json!({
            "name": self.name, "gameVersion": self.game, "baseModLoader": loader, "isMemoryOverride": true,
            "allocatedMemory": 6144, "javaArgsOverride": null, "installedAddons": [{ "addonID": 1 }],
        });
        self.write(&top.join("minecraftinstance.json"), &file, &top)
    }

    /// As `ATLauncher` keeps it, in the folder with its instances.
    pub fn at(&self, instances: &Path) -> Result<PathBuf> {
        let top = instances.join(&self.name);
        let loader = self.loader.as_ref().map(|(kind, build)| {
            json!({ "type": kind, "version": build, "rawVersion": format!("{}-{build}", self.game) })
        });
        let launcher = json!({ "name": self.name, "version": self.game, "loaderVersion": loader, "maximumMemory": 3072 });
        let file = json!({ "id": self.game, "type": "release", "launcher": launcher, "libraries": [] });
        self.write(&top.join("instance.json"), &file, &top)
    }

    /// As the newer `GDLauncher` keeps it, in the folder with its instances.
    pub fn gd(&self, instances: &Path) -> Result<PathBuf> {
        let top = instances.join(&self.name);
        let loaders: Vec<Value> = self
            .loader
            .iter()
            .map(|(kind, build)| json!({ "type": kind, "version": format!("{}-{build}", self.game) }))
            .collect();
        let version = json!({ "release": self.game, "modloaders": loaders });
        let file = json!({
            "_version": "1", "name": self.name,
            "game_configuration": { "version": version, "memory": { "min_mb": 1024, "max_mb": 5120 } },
        });
        self.write(&top.join("instance.json"), &file, &top.join("instance"))
    }

    /// As Modrinth App kept it before it had a database, in its folder `profiles`.
    pub fn modrinth(&self, profiles: &Path) -> Result<PathBuf> {
        let top = profiles.join(&self.name);
        let (kind, build) =
            self.loader.as_ref().map_or(("vanilla", None), |(kind, build)| (kind, Some(build)));
        let metadata = json!({
            "name": self.name, "game_version": self.game, "loader": kind, "loader_version": { "id": build },
        });
        self.write(
            &top.join("profile.json"),
            &json!({ "metadata": metadata, "memory": { "maximum": 2048 } }),
            &top,
        )
    }

    /// Its game folder alone.
    pub fn game_folder(&self, folder: &Path) -> Result<()> {
        self.folder.write(folder)
    }

    fn write(&self, file: &Path, content: &Value, game: &Path) -> Result<PathBuf> {
        write_file(file, content.to_string().as_bytes())?;
        self.folder.write(game)?;
        Ok(game.to_owned())
    }
}

/// The settings of an HMCL that lies in a folder, with the game folders that it knows.
pub fn hmcl(program: &Path, game_folders: &[&str]) -> Result<()> {
    let profiles = game_folders
        .iter()
        .enumerate()
        .map(|(n, folder)| (format!("Profile {n}"), json!({ "gameDir": folder, "useRelativePath": true })));
    let configurations: serde_json::Map<String, Value> = profiles.collect();
    write_file(&program.join("hmcl.json"), json!({ "configurations": configurations }).to_string().as_bytes())
}

/// The settings of a PCL that lies in a folder; `$` stands for that folder.
pub fn pcl(program: &Path, selected: &str, others: &[(&str, &str)]) -> Result<()> {
    let others: Vec<String> = others.iter().map(|(name, path)| format!("{name}>{path}")).collect();
    let text = format!("LaunchFolderSelect:{selected}\nLaunchFolders:{}\n", others.join("|"));
    write_file(&program.join("PCL").join("Setup.ini"), text.as_bytes())
}
