//! NeoForge: with a module path and many steps, and (from 26.1) with one step.

use serde_json::{Value, json};

use super::{Documents, libraries, put};

const BASE: &str = "https://maven.neoforged.net/releases/";
const TOOLS: &str = "net.neoforged.installertools:installertools:2.1.2";
const FAT: &str = "net.neoforged.installertools:installertools:4.0.12:fatjar";
const SPLITTER: &str = "net.neoforged.installertools:jarsplitter:2.1.2";
const RENAMER: &str = "net.neoforged:AutoRenamingTool:2.0.3:all";
const PATCHER: &str = "net.neoforged.installertools:binarypatcher:2.1.2:fatjar";
const FORM: &str = "net.neoforged:neoform:1.21.1-20240808.144430";

pub(super) fn add(documents: &mut Documents) {
    let versions = "<version>21.1.200</version><version>26.1.0.1-beta</version>";
    let list = |artifact: &str, versions: &str| {
        format!(
            "<metadata><groupId>net.neoforged</groupId><artifactId>{artifact}</artifactId><versioning><versions>{versions}</versions></versioning></metadata>\n"
        )
    };
    let folder = "maven.neoforged.net/releases/net/neoforged";
    documents
        .insert(format!("{folder}/neoforge/maven-metadata.xml"), list("neoforge", versions).into_bytes());
    documents.insert(format!("{folder}/forge/maven-metadata.xml"), list("forge", "").into_bytes());
    for (version, profile, document) in
        [("21.1.200", module_profile(), module_version()), ("26.1.0.1-beta", late_profile(), late_version())]
    {
        let folder = format!("{BASE}net/neoforged/neoforge/{version}");
        put(documents, &format!("{folder}/install_profile.json"), &profile);
        put(documents, &format!("{folder}/version.json"), &document);
    }
}

fn module_profile() -> Value {
    let mut data = super::forge::data("1.21.1", "20240808.144430", "");
    data["PATCHED"] = json!({"client": "[net.neoforged:neoforge:21.1.200:client]", "server": "[net.neoforged:neoforge:21.1.200:server]"});
    data["MAPPINGS"] =
        json!({"client": format!("[{FORM}:mappings@txt]"), "server": format!("[{FORM}:mappings@txt]")});
    let step = |jar: &str, args: &[&str]| json!({"jar": jar, "classpath": [], "args": args});
    let mut server = step(
        TOOLS,
        &[
            "--task",
            "BUNDLER_EXTRACT",
            "--input",
            "{MINECRAFT_JAR}",
            "--output",
            "{ROOT}/libraries/",
            "--libraries",
        ],
    );
    server["sides"] = json!(["server"]);
    let form = format!("[{FORM}@zip]");
    let processors = [
        server,
        step(TOOLS, &["--task", "MCP_DATA", "--input", &form, "--output", "{MAPPINGS}", "--key", "mappings"]),
        step(
            TOOLS,
            &[
                "--task",
                "DOWNLOAD_MOJMAPS",
                "--version",
                "1.21.1",
                "--side",
                "{SIDE}",
                "--output",
                "{MOJMAPS}",
            ],
        ),
        step(
            TOOLS,
            &[
                "--task",
                "MERGE_MAPPING",
                "--left",
                "{MAPPINGS}",
                "--right",
                "{MOJMAPS}",
                "--output",
                "{MERGED_MAPPINGS}",
                "--classes",
            ],
        ),
        step(
            SPLITTER,
            &[
                "--input",
                "{MINECRAFT_JAR}",
                "--slim",
                "{MC_SLIM}",
                "--extra",
                "{MC_EXTRA}",
                "--srg",
                "{MERGED_MAPPINGS}",
            ],
        ),
        step(
            RENAMER,
            &["--input", "{MC_SLIM}", "--output", "{MC_SRG}", "--names", "{MERGED_MAPPINGS}", "--ann-fix"],
        ),
        step(PATCHER, &["--clean", "{MC_SRG}", "--output", "{PATCHED}", "--apply", "{BINPATCH}"]),
    ];
    let names = [
        TOOLS,
        SPLITTER,
        RENAMER,
        PATCHER,
        "net.neoforged:neoform:1.21.1-20240808.144430@zip",
        "net.neoforged:neoforge:21.1.200:universal",
    ];
    profile("neoforge-21.1.200", "1.21.1", &data, &processors, &libraries(&names, BASE))
}

fn module_version() -> Value {
    let mut version = version("neoforge-21.1.200", "1.21.1", "cpw.mods.bootstraplauncher.BootstrapLauncher");
    version["arguments"] = json!({
        "game": ["--fml.neoForgeVersion", "21.1.200", "--fml.fmlVersion", "4.0.41", "--fml.mcVersion", "1.21.1",
                 "--fml.neoFormVersion", "20240808.144430", "--launchTarget", "forgeclient"],
        "jvm": ["-DlibraryDirectory=${library_directory}", "-p",
                "${library_directory}/cpw/mods/bootstraplauncher/2.0.2/bootstraplauncher-2.0.2.jar", "--add-modules", "ALL-MODULE-PATH"]});
    let names = [
        "cpw.mods:bootstraplauncher:2.0.2",
        "net.neoforged.fancymodloader:loader:4.0.41",
        "org.ow2.asm:asm:9.7",
    ];
    version["libraries"] = json!(libraries(&names, BASE));
    version
}

fn late_profile() -> Value {
    let data = json!({
        "BINPATCH": {"client": "/data/client.lzma", "server": "/data/client.lzma"},
        "PATCHED": {"client": "[net.neoforged:minecraft-client-patched:26.1.0.1-beta]",
                    "server": "[net.neoforged:minecraft-server-patched:26.1.0.1-beta]"},
    });
    let processors = [
        json!({"jar": FAT, "classpath": [FAT], "args": ["--task", "PROCESS_MINECRAFT_JAR", "--no-mod-manifest", "--input",
        "{MINECRAFT_JAR}", "--output", "{PATCHED}", "--extract-libraries-to", "{ROOT}/libraries/", "--apply-patches", "{BINPATCH}"]}),
    ];
    profile("neoforge-26.1.0.1-beta", "26.1", &data, &processors, &libraries(&[FAT], BASE))
}

fn late_version() -> Value {
    let mut version = version("neoforge-26.1.0.1-beta", "26.1", "net.neoforged.fml.startup.Client");
    version["arguments"] = json!({"game": ["--fml.neoForgeVersion", "26.1.0.1-beta", "--fml.mcVersion", "26.1", "--fml.neoFormVersion", "1"], "jvm": []});
    version["libraries"] =
        json!(libraries(&["net.neoforged.fancymodloader:loader:11.0.3", "org.ow2.asm:asm:9.9"], BASE));
    version
}

fn profile(version: &str, game: &str, data: &Value, processors: &[Value], libraries: &[Value]) -> Value {
    json!({"spec": 1, "profile": "NeoForge", "version": version, "minecraft": game, "json": "/version.json", "path": null,
           "hideExtract": true, "data": data, "processors": processors, "libraries": libraries})
}

fn version(id: &str, game: &str, main: &str) -> Value {
    json!({"id": id, "inheritsFrom": game, "type": "release", "mainClass": main,
           "time": "2026-02-01T10:00:00+00:00", "releaseTime": "2026-02-01T10:00:00+00:00"})
}
