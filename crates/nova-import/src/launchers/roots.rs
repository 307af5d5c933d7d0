//! Folders in the official layout that HMCL and PCL know: a version each, and the folder itself, which can also be used where
//! it is.

use std::path::{Path, PathBuf};

use nova_game::{Game, GameProcess, GameSetup, Probe, Sharing, Version as Installed};
use nova_model::{Loader, Message};
use serde_json::Value;

use crate::{
    Found, Launcher, Root, Source, Version, places,
    read::{json, line, text, word},
};

/// More folders of one launcher are not looked at.
const MOST: usize = 100;

pub(crate) fn roots(setup: &GameSetup, known: &[PathBuf], found: &mut Found) {
    let mut all: Vec<(Launcher, PathBuf)> = Vec::new();
    for folder in places::programs(&setup.machine) {
        all.extend(hmcl(&folder).into_iter().map(|path| (Launcher::Hmcl, path)));
        all.extend(pcl(&folder).into_iter().map(|path| (Launcher::Pcl, path)));
    }
    for folder in places::data(&setup.machine) {
        all.extend(hmcl(&folder).into_iter().map(|path| (Launcher::Hmcl, path)));
        all.extend(pcl(&folder).into_iter().map(|path| (Launcher::Pcl, path)));
    }
    for (launcher, path) in all {
        look(setup, known, (launcher, &path), found);
    }
}

/// The game folders of an HMCL whose settings are here: its older form, and its newer one in a folder of its own.
fn hmcl(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for name in ["hmcl.json", ".hmcl.json", ".hmcl/hmcl.json", "hmcl/hmcl.json"] {
        let Some(file) = json::<Value>(&folder.join(name)) else { continue };
        let profiles = file.get("configurations").and_then(Value::as_object);
        let dirs = profiles.into_iter().flat_map(|profiles| profiles.values());
        paths.extend(dirs.filter_map(|profile| word(profile, "/gameDir")).map(|dir| folder.join(dir)));
    }
    for home in [".hmcl", "hmcl"] {
        for name in ["game-directories.json", "user-game-directories.json"] {
            let Some(file) = json::<Value>(&folder.join(home).join("config").join(name)) else { continue };
            let list = file.get("directories").and_then(Value::as_array);
            let dirs = list.into_iter().flatten().filter_map(|entry| word(entry, "/path"));
            paths.extend(dirs.map(|dir| folder.join(dir)));
        }
    }
    paths.truncate(MOST);
    paths
}

/// The game folders of a PCL whose `Setup.ini` is here: lines `key:value`, where `$` is its own folder and several folders
/// stand as `name>path|name>path`.
fn pcl(folder: &Path) -> Vec<PathBuf> {
    let Some(setup) = text(&folder.join("PCL").join("Setup.ini")) else { return Vec::new() };
    let own = format!("{}/", folder.display());
    let mut paths = Vec::new();
    for (key, value) in setup.lines().filter_map(|line| line.split_once(':')) {
        match key.trim() {
            "LaunchFolderSelect" => paths.push(value),
            "LaunchFolders" => paths.extend(value.split('|').filter_map(|one| Some(one.split_once('>')?.1))),
            _ => {}
        }
    }
    let real = |path: &str| PathBuf::from(path.trim().replace('$', &own));
    let mut paths: Vec<PathBuf> =
        paths.into_iter().filter(|path| !path.trim().is_empty()).map(real).collect();
    paths.push(folder.join(".minecraft"));
    paths.truncate(MOST);
    paths
}

/// A folder's versions, where it is no game root that is in use.
fn look(setup: &GameSetup, known: &[PathBuf], (launcher, path): (Launcher, &Path), found: &mut Found) {
    let Ok(root) = path.canonicalize() else { return };
    let seen = found.roots.iter().any(|other| other.path == root);
    if seen || known.contains(&root) || !root.join("versions").is_dir() {
        return;
    }
    let versions = versions(setup, &root);
    if versions.is_empty() {
        return;
    }
    found.roots.push(Root { launcher, path: root, versions: versions.len() });
    found.sources.extend(versions.iter().filter_map(|version| source(launcher, version)));
}

