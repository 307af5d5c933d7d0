//! Forge: the old form, the new one without processors, and the new one with them.

use serde_json::{Value, json};

use super::{Documents, artifact, libraries, put};
use crate::upstream::maven::MOJANG;

const BASE: &str = "https://maven.minecraftforge.net/";
const OLD: &str = "1.8.9-11.15.1.2318-1.8.9";
const PLAIN: &str = "1.12.2-14.23.5.2860";
/// One that wants a client jar of its own, as those of 1.5.2 do.
const STRIPPED: &str = "1.6.4-9.11.1.965";
const BUILDS: [(&str, &str); 5] = [
    ("1.6.4", STRIPPED),
    ("1.8.9", OLD),
    ("1.12.2", PLAIN),
    ("1.16.5", "1.16.5-36.2.42"),
    ("1.20.1", "1.20.1-47.4.0"),
];

pub(super) fn add(documents: &mut Documents) {
    let mut promos = serde_json::Map::new();
    let mut games = serde_json::Map::new();
    for (game, full) in BUILDS {
        let loader = full.split('-').nth(1).unwrap_or_default();
        promos.insert(format!("{game}-latest"), json!(loader));
        promos.insert(format!("{game}-recommended"), json!(loader));
        games.insert(game.to_owned(), json!([full]));
    }
    let files = "https://files.minecraftforge.net/net/minecraftforge/forge";
    put(documents, &format!("{files}/promotions_slim.json"), &json!({ "promos": promos }));
    put(documents, &format!("{files}/maven-metadata.json"), &Value::Object(games));
    place(documents, STRIPPED, &stripped(), None);
    place(documents, OLD, &old(), None);
    place(documents, PLAIN, &plain_profile(), Some(&plain_version()));
    place(documents, "1.16.5-36.2.42", &middle_profile(), Some(&middle_version()));
    place(documents, "1.20.1-47.4.0", &modern_profile(), Some(&modern_version()));
}

fn place(documents: &mut Documents, full: &str, profile: &Value, version: Option<&Value>) {
    let folder = format!("{BASE}net/minecraftforge/forge/{full}");
    put(documents, &format!("{folder}/install_profile.json"), profile);
    if let Some(version) = version {
        put(documents, &format!("{folder}/version.json"), version);
    }
}

/// Up to 1.12.2: `install` says which jar of the installer goes where, `versionInfo` is the version.
fn old() -> Value {
    let words = "--username ${auth_player_name} --version ${version_name} --gameDir ${game_directory} --assetsDir ${assets_root} \
        --assetIndex ${assets_index_name} --uuid ${auth_uuid} --accessToken ${auth_access_token} --userType ${user_type} \
        --tweakClass net.minecraftforge.fml.common.launcher.FMLTweaker";
    json!({
        "install": {"profileName": "Forge", "target": "1.8.9-forge1.8.9-11.15.1.2318-1.8.9", "minecraft": "1.8.9",
                    "path": format!("net.minecraftforge:forge:{OLD}"), "version": format!("forge {OLD}"),
                    "filePath": format!("forge-{OLD}-universal.jar"), "welcome": "Welcome.", "logo": "/big_logo.png"},
        "versionInfo": {
            "id": "1.8.9-forge1.8.9-11.15.1.2318-1.8.9", "inheritsFrom": "1.8.9", "jar": "1.8.9", "type": "release",
            "time": "2018-10-01T12:00:00-0400", "releaseTime": "1960-01-01T00:00:00-0700",
            "mainClass": "net.minecraft.launchwrapper.Launch", "minecraftArguments": words,
            "libraries": [
                {"name": format!("net.minecraftforge:forge:{OLD}"), "url": BASE},
                {"name": "net.minecraft:launchwrapper:1.12", "serverreq": true},
                {"name": "org.ow2.asm:asm-all:5.0.3", "serverreq": true},
                {"name": "org.scala-lang:scala-library:2.11.1", "url": BASE, "checksums": [""], "clientreq": true, "serverreq": true},
                {"name": "org.jline:jline:3.5.1", "url": BASE, "checksums": [""], "clientreq": false, "serverreq": true},
            ],
        },
    })
}

