//! Version files of loaders that `LaunchWrapper` loads: a tweak class, some libraries, and the rest is the game's.

use nova_version::VersionFile;
use serde_json::{Value, json};

/// What starts them.
const LAUNCH: &str = "net.minecraft.launchwrapper.Launch";

/// The file of such a version, but for its id.
pub(super) fn version_file(game: &VersionFile, class: &str, libraries: &[Value]) -> Vec<u8> {
    let mut file = json!({
        "inheritsFrom": game.id, "type": game.kind, "time": game.time, "releaseTime": game.release_time,
        "mainClass": LAUNCH, "libraries": libraries,
    });
    match &game.minecraft_arguments {
        Some(line) => file["minecraftArguments"] = json!(format!("{line} --tweakClass {class}")),
        None => file["arguments"] = json!({"game": ["--tweakClass", class]}),
    }
    serde_json::to_vec_pretty(&without_nulls(file)).unwrap_or_default()
}

/// The file of a version that is the game under another name.
pub(super) fn plain_file(game: &VersionFile) -> Vec<u8> {
    let file = json!({
        "inheritsFrom": game.id, "type": game.kind, "time": game.time, "releaseTime": game.release_time,
        "mainClass": game.main_class, "libraries": [],
    });
    serde_json::to_vec_pretty(&without_nulls(file)).unwrap_or_default()
}

fn without_nulls(mut file: Value) -> Value {
    if let Some(map) = file.as_object_mut() {
        map.retain(|_, value| !value.is_null());
    }
    file
}
