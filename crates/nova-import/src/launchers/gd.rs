//! `GDLauncher`: its newer form (`instance.json`, the game in `instance`) and its older one (`config.json`, the game around it).

use std::path::Path;

use nova_game::Machine;
use serde_json::Value;

use crate::{
    Found, Launcher, Source, places,
    read::{folders, json, line, word},
};

pub(crate) fn gd(machine: &Machine, found: &mut Found) {
    for instances in places::below(&places::data(machine), places::GD) {
        for folder in folders(&instances) {
            one(&folder, found);
        }
    }
}

fn one(folder: &Path, found: &mut Found) {
    let newer = folder.join("instance.json");
    let older = folder.join("config.json");
    let source = if newer.is_file() {
        json(&newer).map(|file| carbon(folder, &file))
    } else if older.is_file() {
        json(&older).map(|file| next(folder, &file))
    } else {
        return;
    };
    match source {
        Some(source) => found.sources.extend(source),
        None => found.unreadable(Launcher::GdLauncher, if newer.is_file() { &newer } else { &older }),
    }
}

fn carbon(folder: &Path, file: &Value) -> Option<Source> {
    let mut source =
        Source::new(Launcher::GdLauncher, &folder.join("instance"), word(file, "/name").unwrap_or_default())?;
    if let Some(game) = word(file, "/game_configuration/version/release") {
        source = source.game(game);
    }
    if let Some(loader) = file.pointer("/game_configuration/version/modloaders/0") {
        source = source.loader(word(loader, "/type").unwrap_or_default(), word(loader, "/version"));
    }
    source.wishes.max_mb = file.pointer("/game_configuration/memory/max_mb").and_then(Value::as_u64);
    source.wishes.jvm_args = word(file, "/game_configuration/extra_java_args").and_then(line);
    source.wishes.commands.before = word(file, "/pre_launch_hook").and_then(line);
    source.wishes.commands.wrapper = word(file, "/wrapper_command").and_then(line);
    source.wishes.commands.after = word(file, "/post_exit_hook").and_then(line);
    source.wishes.note = word(file, "/notes").map(str::to_owned);
    Some(source)
}

fn next(folder: &Path, file: &Value) -> Option<Source> {
    let mut source = Source::new(Launcher::GdLauncher, folder, "")?;
    if let Some(game) = word(file, "/loader/mcVersion") {
        source = source.game(game);
    }
    source = source
        .loader(word(file, "/loader/loaderType").unwrap_or_default(), word(file, "/loader/loaderVersion"));
    Some(source)
}