/// The same before there were parents: every library is repeated, and the client jar loses its signatures.
fn stripped() -> Value {
    let words = "--username ${auth_player_name} --session ${auth_session} --version ${version_name} --gameDir ${game_directory} \
        --assetsDir ${game_assets} --tweakClass cpw.mods.fml.common.launcher.FMLTweaker";
    json!({
        "install": {"profileName": "Forge", "target": "1.6.4-Forge9.11.1.965", "minecraft": "1.6.4", "stripMeta": true,
                    "path": format!("net.minecraftforge:minecraftforge:{STRIPPED}"), "version": "Forge 9.11.1.965",
                    "filePath": format!("minecraftforge-universal-{STRIPPED}.jar"), "welcome": "Welcome.", "logo": "/big_logo.png"},
        "versionInfo": {
            "id": "1.6.4-Forge9.11.1.965", "type": "release", "time": "2013-09-19T15:52:37+0000",
            "releaseTime": "2013-09-19T15:52:37+0000", "mainClass": "net.minecraft.launchwrapper.Launch",
            "minecraftArguments": words,
            "libraries": [
                {"name": format!("net.minecraftforge:minecraftforge:{STRIPPED}"), "url": BASE},
                {"name": "net.minecraft:launchwrapper:1.12"},
                {"name": "org.ow2.asm:asm-all:5.0.3"},
                {"name": "net.sf.jopt-simple:jopt-simple:4.5"},
            ],
        },
    })
}

/// The last of 1.12.2: the new form, nothing to run, the loader's jar inside.
fn plain_profile() -> Value {
    let name = format!("net.minecraftforge:forge:{PLAIN}");
    json!({"spec": 0, "profile": "forge", "version": "1.12.2-forge-14.23.5.2860", "minecraft": "1.12.2", "json": "/version.json",
           "path": name, "welcome": "Welcome.", "data": {}, "processors": [],
           "libraries": [{"name": name, "downloads": {"artifact": artifact(&name, "")}}]})
}

fn plain_version() -> Value {
    let name = format!("net.minecraftforge:forge:{PLAIN}");
    let mut version = version("1.12.2-forge-14.23.5.2860", "1.12.2", "net.minecraft.launchwrapper.Launch");
    version["minecraftArguments"] = json!(
        "--username ${auth_player_name} --version ${version_name} --gameDir ${game_directory} \
        --assetsDir ${assets_root} --assetIndex ${assets_index_name} --uuid ${auth_uuid} --accessToken ${auth_access_token} \
        --userType ${user_type} --tweakClass net.minecraftforge.fml.common.launcher.FMLTweaker --versionType Forge"
    );
    let mut all = libraries(&["net.minecraft:launchwrapper:1.12"], MOJANG);
    all.push(json!({"name": name, "downloads": {"artifact": artifact(&name, "")}}));
    version["libraries"] = json!(all);
    version
}

/// 1.13 to 1.16: Mojang's names are not asked for, `MC_SLIM` and `PATCHED` are promised.
fn middle_profile() -> Value {
    let (mcp, full) = ("20210115.111550", "1.16.5-36.2.42");
    let mut data = data("1.16.5", mcp, full);
    for key in ["MC_SLIM_SHA", "MC_EXTRA_SHA", "PATCHED_SHA"] {
        data[key] = json!({"client": "''", "server": "''"});
    }
    let splitter = json!({"jar": "net.minecraftforge:jarsplitter:1.1.4", "classpath": [],
        "args": ["--input", "{MINECRAFT_JAR}", "--slim", "{MC_SLIM}", "--extra", "{MC_EXTRA}", "--srg", "{MAPPINGS}"],
        "outputs": {"{MC_SLIM}": "{MC_SLIM_SHA}", "{MC_EXTRA}": "{MC_EXTRA_SHA}"}});
    let renamer = json!({"jar": "net.md-5:SpecialSource:1.8.5", "classpath": ["org.ow2.asm:asm:6.1.1"],
        "args": ["--in-jar", "{MC_SLIM}", "--out-jar", "{MC_SRG}", "--srg-in", "{MAPPINGS}"]});
    let names = [
        "net.minecraftforge:installertools:1.3.0",
        "net.minecraftforge:jarsplitter:1.1.4",
        "net.md-5:SpecialSource:1.8.5",
        "net.minecraftforge:binarypatcher:1.0.12",
        "org.ow2.asm:asm:6.1.1",
    ];
    let universal = format!("net.minecraftforge:forge:{full}:universal");
    let mut all = libraries(&names, BASE);
    all.push(super::library(&format!("de.oceanlabs.mcp:mcp_config:1.16.5-{mcp}@zip"), BASE));
    all.push(json!({"name": universal, "downloads": {"artifact": artifact(&universal, "")}}));
    json!({"spec": 0, "profile": "forge", "version": "1.16.5-forge-36.2.42", "minecraft": "1.16.5", "json": "/version.json",
           "path": format!("net.minecraftforge:forge:{full}"), "data": data, "libraries": all,
           "processors": [mcp_data("net.minecraftforge:installertools:1.3.0", &format!("[de.oceanlabs.mcp:mcp_config:1.16.5-{mcp}@zip]")),
                          splitter, renamer, patcher(&json!({"{PATCHED}": "{PATCHED_SHA}"}))]})
}

