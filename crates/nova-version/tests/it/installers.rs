//! Installers to steps.

use nova_model::Os;
use nova_version::{
    Source, VersionError, VersionFile,
    installer::{Area, InstallPlan, InstallStep, Place, VersionSource, plan},
};
use proptest::prelude::*;
use serde_json::{Value, json};

const HASH: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
const OTHER: &str = "84983e441c3bd26ebaae4aa1f95129e5e54670f1";

fn place(os: Os) -> Place {
    let below = |rest: &str| match os {
        Os::Windows => format!("C:\\mc\\{rest}"),
        _ => format!("/mc/{rest}"),
    };
    Place {
        os,
        root: below("").trim_end_matches(['/', '\\']).to_owned(),
        libraries: below("libraries"),
        client_jar: below("client.jar"),
        installer: below("installer.jar"),
        scratch: below("scratch"),
    }
}

fn read(profile: &Value) -> Result<InstallPlan, VersionError> {
    plan("forge.jar", profile.to_string().as_bytes(), &place(Os::Linux))
}

fn library(name: &str, url: &str) -> Value {
    json!({"name": name, "downloads": {"artifact": {"url": url, "sha1": HASH, "size": 3}}})
}

fn profile() -> Value {
    json!({"spec": 1, "version": "1.20.1-forge-47", "minecraft": "1.20.1", "json": "/version.json", "path": "net.minecraftforge:forge:47:shim",
        "libraries": [library("t:tool:1", "https://m/t/tool/1/tool-1.jar"), library("t:dep:1", ""), library("t:dep:1", "")],
        "data": {"BINPATCH": {"client": "/data/client.lzma", "server": "/data/server.lzma"}, "PATCHED": {"client": "[a:patched:1:client]"},
            "SHA": {"client": format!("'{HASH}'")}, "MAPS": {"client": "[a:maps:1@txt]"}},
        "processors": [
            {"sides": ["server"], "jar": "gone:gone:1", "args": ["{NOT_THERE}"]},
            {"jar": "t:tool:1", "args": ["--task", "DOWNLOAD_MOJMAPS", "--version", "1.20.1", "--side", "{SIDE}", "--output", "{MAPS}"]},
            {"sides": ["client"], "jar": "t:tool:1", "classpath": ["t:dep:1", "t:tool:1"], "outputs": {"{PATCHED}": "{SHA}"},
                "args": ["--clean", "{MINECRAFT_JAR}", "--apply", "{BINPATCH}", "--out", "{PATCHED}", "[a:b:1@zip]", "'{raw}'", "{ROOT}/x",
                    "{LIBRARY_DIR}", "{INSTALLER}", "{MINECRAFT_VERSION}"]}]})
}

#[test]
fn a_new_profile_becomes_steps_in_order() {
    let plan = read(&profile()).unwrap();
    assert_eq!((plan.id.as_str(), plan.game.as_str(), plan.problems.len()), ("1.20.1-forge-47", "1.20.1", 0));
    let shown: Vec<String> = plan.steps.iter().map(show).collect();
    assert_eq!(
        shown,
        [
            "game 1.20.1",
            "extract maven/net/minecraftforge/forge/47/forge-47-shim.jar to Libraries net/minecraftforge/forge/47/forge-47-shim.jar",
            "fetch t/tool/1/tool-1.jar or maven/t/tool/1/tool-1.jar",
            "extract maven/t/dep/1/dep-1.jar to Libraries t/dep/1/dep-1.jar",
            "extract data/client.lzma to Scratch data/client.lzma",
            "run 1",
            "run 2",
            "write 1.20.1-forge-47 from version.json",
        ]
    );
}

fn show(step: &InstallStep) -> String {
    match step {
        InstallStep::NeedGame { game } => format!("game {game}"),
        InstallStep::FetchLibrary { file, inside } => format!("fetch {} or {inside}", file.path),
        InstallStep::ExtractFromInstaller { entry, area, to } => format!("extract {entry} to {area:?} {to}"),
        InstallStep::StripClientJar { game, id } => format!("strip {game} to {id}"),
        InstallStep::RunProcessor(processor) => format!("run {}", processor.number),
        InstallStep::WriteVersionJson { id, source: VersionSource::Entry(entry) } => {
            format!("write {id} from {entry}")
        }
        InstallStep::WriteVersionJson { id, source: VersionSource::Bytes(_) } => format!("write {id}"),
    }
}

