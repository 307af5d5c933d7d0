//! The app of `CurseForge`: each instance is a game folder with a `minecraftinstance.json`.

use std::path::{Path, PathBuf};

use nova_game::Machine;
use serde::Deserialize;

use crate::{
    Found, Launcher, Source, places,
    read::{folders, json, line},
};

/// What is read of the file, which also lists all that the app knows of every mod.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct File {
    name: Option<String>,
    game_version: Option<String>,
    base_mod_loader: Option<ModLoader>,
    is_memory_override: bool,
    allocated_memory: Option<u64>,
    java_args_override: Option<String>,
    java_dir_override: Option<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ModLoader {
    name: Option<String>,
    forge_version: Option<String>,
    minecraft_version: Option<String>,
}

pub(crate) fn curse(machine: &Machine, found: &mut Found) {
    let homes: Vec<PathBuf> = machine.home.iter().cloned().collect();
    for instances in places::below(&homes, places::CURSE) {
        for folder in folders(&instances) {
            one(&folder, found);
        }
    }
}

fn one(folder: &Path, found: &mut Found) {
    let path = folder.join("minecraftinstance.json");
    if !path.is_file() {
        return;
    }
    let Some(file) = json::<File>(&path) else { return found.unreadable(Launcher::CurseForge, &path) };
    let name = file.name.unwrap_or_default();
    let Some(mut source) = Source::new(Launcher::CurseForge, folder, &name) else { return };
    let loader = file.base_mod_loader.unwrap_or_default();
    if let Some(game) = file.game_version.or(loader.minecraft_version) {
        source = source.game(&game);
    }
    // `forge-47.2.0`, `fabric-0.15.7-1.20.1`; the field of Forge's version is used for all of them.
    if let Some((kind, build)) = loader.name.as_deref().and_then(|name| name.split_once('-')) {
        source = source.loader(kind, loader.forge_version.as_deref().or(Some(build)));
    }
    source.wishes.max_mb = file.allocated_memory.filter(|_| file.is_memory_override);
    source.wishes.jvm_args = file.java_args_override.as_deref().and_then(line);
    source.wishes.java = file.java_dir_override;
    found.sources.push(source);
}
