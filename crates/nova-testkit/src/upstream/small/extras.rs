//! OptiFine and LiteLoader, and the loaders' own APIs at Modrinth.

use serde_json::{Value, json};

use super::{Documents, put};

pub(super) fn add(documents: &mut Documents) {
    optifine(documents);
    liteloader(documents);
    for (slug, loader, games) in [
        ("fabric-api", "fabric", &["1.21.1", "1.20.1", "1.16.5"][..]),
        ("qsl", "quilt", &["1.20.1"][..]),
        ("legacy-fabric-api", "fabric", &["1.12.2", "1.8.9"][..]),
    ] {
        let list: Vec<Value> = games.iter().flat_map(|game| versions(slug, loader, game)).collect();
        put(documents, &format!("https://api.modrinth.com/v2/project/{slug}/version.json"), &json!(list));
    }
}

/// As the mirror lists it: the patch by itself, 1.8 with a nought.
fn optifine(documents: &mut Documents) {
    let of = |game: &str, kind: &str, patch: &str, forge: &str| {
        json!({"_id": format!("{game}{patch}"), "mcversion": game, "patch": patch, "type": kind, "__v": 0,
               "filename": format!("OptiFine_{game}_{kind}_{patch}.jar"), "forge": forge})
    };
    let list = json!([
        of("1.20.1", "HD_U", "I6", "Forge 47.0.35"),
        of("1.20.1", "HD_U", "I7_pre1", "Forge N/A"),
        of("1.20.1", "HD_U", "I5", "Forge 47.0.3"),
        of("1.16.5", "HD_U", "G8", "Forge 36.1.32"),
        of("1.12.2", "HD_U", "G5", "Forge 14.23.5.2847"),
        of("1.8.0", "HD_U", "I7", "Forge N/A"),
    ]);
    put(documents, "https://bmclapi2.bangbang93.com/optifine/versionList", &list);
}

fn liteloader(documents: &mut Documents) {
    let latest = json!({"tweakClass": "com.mumfrey.liteloader.launch.LiteLoaderTweaker", "file": "liteloader-1.12.2.jar",
        "version": "1.12.2", "md5": "", "timestamp": "1511880271", "stream": "RELEASE",
        "libraries": [{"name": "net.minecraft:launchwrapper:1.12"}, {"name": "org.ow2.asm:asm-all:5.2"}]});
    let repo =
        json!({"stream": "RELEASE", "type": "m2", "url": "http://dl.liteloader.com/repo/", "classifier": ""});
    let list = json!({"meta": {"url": "http://dl.liteloader.com"},
        "versions": {"1.12.2": {"repo": repo, "artefacts": {"com.mumfrey:liteloader": {"latest": latest}}}}});
    put(documents, "https://dl.liteloader.com/versions/versions.json", &list);
}

/// One release, and a newer one that is tried out.
fn versions(slug: &str, loader: &str, game: &str) -> Vec<Value> {
    let of = |number: &str, kind: &str, day: u32| {
        let file = format!("{slug}-{number}+{game}.jar");
        let url =
            format!("https://cdn.modrinth.com/data/{slug}/versions/{number}/{}", file.replace('+', "%2B"));
        json!({"id": format!("{slug}{day}"), "project_id": slug, "name": file, "version_number": format!("{number}+{game}"),
            "version_type": kind, "status": "listed", "date_published": format!("2026-01-{day:02}T00:00:00Z"),
            "files": [{"hashes": {"sha1": "", "sha512": ""}, "url": url, "filename": file, "primary": true, "size": 0,
                       "file_type": null}],
            "dependencies": [], "game_versions": [game], "loaders": [loader]})
    };
    vec![of("0.93.0", "beta", 2), of("0.92.2", "release", 1)]
}