fn middle_version() -> Value {
    let mut version = version("1.16.5-forge-36.2.42", "1.16.5", "cpw.mods.modlauncher.Launcher");
    version["arguments"] = json!({"game": ["--launchTarget", "fmlclient", "--fml.forgeVersion", "36.2.42", "--fml.mcVersion", "1.16.5",
        "--fml.forgeGroup", "net.minecraftforge", "--fml.mcpVersion", "20210115.111550"]});
    let forge = "net.minecraftforge:forge:1.16.5-36.2.42";
    let mut all = libraries(&["cpw.mods:modlauncher:8.1.3", "org.ow2.asm:asm:9.6"], BASE);
    all.push(json!({"name": forge, "downloads": {"artifact": artifact(forge, "")}}));
    version["libraries"] = json!(all);
    version
}

/// 1.17 to 1.20: a module path, Mojang's names, a server's steps between.
fn modern_profile() -> Value {
    let (mcp, full) = ("20230612.114412", "1.20.1-47.4.0");
    let mut data = data("1.20.1", mcp, full);
    for key in ["MC_SLIM_SHA", "MC_EXTRA_SHA", "PATCHED_SHA"] {
        data[key] = json!({"client": "''", "server": "''"});
    }
    let tools = "net.minecraftforge:installertools:1.4.1";
    let server = json!({"jar": tools, "classpath": [], "sides": ["server"],
        "args": ["--task", "EXTRACT_FILES", "--archive", "{INSTALLER}", "--from", "data/run.sh", "--to", "{ROOT}/run.sh"]});
    let names = json!({"jar": tools, "classpath": [],
        "args": ["--task", "DOWNLOAD_MOJMAPS", "--version", "1.20.1", "--side", "{SIDE}", "--output", "{MOJMAPS}"]});
    let merged = json!({"jar": tools, "classpath": [], "args": ["--task", "MERGE_MAPPING", "--left", "{MAPPINGS}", "--right",
        "{MOJMAPS}", "--output", "{MERGED_MAPPINGS}", "--classes", "--reverse-right"]});
    let splitter = json!({"jar": "net.minecraftforge:jarsplitter:1.1.4", "classpath": [], "sides": ["client"],
        "args": ["--input", "{MINECRAFT_JAR}", "--slim", "{MC_SLIM}", "--extra", "{MC_EXTRA}", "--srg", "{MERGED_MAPPINGS}"],
        "outputs": {"{MC_SLIM}": "{MC_SLIM_SHA}", "{MC_EXTRA}": "{MC_EXTRA_SHA}"}});
    let renamer = json!({"jar": "net.minecraftforge:ForgeAutoRenamingTool:0.1.22:all", "classpath": [], "args": ["--input",
        "{MC_SLIM}", "--output", "{MC_SRG}", "--names", "{MERGED_MAPPINGS}", "--ann-fix", "--ids-fix"]});
    let mut all = libraries(
        &[
            tools,
            "net.minecraftforge:jarsplitter:1.1.4",
            "net.minecraftforge:ForgeAutoRenamingTool:0.1.22:all",
            "net.minecraftforge:binarypatcher:1.0.12",
            &format!("net.minecraftforge:forge:{full}:universal"),
        ],
        BASE,
    );
    all.push(super::library(&format!("de.oceanlabs.mcp:mcp_config:1.20.1-{mcp}@zip"), BASE));
    json!({"spec": 1, "profile": "forge", "version": "1.20.1-forge-47.4.0", "minecraft": "1.20.1", "json": "/version.json",
           "path": null, "data": data, "libraries": all,
           "processors": [server, mcp_data(tools, &format!("[de.oceanlabs.mcp:mcp_config:1.20.1-{mcp}@zip]")), names, merged,
                          splitter, renamer, patcher(&json!({"{PATCHED}": "{PATCHED_SHA}"}))]})
}

