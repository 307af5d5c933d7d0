//! Builders: version files of each age, platforms, inputs.

use nova_model::{Os, Secret};
use nova_version::{
    FileSet, LaunchInput, LaunchPlan, Merged, Platform, VersionFile,
    plan::{Paths, Player, UserType},
};
use serde_json::{Value, json};

/// A token that must not be seen anywhere.
pub(crate) const TOKEN: &str = "eyJ-very-secret";

pub(crate) fn file(name: &str, value: &Value) -> VersionFile {
    let file = VersionFile::parse(name, value.to_string().as_bytes()).unwrap();
    assert_eq!(file.problems, [], "{name}");
    file
}

pub(crate) fn merged(files: &[VersionFile]) -> Merged {
    Merged::of(files).unwrap()
}

pub(crate) fn linux() -> Platform {
    Platform { os_version: "6.8.0-45-generic".to_owned(), ..Platform::new(Os::Linux, "x86_64") }
}

pub(crate) fn windows() -> Platform {
    Platform { os_version: "10.0".to_owned(), ..Platform::new(Os::Windows, "amd64") }
}

pub(crate) fn mac(arch: &str) -> Platform {
    Platform { os_version: "14.5".to_owned(), ..Platform::new(Os::MacOs, arch) }
}

pub(crate) fn input(platform: &Platform, jar: &str) -> LaunchInput {
    let (root, slash) = if platform.os == Os::Windows { ("C:\\mc", "\\") } else { ("/mc", "/") };
    let below = |names: &[&str]| format!("{root}{slash}{}", names.join(slash));
    let paths = Paths {
        game_dir: root.to_owned(),
        assets_root: below(&["assets"]),
        libraries: below(&["libraries"]),
        natives: below(&["natives"]),
        client_jar: below(&["versions", jar, &format!("{jar}.jar")]),
    };
    let player = Player {
        name: "Steve".to_owned(),
        uuid: "8667ba71-b85a-4004-af54-457a9734eed7".to_owned(),
        access_token: Some(Secret::new(TOKEN)),
        user_type: UserType::Microsoft,
        xuid: Some("2535".to_owned()),
        client_id: Some("cid".to_owned()),
    };
    LaunchInput::new(paths, player, ("nova".to_owned(), "0.1.0".to_owned()))
}

pub(crate) fn plan(
    files: &[VersionFile],
    platform: &Platform,
    change: impl Fn(&mut LaunchInput),
) -> LaunchPlan {
    let merged = merged(files);
    let mut input = input(platform, &merged.jar);
    change(&mut input);
    LaunchPlan::make(&merged, &FileSet::of(&merged, platform), platform, &input)
}

pub(crate) fn words(args: &[nova_version::LaunchArg]) -> Vec<&str> {
    args.iter().map(nova_version::LaunchArg::shown).collect()
}

/// A game of 1.20's kind.
pub(crate) fn new_game() -> VersionFile {
    let feature = |feature: &str, value: Value| json!({"rules": [{"action": "allow", "features": {feature: true}}], "value": value});
    let on =
        |os: &str, value: Value| json!({"rules": [{"action": "allow", "os": {"name": os}}], "value": value});
    let native = |os: &str, rule: &str| {
        json!({"name": format!("org.lwjgl:lwjgl:3.3.1:natives-{os}"), "rules": [{"action": "allow", "os": {"name": rule}}],
            "downloads": {"artifact": {"path": format!("org/lwjgl/lwjgl/3.3.1/lwjgl-3.3.1-natives-{os}.jar"), "url": "https://l/n.jar",
            "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d", "size": 3}}})
    };
    file(
        "1.20.1",
        &json!({"id": "1.20.1", "type": "release", "mainClass": "net.minecraft.client.main.Main", "assets": "5",
        "assetIndex": {"id": "5", "url": "https://x/5.json", "size": 1, "totalSize": 2},
        "javaVersion": {"component": "java-runtime-gamma", "majorVersion": 17},
        "downloads": {"client": {"url": "https://x/client.jar", "size": 9, "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d"}},
        "logging": {"client": {"argument": "-Dlog4j.configurationFile=${path}", "type": "log4j2-xml",
            "file": {"id": "client-1.21.2.xml", "url": "https://x/c.xml", "size": 1}}},
        "arguments": {
            "game": ["--username", "${auth_player_name}", "--accessToken", "${auth_access_token}", "--uuid", "${auth_uuid}",
                "--gameDir", "${game_directory}", "--assetIndex", "${assets_index_name}",
                feature("is_demo_user", json!("--demo")),
                feature("has_custom_resolution", json!(["--width", "${resolution_width}", "--height", "${resolution_height}"])),
                feature("has_quick_plays_support", json!(["--quickPlayPath", "${quickPlayPath}"])),
                feature("is_quick_play_singleplayer", json!(["--quickPlaySingleplayer", "${quickPlaySingleplayer}"])),
                feature("is_quick_play_multiplayer", json!(["--quickPlayMultiplayer", "${quickPlayMultiplayer}"])),
                feature("is_quick_play_realms", json!(["--quickPlayRealms", "${quickPlayRealms}"]))],
            "jvm": [on("osx", json!(["-XstartOnFirstThread"])), on("windows", json!("-XX:HeapDumpPath=x")),
                "-Djava.library.path=${natives_directory}", "-cp", "${classpath}"],
            "default-user-jvm": [{"value": ["-Xms2G", "-Xmx4G", "-XX:+AlwaysPreTouch"]}, on("linux", json!(["-XX:+UseZGC"]))]},
        "libraries": [
            {"name": "org.lwjgl:lwjgl:3.3.1"}, native("linux", "linux"), native("windows", "windows"), native("windows-arm64", "windows"),
            native("macos", "osx"), native("macos-arm64", "osx"), {"name": "org.ow2.asm:asm:9.3"},
            {"name": "org.apache.logging.log4j:log4j-core:2.19.0"}]}),
    )
}

/// A game of 1.12's kind.
pub(crate) fn old_game() -> VersionFile {
    let classifier = |name: &str| {
        json!({"path": format!("org/lwjgl/p/2.9/p-2.9-{name}.jar"), "url": format!("https://l/{name}.jar"),
        "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d", "size": 3})
    };
    file(
        "1.12.2",
        &json!({"id": "1.12.2", "type": "release", "mainClass": "net.minecraft.client.main.Main", "assets": "1.12",
        "minecraftArguments": "--username ${auth_player_name} --session ${auth_session} --assetsDir ${game_assets} --userProperties \
            ${user_properties} --userType ${user_type}",
        "libraries": [{"name": "org.lwjgl.lwjgl:lwjgl:2.9.4"}, {"name": "org.apache.logging.log4j:log4j-core:2.8.1"},
            {"name": "org.lwjgl.lwjgl:p:2.9", "natives": {"linux": "natives-linux", "osx": "natives-osx", "windows": "natives-windows-${arch}"},
                "extract": {"exclude": ["META-INF/"]}, "downloads": {"classifiers": {"natives-linux": classifier("natives-linux"),
                "natives-osx": classifier("natives-osx"), "natives-windows-64": classifier("natives-windows-64")}}}]}),
    )
}