#[test]
fn a_processor_gets_its_arguments_with_everything_filled_in() {
    let plan = read(&profile()).unwrap();
    let [maps, patch] = plan.processors().collect::<Vec<_>>()[..] else { panic!() };
    let mappings = maps.mappings.as_ref().unwrap();
    assert_eq!(
        (mappings.game.as_str(), mappings.to.as_str()),
        ("1.20.1", "/mc/libraries/a/maps/1/maps-1.txt")
    );
    assert_eq!(
        patch.args[1..],
        [
            "/mc/client.jar",
            "--apply",
            "/mc/scratch/data/client.lzma",
            "--out",
            "/mc/libraries/a/patched/1/patched-1-client.jar",
            "/mc/libraries/a/b/1/b-1.zip",
            "{raw}",
            "/mc/x",
            "/mc/libraries",
            "/mc/installer.jar",
            "1.20.1"
        ]
    );
    assert_eq!(
        patch.classpath.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["t/tool/1/tool-1.jar", "t/dep/1/dep-1.jar"]
    );
    assert_eq!(
        (patch.outputs[0].path.as_str(), patch.outputs[0].sha1.as_str()),
        ("/mc/libraries/a/patched/1/patched-1-client.jar", HASH)
    );
    assert!(patch.mappings.is_none());
}

#[test]
fn on_windows_everything_has_its_form() {
    let plan = plan("forge.jar", profile().to_string().as_bytes(), &place(Os::Windows)).unwrap();
    let patch = plan.processors().last().unwrap();
    assert_eq!(
        (patch.args[1].as_str(), patch.outputs[0].path.as_str()),
        ("C:\\mc\\client.jar", "C:\\mc\\libraries\\a\\patched\\1\\patched-1-client.jar")
    );
}

#[test]
fn what_leaves_its_folder_or_cannot_be_resolved_is_refused() {
    let changed = |pointer: &str, value: Value| {
        let mut profile = profile();
        *profile.pointer_mut(pointer).unwrap() = value;
        read(&profile)
    };
    for (pointer, value) in [
        ("/version", json!("../x")),
        ("/minecraft", json!("a/b")),
        ("/json", json!("/../x")),
        ("/path", json!("a:b:../../c")),
        ("/data/BINPATCH/client", json!("/../../etc/passwd")),
        ("/data/PATCHED/client", json!("[a:..:1]")),
        ("/processors/1/jar", json!("not:listed:1")),
        ("/processors/2/classpath", json!(["a:b"])),
        ("/processors/2/args", json!(["{NOT_THERE}"])),
        ("/processors/2/outputs", json!({"{ROOT}/../x": "{SHA}"})),
        ("/processors/2/outputs", json!({"/etc/passwd": "{SHA}"})),
        ("/processors/2/outputs", json!({"{PATCHED}": "'abc'"})),
    ] {
        assert!(
            matches!(changed(pointer, value.clone()), Err(VersionError::InstallerValue { .. })),
            "{pointer} {value}"
        );
    }
    assert!(matches!(read(&json!({"x": 1})), Err(VersionError::Installer { .. })));
}

#[test]
fn a_newer_form_is_read_and_said() {
    let mut newer = profile();
    newer["spec"] = json!(3);
    assert_eq!(read(&newer).unwrap().problems[0].message.code, "version.installer.newer");
}

