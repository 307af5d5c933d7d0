//! `ATLauncher`: each instance is a game folder with an `instance.json`, a version file with the launcher's part in it.

use std::path::{Path, PathBuf};

use nova_game::Machine;
use serde_json::Value;

use crate::{
    Found, Launcher, Source, places,
    read::{folders, json, line, word},
};

pub(crate) fn at(machine: &Machine, found: &mut Found) {
    let mut all = places::below(&places::data(machine), places::AT);
    // Its Flatpak has no folder of its own name.
    let flatpak = places::home(machine, ".var/app/com.atlauncher.ATLauncher/data/instances");
    all.extend(flatpak.filter(|path| path.is_dir()));
    for instances in all {
        for folder in folders(&instances) {
            one(&folder, found);
        }
    }
}

fn one(folder: &Path, found: &mut Found) {
    let path = folder.join("instance.json");
    if !path.is_file() {
        return;
    }
    let Some(file) = json::<Value>(&path) else { return found.unreadable(Launcher::AtLauncher, &path) };
    let Some(mut source) =
        Source::new(Launcher::AtLauncher, folder, word(&file, "/launcher/name").unwrap_or_default())
    else {
        return;
    };
    if let Some(game) = word(&file, "/id").or_else(|| word(&file, "/launcher/version")) {
        source = source.game(game);
    }
    if let Some(kind) = word(&file, "/launcher/loaderVersion/type") {
        source = source.loader(kind, word(&file, "/launcher/loaderVersion/version"));
    }
    source.wishes.max_mb = file.pointer("/launcher/maximumMemory").and_then(Value::as_u64);
    source.wishes.jvm_args = word(&file, "/launcher/javaArguments").and_then(line);
    source.wishes.java = word(&file, "/launcher/javaPath").map(PathBuf::from);
    source.wishes.commands.before = word(&file, "/launcher/preLaunchCommand").and_then(line);
    source.wishes.commands.wrapper = word(&file, "/launcher/wrapperCommand").and_then(line);
    source.wishes.commands.after = word(&file, "/launcher/postExitCommand").and_then(line);
    found.sources.push(source);
}
