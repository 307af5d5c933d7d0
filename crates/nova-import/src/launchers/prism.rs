//! Prism Launcher, `MultiMC` and their kin: `instances/<folder>/instance.cfg` and `mmc-pack.json`, the game folder in it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_game::Machine;
use nova_model::{Message, clean};
use serde_json::Value;

use crate::{
    Found, Launcher, Source, Wishes, places,
    read::{Ini, folders, json, line, word},
};

/// Components that stand for a loader.
const LOADERS: &[(&str, &str)] = &[
    ("net.fabricmc.fabric-loader", "fabric"),
    ("org.quiltmc.quilt-loader", "quilt"),
    ("net.neoforged", "neoforge"),
    ("net.minecraftforge", "forge"),
    ("com.mumfrey.liteloader", "liteloader"),
];
/// Components that an install brings by itself.
const PLAIN: &[&str] = &[
    "net.minecraft",
    "org.lwjgl",
    "org.lwjgl3",
    "net.fabricmc.intermediary",
    "org.quiltmc.hashed",
    "net.minecraft.java",
];

pub(crate) fn prism(machine: &Machine, found: &mut Found) {
    let data = places::data(machine);
    for (name, config) in places::PRISM {
        let launcher = if *name == "PrismLauncher" { Launcher::Prism } else { Launcher::MultiMc };
        for folder in places::below(&data, &[name]) {
            let groups = json(&instances(&folder, config).join("instgroups.json")).unwrap_or_default();
            for instance in folders(&instances(&folder, config)) {
                one(launcher, &instance, &groups, found);
            }
        }
    }
}

/// The folder with the instances: the player may have chosen another.
fn instances(folder: &Path, config: &str) -> PathBuf {
    let ini = Ini::read(&folder.join(config));
    let chosen = ini.as_ref().and_then(|ini| ini.get("InstanceDir"));
    folder.join(chosen.unwrap_or("instances"))
}

fn one(launcher: Launcher, instance: &Path, groups: &Value, found: &mut Found) {
    let Some(ini) = Ini::read(&instance.join("instance.cfg")) else { return };
    let game =
        ["minecraft", ".minecraft"].map(|name| instance.join(name)).into_iter().find(|path| path.is_dir());
    let Some(game) = game else { return };
    let folder = instance.file_name().unwrap_or_default().to_string_lossy();
    let Some(source) = Source::new(launcher, &game, ini.get("name").unwrap_or(&folder)) else { return };
    let Some(pack) = json::<Value>(&instance.join("mmc-pack.json")) else {
        return found.unreadable(launcher, &instance.join("mmc-pack.json"));
    };
    let mut source = components(source, &pack);
    if instance.join("jarmods").is_dir() {
        source.notes.push(Message::new("import.note.jar-mods"));
    }
    source.wishes = wishes(&ini);
    source.wishes.group = group(groups, &folder);
    found.sources.push(source);
}

fn components(mut source: Source, pack: &Value) -> Source {
    let list = pack.get("components").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let known = list.iter().filter_map(|component| {
        let version = word(component, "/version").or_else(|| word(component, "/cachedVersion"));
        Some((word(component, "/uid")?, version))
    });
    let known: Vec<(&str, Option<&str>)> = known.collect();
    if let Some((_, Some(game))) = known.iter().find(|(uid, _)| *uid == "net.minecraft") {
        source = source.game(game);
    }
    let mut others = Vec::new();
    for (uid, version) in known {
        match LOADERS.iter().find(|(loader, _)| *loader == uid) {
            Some((_, name)) if source.loader.is_none() => source = source.loader(name, version),
            None if PLAIN.contains(&uid) => {}
            _ => others.push(clean(uid, 80)),
        }
    }
    if !others.is_empty() {
        source.notes.push(Message::new("import.note.parts").with("names", others));
    }
    source
}

/// Settings that stand over the launcher's own: only what is said to.
fn wishes(ini: &Ini) -> Wishes {
    let mut wishes = Wishes { note: ini.get("notes").map(str::to_owned), ..Wishes::default() };
    if ini.is("OverrideMemory") {
        wishes.max_mb = ini.number("MaxMemAlloc");
    }
    if ini.is("OverrideJavaArgs") {
        wishes.jvm_args = ini.get("JvmArgs").and_then(line);
    }
    if ini.is("OverrideJavaLocation") {
        wishes.java = ini.get("JavaPath").map(PathBuf::from);
    }
    if ini.is("OverrideWindow") {
        wishes.window.width = ini.number("MinecraftWinWidth");
        wishes.window.height = ini.number("MinecraftWinHeight");
        wishes.window.fullscreen = ini.is("LaunchMaximized").then_some(true);
    }
    if ini.is("OverrideCommands") {
        wishes.commands.before = ini.get("PreLaunchCommand").and_then(line);
        wishes.commands.wrapper = ini.get("WrapperCommand").and_then(line);
        wishes.commands.after = ini.get("PostExitCommand").and_then(line);
    }
    if ini.is("OverrideEnv") {
        let env: Option<BTreeMap<String, Value>> =
            ini.get("Env").and_then(|text| serde_json::from_str(text).ok());
        let text = |(name, value): (String, Value)| Some((name, value.as_str()?.to_owned()));
        wishes.env = env.into_iter().flatten().filter_map(text).collect();
    }
    wishes
}

/// The group that an instance's folder is in.
fn group(groups: &Value, folder: &str) -> Option<String> {
    let groups = groups.get("groups")?.as_object()?;
    let has = |group: &&String| {
        let members = groups.get(group.as_str()).and_then(|group| group.get("instances"));
        members.and_then(Value::as_array).is_some_and(|list| list.iter().any(|name| name == folder))
    };
    groups.keys().find(has).map(|name| clean(name, 60))
}
