//! Fabric, Quilt and the Java runtimes.

use serde_json::{Map, Value, json};

use super::{Documents, package, put};

const FABRIC: &str = "https://maven.fabricmc.net/";
const QUILT: &str = "https://maven.quiltmc.org/repository/release/";
const KNOT: &str = "net.fabricmc.loader.impl.launch.knot.KnotClient";
const GAMES: [&str; 4] = ["26.1", "1.21.1", "1.20.1", "1.16.5"];

pub(super) fn add(documents: &mut Documents) {
    fabric(documents);
    quilt(documents);
    runtimes(documents);
}

fn fabric(documents: &mut Documents) {
    let meta = "https://meta.fabricmc.net/v2/versions";
    let loader = |version: &str, build: u32, stable: bool| json!({"separator": ".", "build": build, "maven": format!("net.fabricmc:fabric-loader:{version}"), "version": version, "stable": stable});
    let loaders = json!([loader("0.17.3", 3, true), loader("0.14.21", 21, false)]);
    let games: Vec<Value> = GAMES.iter().map(|game| json!({"version": game, "stable": true})).collect();
    let intermediary = |game: &&str| json!({"maven": format!("net.fabricmc:intermediary:{game}"), "version": game, "stable": true});
    put(documents, &format!("{meta}/loader.json"), &loaders);
    put(documents, &format!("{meta}/game.json"), &json!(games));
    put(documents, &format!("{meta}/intermediary.json"), &GAMES.iter().map(intermediary).collect());
    let names =
        ["org.ow2.asm:asm:9.9", "org.ow2.asm:asm-tree:9.9", "net.fabricmc:sponge-mixin:0.16.5+mixin.0.8.7"];
    let hashed = |name: &&str| json!({"name": name, "url": FABRIC, "md5": "", "sha1": "", "sha256": "", "sha512": "", "size": 0});
    let plain = |name: &&str| json!({"name": name, "url": FABRIC});
    own(documents, FABRIC, "net/fabricmc/fabric-loader", "0.17.3", &names.iter().map(hashed).collect(), KNOT);
    own(documents, FABRIC, "net/fabricmc/fabric-loader", "0.14.21", &names.iter().map(plain).collect(), KNOT);
}

fn quilt(documents: &mut Documents) {
    let hashes = json!({"sha1": "", "sha256": "", "sha512": ""});
    let loaders = json!([{"build": 2, "file_size": 0, "hashes": hashes, "maven": "org.quiltmc:quilt-loader:0.29.2", "separator": ".", "version": "0.29.2"}]);
    put(documents, "https://meta.quiltmc.org/v3/versions/loader.json", &loaders);
    let libraries = json!([{"name": "net.fabricmc:sponge-mixin:0.16.3+mixin.0.8.7", "url": FABRIC},
        {"name": "org.quiltmc:quilt-json5:1.0.4+final", "url": QUILT}, {"name": "org.ow2.asm:asm:9.8", "url": FABRIC}]);
    own(
        documents,
        QUILT,
        "org/quiltmc/quilt-loader",
        "0.29.2",
        &libraries,
        "org.quiltmc.loader.impl.launch.knot.KnotClient",
    );
}

/// A loader's own document.
fn own(documents: &mut Documents, base: &str, folder: &str, version: &str, libraries: &Value, main: &str) {
    let name = folder.rsplit('/').next().unwrap_or_default();
    let document = json!({"version": 2, "min_java_version": 8, "mainClass": {"client": main, "server": main},
        "libraries": {"client": [], "common": libraries, "server": []}});
    put(documents, &format!("{base}{folder}/{version}/{name}-{version}.json"), &document);
}

fn runtimes(documents: &mut Documents) {
    const COMPONENTS: [(&str, &str); 5] = [
        ("jre-legacy", "8u202"),
        ("java-runtime-alpha", "16.0.1.9.1"),
        ("java-runtime-gamma", "17.0.15"),
        ("java-runtime-delta", "21.0.7"),
        ("java-runtime-epsilon", "25.0.1"),
    ];
    let mut all = Map::new();
    for platform in ["linux", "linux-i386", "mac-os", "mac-os-arm64", "windows-x64", "windows-arm64"] {
        let build = |component: &str, version: &str| {
            let url = package(&format!("{platform}/{component}"), "manifest.json");
            json!([{"availability": {"group": 1, "progress": 100}, "version": {"name": version, "released": "2026-01-01T00:00:00+00:00"},
                    "manifest": {"sha1": "", "size": 0, "url": url}}])
        };
        // There is no old Java for new machines, and no new one for old machines.
        let is_there = |component: &str| match platform {
            "mac-os-arm64" | "windows-arm64" => !matches!(component, "jre-legacy" | "java-runtime-alpha"),
            "linux-i386" => component == "jre-legacy",
            _ => true,
        };
        let of = |(component, version): (&str, &str)| {
            let builds = if is_there(component) { build(component, version) } else { json!([]) };
            (component.to_owned(), builds)
        };
        all.insert(platform.to_owned(), Value::Object(COMPONENTS.into_iter().map(of).collect()));
    }
    let url = "https://piston-meta.mojang.com/v1/products/java-runtime/2ec0cc96c44e5a76b9c8b7c39df7210883d12871/all.json";
    put(documents, url, &Value::Object(all));
}