#[test]
fn a_processor_is_done_when_all_it_makes_is_there_and_later_writers_decide() {
    let mut profile = profile();
    profile["data"]["OTHER"] = json!({"client": format!("'{OTHER}'")});
    profile["processors"] = json!([
        {"jar": "t:tool:1", "args": [], "outputs": {"{PATCHED}": "{SHA}"}},
        {"jar": "t:tool:1", "args": [], "outputs": {"{PATCHED}": "{OTHER}", "{MAPS}": "{SHA}"}},
        {"jar": "t:tool:1", "args": []}]);
    let plan = read(&profile).unwrap();
    assert_eq!(
        plan.done(|output| output.sha1.as_str() == OTHER || output.path.ends_with("maps-1.txt")),
        [true, true, false]
    );
    assert_eq!(plan.done(|output| output.sha1.as_str() == HASH), [false, false, false]);
    assert_eq!(plan.done(|_| false), [false, false, false]);
}

fn old(more: &Value) -> Value {
    let mut install = json!({"target": "1.7.10-Forge10", "minecraft": "1.7.10", "path": "net.minecraftforge:forge:1.7.10-10", "filePath": "forge-universal.jar"});
    install.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({"install": install, "versionInfo": {"id": "x", "mainClass": "Launch", "minecraftArguments": "--username a",
        "libraries": [{"name": "net.minecraftforge:forge:1.7.10-10", "url": "http://files.minecraftforge.net/maven/"}]}})
}

#[test]
fn an_old_profile_is_a_jar_and_a_version_that_builds_on_the_game() {
    let plan = read(&old(&json!({}))).unwrap();
    assert_eq!(
        plan.steps.iter().map(show).collect::<Vec<_>>(),
        [
            "game 1.7.10",
            "extract forge-universal.jar to Libraries net/minecraftforge/forge/1.7.10-10/forge-1.7.10-10.jar",
            "write 1.7.10-Forge10",
        ]
    );
    let Some(InstallStep::WriteVersionJson { source: VersionSource::Bytes(bytes), .. }) = plan.steps.last()
    else {
        panic!()
    };
    let file = VersionFile::parse("x", bytes).unwrap();
    assert_eq!(
        (file.id.as_str(), file.inherits_from.as_deref(), file.jar.as_deref()),
        ("1.7.10-Forge10", Some("1.7.10"), Some("1.7.10"))
    );
}

#[test]
fn some_of_1_5_2_want_a_jar_of_their_own() {
    let plan = read(&old(&json!({"stripMeta": true}))).unwrap();
    assert!(plan.steps.iter().any(|step| show(step) == "strip 1.7.10 to 1.7.10-Forge10"));
    let Some(InstallStep::WriteVersionJson { source: VersionSource::Bytes(bytes), .. }) = plan.steps.last()
    else {
        panic!()
    };
    assert_eq!(VersionFile::parse("x", bytes).unwrap().jar.as_deref(), Some("1.7.10-Forge10"));
}

#[test]
fn an_old_profile_cannot_leave_its_folders_either() {
    for (key, value) in [("target", ".."), ("minecraft", "a/b"), ("path", "a:b:../c"), ("filePath", "../x")] {
        assert!(
            matches!(read(&old(&json!({key: value}))), Err(VersionError::InstallerValue { .. })),
            "{key}"
        );
    }
}

#[test]
fn a_fetched_library_keeps_its_digest() {
    let plan = read(&profile()).unwrap();
    let fetched = plan.steps.iter().find_map(|step| match step {
        InstallStep::FetchLibrary { file, .. } => Some(file),
        _ => None,
    });
    assert!(
        matches!(&fetched.unwrap().source, Source::Urls(urls) if urls == &["https://m/t/tool/1/tool-1.jar"])
    );
    assert_eq!(
        place(Os::Linux).resolve(Area::Libraries, &fetched.unwrap().path),
        "/mc/libraries/t/tool/1/tool-1.jar"
    );
}

proptest! {
    #[test]
    fn no_profile_makes_it_panic(pointer in "/(processors|processors/[0-2]|data|data/SHA|libraries|version|path|processors/2/(args|outputs|classpath|sides))",
        raw in "[\\[\\]{}\":a-zA-Z0-9,.'/]{0,40}") {
        let mut profile = profile();
        let value = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
        if let Some(slot) = profile.pointer_mut(&pointer) {
            *slot = value;
        }
        let _ = read(&profile);
    }
}