/// The versions of a folder, read as if it were the only game root there is, and nobody had set anything here.
pub(super) fn versions(setup: &GameSetup, root: &Path) -> Vec<Installed> {
    let alone = GameSetup {
        data: root.join(".nova/none"),
        game_dir: Some(root.to_owned()),
        probe: std::sync::Arc::new(Nobody),
        ..setup.clone()
    };
    Game::new(alone).versions().map(|list| list.items).unwrap_or_default()
}

/// A version of such a folder as it is read.
pub(crate) fn installed(setup: &GameSetup, at: &Version) -> Option<Installed> {
    versions(setup, &at.root).into_iter().find(|version| version.id == at.id)
}

/// Who plays there is looked at when something is copied.
struct Nobody;

impl Probe for Nobody {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _: &Path) -> bool {
        false
    }
}

/// A version as a source.
pub(super) fn source(launcher: Launcher, version: &Installed) -> Option<Source> {
    let instance = version.instance();
    let mut source = Source::new(launcher, &instance.dir, &version.id)?;
    source.id = Source::id_of(&version.root, &version.id);
    source.sharing = if instance.isolated { Sharing::Own } else { Sharing::Shared };
    source = source.game(version.game_version.as_deref().unwrap_or_default());
    if let Some(first) = version.loaders.first() {
        let build = Some(first.version.as_str()).filter(|build| !build.is_empty());
        source = source.loader(first.loader.as_str(), build);
    }
    let others: Vec<String> = version.loaders.iter().skip(1).map(|build| build.loader.to_string()).collect();
    if !others.is_empty() {
        source.notes.push(Message::new("import.note.loaders").with("names", others));
    }
    source.custom = is_custom(version);
    source.version = Some(Version {
        root: version.root.clone(),
        id: version.id.clone(),
        parents: version.parents.clone(),
    });
    wishes(&mut source, version);
    Some(source)
}

/// What a version is set to: here, where the folder was this launcher's once, else in HMCL.
fn wishes(source: &mut Source, version: &Installed) {
    let own = &version.own;
    source.wishes.max_mb = own.max_mb.map(u64::from);
    source.wishes.jvm_args.clone_from(&own.launch.jvm_args);
    source.wishes.env.clone_from(&own.launch.env);
    source.wishes.window = own.launch.window;
    source.wishes.commands.clone_from(&own.launch.commands);
    source.wishes.note.clone_from(&own.note);
    source.wishes.group.clone_from(&own.group);
    let Some(file) = json::<Value>(&version.folder.join("hmclversion.cfg")) else { return };
    if file.get("usesGlobal").and_then(Value::as_bool) == Some(true) {
        return;
    }
    let wishes = &mut source.wishes;
    wishes.max_mb = wishes.max_mb.or_else(|| file.get("maxMemory")?.as_u64());
    wishes.jvm_args = wishes.jvm_args.take().or_else(|| line(word(&file, "/javaArgs")?));
    if wishes.commands.is_empty() {
        wishes.commands.before = word(&file, "/precalledCommand").and_then(line);
        wishes.commands.wrapper = word(&file, "/wrapper").and_then(line);
        wishes.commands.after = word(&file, "/postExitCommand").and_then(line);
    }
}

/// Whether a version is something else than its game and loader: a client that somebody made, or a loader with others beside it.
fn is_custom(version: &Installed) -> bool {
    const PLAIN: [&str; 3] = [
        "net.minecraft.client.main.Main",
        "net.minecraft.client.Minecraft",
        "net.minecraft.launchwrapper.Launch",
    ];
    match version.loaders.as_slice() {
        [] => {
            let file: Value = json(&version.folder.join(format!("{}.json", version.id))).unwrap_or_default();
            let main = word(&file, "/mainClass");
            main.is_some_and(|main| !PLAIN.contains(&main)) || version.game_version.is_none()
        }
        [one] => !is_installable(one.loader),
        _ => true,
    }
}

/// Whether a loader is one that is installed from its makers.
fn is_installable(loader: Loader) -> bool {
    matches!(loader, Loader::Fabric | Loader::Quilt | Loader::Forge | Loader::LegacyForge | Loader::NeoForge)
}