fn modern_version() -> Value {
    let mut version =
        version("1.20.1-forge-47.4.0", "1.20.1", "cpw.mods.bootstraplauncher.BootstrapLauncher");
    let names = [
        "cpw.mods:bootstraplauncher:1.1.2",
        "cpw.mods:securejarhandler:2.1.10",
        "org.ow2.asm:asm:9.7.1",
        "net.minecraftforge:fmlcore:1.20.1-47.4.0",
    ];
    let below = |path: &str| format!("${{library_directory}}/{path}");
    let modules = [
        below("cpw/mods/bootstraplauncher/1.1.2/bootstraplauncher-1.1.2.jar"),
        below("cpw/mods/securejarhandler/2.1.10/securejarhandler-2.1.10.jar"),
        below("org/ow2/asm/asm/9.7.1/asm-9.7.1.jar"),
    ];
    version["arguments"] = json!({
        "game": ["--launchTarget", "forgeclient", "--fml.forgeVersion", "47.4.0", "--fml.mcVersion", "1.20.1",
                 "--fml.forgeGroup", "net.minecraftforge", "--fml.mcpVersion", "20230612.114412"],
        "jvm": ["-DignoreList=bootstraplauncher,securejarhandler,asm,${version_name}.jar", "-DlibraryDirectory=${library_directory}",
                "-p", modules.join("${classpath_separator}"), "--add-modules", "ALL-MODULE-PATH",
                "--add-opens", "java.base/java.util.jar=cpw.mods.securejarhandler"]});
    version["libraries"] = json!(libraries(&names, BASE));
    version
}

fn version(id: &str, game: &str, main: &str) -> Value {
    json!({"id": id, "inheritsFrom": game, "type": "release", "mainClass": main, "logging": {},
           "time": "2024-02-01T10:00:00+00:00", "releaseTime": "2024-02-01T10:00:00+00:00"})
}

/// The places and words that the steps share.
pub(super) fn data(game: &str, mcp: &str, full: &str) -> Value {
    let both = |of: &dyn Fn(&str) -> String| json!({"client": of("client"), "server": of("server")});
    let split = |part: &'static str| both(&|side| format!("[net.minecraft:{side}:{game}-{mcp}:{part}]"));
    json!({
        "BINPATCH": both(&|side| format!("/data/{side}.lzma")),
        "MAPPINGS": both(&|_| format!("[de.oceanlabs.mcp:mcp_config:{game}-{mcp}:mappings@txt]")),
        "MERGED_MAPPINGS": both(&|_| format!("[de.oceanlabs.mcp:mcp_config:{game}-{mcp}:mappings-merged@txt]")),
        "MOJMAPS": both(&|side| format!("[net.minecraft:{side}:{game}-{mcp}:mappings@txt]")),
        "MCP_VERSION": both(&|_| format!("'{mcp}'")),
        "MC_SLIM": split("slim"), "MC_EXTRA": split("extra"), "MC_SRG": split("srg"),
        "PATCHED": both(&|side| format!("[net.minecraftforge:forge:{full}:{side}]")),
    })
}

fn mcp_data(jar: &str, input: &str) -> Value {
    json!({"jar": jar, "classpath": [],
           "args": ["--task", "MCP_DATA", "--input", input, "--output", "{MAPPINGS}", "--key", "mappings"]})
}

fn patcher(outputs: &Value) -> Value {
    json!({"jar": "net.minecraftforge:binarypatcher:1.0.12", "classpath": [], "outputs": outputs,
           "args": ["--clean", "{MC_SRG}", "--output", "{PATCHED}", "--apply", "{BINPATCH}"]})
}
