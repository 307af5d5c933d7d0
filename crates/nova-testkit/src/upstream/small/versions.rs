//! Version files of seven ages.

use serde_json::{Value, json};

use super::{artifact, libraries, package};
use crate::upstream::digest::sha1;
use crate::upstream::maven::MOJANG;

const MAIN: &str = "net.minecraft.client.main.Main";
const LAUNCH: &str = "net.minecraft.launchwrapper.Launch";

/// What differs between ages.
struct Age {
    id: &'static str,
    kind: &'static str,
    date: &'static str,
    assets: &'static str,
    main: &'static str,
    java: Option<(&'static str, u32)>,
    log: Option<&'static str>,
    arguments: Value,
    libraries: Vec<Value>,
    is_mapped: bool,
}

/// Newest first, as the real list is.
pub(super) fn all() -> Vec<Value> {
    let ages = [
        new_years(),
        modern("1.21.1"),
        modern("1.20.1"),
        middle(),
        late("1.12.2"),
        late("1.8.9"),
        early(),
        ancient(),
    ];
    ages.into_iter().map(Age::document).collect()
}

impl Age {
    fn document(self) -> Value {
        let object = |name: &str| {
            let seed = sha1(format!("{}/{name}", self.id).as_bytes());
            json!({"sha1": "", "size": 0, "url": format!("https://piston-data.mojang.com/v1/objects/{seed}/{name}")})
        };
        let mut document = json!({
            "id": self.id, "type": self.kind, "time": self.date, "releaseTime": self.date, "mainClass": self.main,
            "minimumLauncherVersion": 21, "complianceLevel": 1, "assets": self.assets,
            "assetIndex": {"id": self.assets, "sha1": "", "size": 0, "totalSize": 0,
                           "url": package(&format!("assets/{}", self.assets), &format!("{}.json", self.assets))},
            "downloads": {"client": object("client.jar"), "server": object("server.jar")},
            "libraries": self.libraries,
        });
        if self.is_mapped {
            document["downloads"]["client_mappings"] = object("client.txt");
            document["downloads"]["server_mappings"] = object("server.txt");
        }
        if let Some((component, major)) = self.java {
            document["javaVersion"] = json!({"component": component, "majorVersion": major});
        }
        if let Some(name) = self.log {
            let mut file = object(name);
            file["id"] = json!(name);
            document["logging"] = json!({"client": {
                "argument": "-Dlog4j.configurationFile=${path}", "type": "log4j2-xml", "file": file}});
        }
        let key = if self.arguments.is_string() { "minecraftArguments" } else { "arguments" };
        document[key] = self.arguments;
        document
    }
}

/// Player and session without names, assets as files beside the game.
fn ancient() -> Age {
    Age {
        id: "b1.7.3",
        kind: "old_beta",
        date: "2011-07-07T22:00:00+00:00",
        assets: "pre-1.6",
        main: LAUNCH,
        java: Some(("jre-legacy", 8)),
        log: None,
        arguments: json!(
            "${auth_player_name} ${auth_session} --gameDir ${game_directory} --assetsDir ${game_assets}"
        ),
        libraries: [
            libraries(&["net.minecraft:launchwrapper:1.6", "net.sf.jopt-simple:jopt-simple:4.5"], MOJANG),
            old_natives("2.9.0"),
        ]
        .concat(),
        is_mapped: false,
    }
}

/// A session instead of a token, assets by their names.
fn early() -> Age {
    let words = "--username ${auth_player_name} --session ${auth_session} --version ${version_name} --gameDir ${game_directory} \
                 --assetsDir ${game_assets}";
    Age {
        id: "1.6.4",
        kind: "release",
        date: "2013-09-19T15:52:37+00:00",
        assets: "legacy",
        main: MAIN,
        java: None,
        arguments: json!(words),
        libraries: [
            libraries(&["net.sf.jopt-simple:jopt-simple:4.5", "com.google.guava:guava:14.0"], MOJANG),
            old_natives("2.9.0"),
        ]
        .concat(),
        ..ancient()
    }
}

/// One line of arguments, LWJGL 2, natives that are unpacked.
fn late(id: &'static str) -> Age {
    let words = "--username ${auth_player_name} --version ${version_name} --gameDir ${game_directory} --assetsDir ${assets_root} \
                 --assetIndex ${assets_index_name} --uuid ${auth_uuid} --accessToken ${auth_access_token} --userType ${user_type}";
    let (assets, date) = if id == "1.8.9" {
        ("1.8", "2015-12-03T09:24:39+00:00")
    } else {
        ("1.12", "2017-09-18T08:39:46+00:00")
    };
    let (log, guava) = if id == "1.8.9" {
        ("client-1.7.xml", "com.google.guava:guava:17.0")
    } else {
        ("client-1.12.xml", "com.google.guava:guava:21.0")
    };
    let names = [
        guava,
        "com.google.code.gson:gson:2.8.0",
        "org.apache.logging.log4j:log4j-core:2.8.1",
        "commons-io:commons-io:2.5",
    ];
    Age {
        id,
        kind: "release",
        date,
        assets,
        main: MAIN,
        java: Some(("jre-legacy", 8)),
        log: Some(log),
        arguments: json!(words),
        libraries: [libraries(&names, MOJANG), old_natives("2.9.4-nightly-20150209")].concat(),
        is_mapped: false,
    }
}

/// Lists of arguments, LWJGL 3, natives as classifiers still.
fn middle() -> Age {
    let names = [
        "com.mojang:brigadier:1.0.17",
        "com.google.guava:guava:21.0",
        "org.apache.logging.log4j:log4j-core:2.8.1",
    ];
    let lwjgl = ["org.lwjgl:lwjgl:3.2.2", "org.lwjgl:lwjgl-glfw:3.2.2", "org.lwjgl:lwjgl-openal:3.2.2"];
    Age {
        id: "1.16.5",
        kind: "release",
        date: "2021-01-14T16:05:32+00:00",
        assets: "1.16",
        main: MAIN,
        java: Some(("jre-legacy", 8)),
        log: Some("client-1.12.xml"),
        arguments: json!({"game": game_arguments(&["--userType", "${user_type}"]), "jvm": jvm_arguments(&[])}),
        libraries: [libraries(&names, MOJANG), lwjgl.into_iter().map(classified).collect()].concat(),
        is_mapped: true,
    }
}

/// Natives as libraries with rules, and quick play.
fn modern(id: &'static str) -> Age {
    let (java, assets, date) = if id == "1.20.1" {
        (("java-runtime-gamma", 17), "5", "2023-06-12T13:25:51+00:00")
    } else {
        (("java-runtime-delta", 21), "17", "2024-08-08T12:24:45+00:00")
    };
    let names = [
        "com.mojang:brigadier:1.1.8",
        "com.google.guava:guava:31.1-jre",
        "org.ow2.asm:asm:9.3",
        "org.apache.logging.log4j:log4j-core:2.19.0",
        "net.java.dev.jna:jna:5.12.1",
    ];
    let extra = ["--clientId", "${clientid}", "--xuid", "${auth_xuid}", "--userType", "${user_type}"];
    Age {
        id,
        kind: "release",
        date,
        assets,
        main: MAIN,
        java: Some(java),
        log: Some("client-1.12.xml"),
        arguments: json!({"game": game_arguments(&extra), "jvm": jvm_arguments(&[])}),
        libraries: [libraries(&names, MOJANG), new_natives("3.3.1")].concat(),
        is_mapped: true,
    }
}

/// The year's number, no names to be mapped any more, and what the game proposes for its own virtual machine.
fn new_years() -> Age {
    let own = json!([{"value": ["-Xms512M", "-XX:+UseCompactObjectHeaders"]},
        {"rules": [{"action": "allow", "os": {"name": "linux"}}], "value": ["-XX:+UseZGC"]}]);
    let flags = ["--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"];
    Age {
        id: super::NEWEST,
        kind: "release",
        date: "2026-03-24T12:00:00+00:00",
        assets: "30",
        java: Some(("java-runtime-epsilon", 25)),
        log: Some("client-1.21.2.xml"),
        arguments: json!({"default-user-jvm": own, "jvm": jvm_arguments(&flags),
            "game": game_arguments(&["--clientId", "${clientid}", "--xuid", "${auth_xuid}"])}),
        libraries: [
            libraries(&["com.mojang:brigadier:1.3.10", "com.google.guava:guava:33.5.0-jre"], MOJANG),
            new_natives("3.3.3"),
        ]
        .concat(),
        is_mapped: false,
        ..modern("1.21.1")
    }
}

fn game_arguments(extra: &[&str]) -> Vec<Value> {
    let usual = [
        "--username",
        "${auth_player_name}",
        "--version",
        "${version_name}",
        "--gameDir",
        "${game_directory}",
        "--assetsDir",
        "${assets_root}",
        "--assetIndex",
        "${assets_index_name}",
        "--uuid",
        "${auth_uuid}",
        "--accessToken",
        "${auth_access_token}",
    ];
    let mut arguments: Vec<Value> = usual.iter().chain(extra).map(|word| json!(word)).collect();
    arguments.push(featured("is_demo_user", &["--demo"]));
    arguments.push(featured(
        "has_custom_resolution",
        &["--width", "${resolution_width}", "--height", "${resolution_height}"],
    ));
    arguments.push(featured("has_quick_plays_support", &["--quickPlayPath", "${quickPlayPath}"]));
    arguments.push(featured(
        "is_quick_play_singleplayer",
        &["--quickPlaySingleplayer", "${quickPlaySingleplayer}"],
    ));
    arguments
        .push(featured("is_quick_play_multiplayer", &["--quickPlayMultiplayer", "${quickPlayMultiplayer}"]));
    arguments
}

fn featured(feature: &str, words: &[&str]) -> Value {
    json!({"rules": [{"action": "allow", "features": {feature: true}}], "value": words})
}

fn jvm_arguments(extra: &[&str]) -> Vec<Value> {
    let mut arguments = vec![
        json!({"rules": [{"action": "allow", "os": {"name": "osx"}}], "value": ["-XstartOnFirstThread"]}),
        json!({"rules": [{"action": "allow", "os": {"name": "windows"}}], "value": "-XX:HeapDumpPath=MojangTricksIntelDriversForPerformance_javaw.exe_minecraft.exe.heapdump"}),
        json!({"rules": [{"action": "allow", "os": {"arch": "x86"}}], "value": "-Xss1M"}),
    ];
    let usual = [
        "-Djava.library.path=${natives_directory}",
        "-Dminecraft.launcher.brand=${launcher_name}",
        "-Dminecraft.launcher.version=${launcher_version}",
        "-cp",
        "${classpath}",
    ];
    arguments.extend(extra.iter().chain(&usual).map(|word| json!(word)));
    arguments
}

/// LWJGL 2: one build for macOS, one for the others, and a jar that is only for its natives.
fn old_natives(version: &str) -> Vec<Value> {
    let not_on_mac = json!([{"action": "allow"}, {"action": "disallow", "os": {"name": "osx"}}]);
    let only_on_mac = json!([{"action": "allow", "os": {"name": "osx"}}]);
    let mut lwjgl = super::library(&format!("org.lwjgl.lwjgl:lwjgl:{version}"), MOJANG);
    lwjgl["rules"] = not_on_mac.clone();
    let mut platform = natives_of(&format!("org.lwjgl.lwjgl:lwjgl-platform:{version}"));
    platform["rules"] = not_on_mac;
    let mut on_mac = natives_of("org.lwjgl.lwjgl:lwjgl-platform:2.9.2-nightly-20140822");
    on_mac["rules"] = only_on_mac;
    vec![lwjgl, platform, on_mac, natives_of("net.java.jinput:jinput-platform:2.0.5"), twitch()]
}

/// Natives for Windows alone, by architecture.
fn twitch() -> Value {
    let name = "tv.twitch:twitch-platform:6.5";
    let of = |bits: &str| {
        (format!("natives-windows-{bits}"), artifact(&format!("{name}:natives-windows-{bits}"), MOJANG))
    };
    json!({"name": name, "natives": {"windows": "natives-windows-${arch}"}, "extract": {"exclude": ["META-INF/"]},
           "rules": [{"action": "allow", "os": {"name": "windows"}}],
           "downloads": {"classifiers": serde_json::Map::from_iter([of("32"), of("64")])}})
}

fn natives_of(name: &str) -> Value {
    let of =
        |system: &str| (format!("natives-{system}"), artifact(&format!("{name}:natives-{system}"), MOJANG));
    json!({"name": name, "extract": {"exclude": ["META-INF/"]},
           "natives": {"linux": "natives-linux", "osx": "natives-osx", "windows": "natives-windows"},
           "downloads": {"classifiers": serde_json::Map::from_iter([of("linux"), of("osx"), of("windows")])}})
}

/// A library that is on the class path and has natives too.
fn classified(name: &str) -> Value {
    let mut library = natives_of(name);
    library["downloads"]["artifact"] = artifact(name, MOJANG);
    library
}

/// A library for every system, and one for each with its natives.
fn new_natives(version: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for part in ["lwjgl", "lwjgl-glfw", "lwjgl-openal"] {
        let name = format!("org.lwjgl:{part}:{version}");
        all.push(super::library(&name, MOJANG));
        for (system, natives) in [
            ("linux", "linux"),
            ("osx", "macos"),
            ("osx", "macos-arm64"),
            ("windows", "windows"),
            ("windows", "windows-x86"),
        ] {
            let mut library = super::library(&format!("{name}:natives-{natives}"), MOJANG);
            library["rules"] = json!([{"action": "allow", "os": {"name": system}}]);
            all.push(library);
        }
    }
    all
}
