//! Version JSONs in the shapes that Mojang writes: field names and structure of the real ones, with a handful of libraries
//! instead of dozens.

use serde_json::{Value, json};

/// A release as numbers (`1.20.1` is 1, 20, 1); what is no number counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GameNumber(pub(crate) u32, pub(crate) u32, pub(crate) u32);

impl GameNumber {
    pub(crate) fn of(game: &str) -> Self {
        let mut parts = game.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
        Self(parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0))
    }

    /// The Java that Mojang names for it.
    pub(crate) fn java(self) -> u32 {
        match self {
            n if n.0 >= 26 => 25,
            n if n >= Self(1, 20, 5) => 21,
            n if n >= Self(1, 18, 0) => 17,
            n if n >= Self(1, 17, 0) => 16,
            _ => 8,
        }
    }

    /// The `DataVersion` in its worlds; 0 before 1.9, where there was none.
    pub(crate) fn data_version(self) -> i32 {
        const KNOWN: [(GameNumber, i32); 13] = [
            (GameNumber(1, 9, 0), 169),
            (GameNumber(1, 12, 2), 1343),
            (GameNumber(1, 13, 2), 1631),
            (GameNumber(1, 14, 4), 1976),
            (GameNumber(1, 15, 2), 2230),
            (GameNumber(1, 16, 5), 2586),
            (GameNumber(1, 17, 1), 2730),
            (GameNumber(1, 18, 2), 2975),
            (GameNumber(1, 19, 2), 3120),
            (GameNumber(1, 20, 1), 3465),
            (GameNumber(1, 20, 4), 3700),
            (GameNumber(1, 21, 1), 3955),
            (GameNumber(1, 21, 4), 4189),
        ];
        KNOWN.iter().rev().find(|(number, _)| *number <= self).map_or(0, |(_, version)| *version)
    }
}

pub(crate) const VANILLA_MAIN: &str = "net.minecraft.client.main.Main";

/// A version JSON of Mojang: `minecraftArguments` up to 1.12.2, `arguments` from 1.13.
pub(crate) fn vanilla(id: &str, game: &str) -> Value {
    let number = GameNumber::of(game);
    let assets = format!("{}.{}", number.0, number.1);
    let mut value = json!({
        "id": id, "type": "release", "mainClass": VANILLA_MAIN,
        "time": "2023-06-12T13:25:51+00:00", "releaseTime": "2023-06-12T13:25:51+00:00",
        "minimumLauncherVersion": 21, "assets": assets,
        "assetIndex": {"id": assets, "sha1": sha1_like(&assets), "size": 400_000, "totalSize": 600_000_000,
                       "url": format!("https://piston-meta.mojang.com/v1/packages/{}/{assets}.json", sha1_like(&assets))},
        "downloads": {"client": {"sha1": sha1_like(game), "size": 23_000_000,
                       "url": format!("https://piston-data.mojang.com/v1/objects/{}/client.jar", sha1_like(game))}},
        "libraries": vanilla_libraries(number),
    });
    if number >= GameNumber(1, 7, 0) {
        value["javaVersion"] = java_version(number.java());
    }
    if number >= GameNumber(1, 13, 0) {
        value["arguments"] = arguments();
    } else {
        value["minecraftArguments"] = json!(OLD_ARGUMENTS);
    }
    value
}

pub(crate) const OLD_ARGUMENTS: &str = "--username ${auth_player_name} --version ${version_name} --gameDir ${game_directory} \
     --assetsDir ${assets_root} --assetIndex ${assets_index_name} --uuid ${auth_uuid} \
     --accessToken ${auth_access_token} --userType ${user_type}";

fn arguments() -> Value {
    json!({
        "game": ["--username", "${auth_player_name}", "--version", "${version_name}",
                 "--gameDir", "${game_directory}", "--assetsDir", "${assets_root}",
                 "--assetIndex", "${assets_index_name}", "--uuid", "${auth_uuid}",
                 "--accessToken", "${auth_access_token}", "--userType", "${user_type}",
                 {"rules": [{"action": "allow", "features": {"is_demo_user": true}}], "value": "--demo"}],
        "jvm": [{"rules": [{"action": "allow", "os": {"name": "osx"}}], "value": ["-XstartOnFirstThread"]},
                "-Djava.library.path=${natives_directory}", "-cp", "${classpath}"],
    })
}

fn java_version(major: u32) -> Value {
    let component = match major {
        8 => "jre-legacy",
        16 => "java-runtime-alpha",
        17 => "java-runtime-gamma",
        21 => "java-runtime-delta",
        _ => "java-runtime-epsilon",
    };
    json!({"component": component, "majorVersion": major})
}

fn vanilla_libraries(number: GameNumber) -> Value {
    let lwjgl =
        if number >= GameNumber(1, 13, 0) { "org.lwjgl:lwjgl:3.3.1" } else { "org.lwjgl.lwjgl:lwjgl:2.9.4" };
    Value::Array(
        ["com.mojang:brigadier:1.1.8", "com.google.code.gson:gson:2.10", lwjgl]
            .into_iter()
            .map(|name| downloaded(name, "https://libraries.minecraft.net"))
            .collect(),
    )
}

/// A loader's profile laid over its parent, as launchers that keep one file a version write it: the parent's fields, the
/// loader's over them, both lists of libraries, and `patches` that name what went in.
pub(crate) fn merged(id: &str, game: &str, child: &Value, patch: (&str, &str)) -> Value {
    let mut value = vanilla(id, game);
    let libraries = child["libraries"].as_array().cloned().unwrap_or_default();
    let parent = value["libraries"].as_array().cloned().unwrap_or_default();
    value["libraries"] = libraries.into_iter().chain(parent).collect();
    value["mainClass"] = child["mainClass"].clone();
    if let Some(text) = child.get("minecraftArguments") {
        value["minecraftArguments"] = text.clone();
    }
    for kind in ["game", "jvm"] {
        for argument in child["arguments"][kind].as_array().into_iter().flatten() {
            if let Some(list) = value["arguments"][kind].as_array_mut() {
                list.push(argument.clone());
            }
        }
    }
    value["jar"] = json!(id);
    value["patches"] = json!([{"id": "game", "version": game, "priority": 0},
                              {"id": patch.0, "version": patch.1, "priority": 30000}]);
    value
}

/// A library with its download, its path made by the Maven rule.
pub(crate) fn downloaded(name: &str, base: &str) -> Value {
    let path = maven_path(name);
    json!({"name": name, "downloads": {"artifact": {
        "path": path, "url": format!("{base}/{path}"), "sha1": sha1_like(name), "size": 40_000}}})
}

/// `group:artifact:version` or `group:artifact:version:classifier` as a path in a Maven repository.
fn maven_path(name: &str) -> String {
    let mut parts = name.split(':');
    let group = parts.next().unwrap_or_default().replace('.', "/");
    let artifact = parts.next().unwrap_or_default();
    let version = parts.next().unwrap_or_default();
    let classifier = parts.next().map(|name| format!("-{name}")).unwrap_or_default();
    format!("{group}/{artifact}/{version}/{artifact}-{version}{classifier}.jar")
}

/// Forty hex digits that stand for a SHA-1 of something that is not there.
fn sha1_like(name: &str) -> String {
    crate::Rng::named(name).bytes(20).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
