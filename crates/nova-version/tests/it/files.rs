//! What has to be on the disk.

use nova_model::{Os, Severity};
use nova_version::{Check, FileSet, LibraryFile, LogSafety, OldLog, Platform, Source, VersionFile};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::make::{file, linux, mac, merged, new_game, old_game, windows};

const HASH: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";

fn names(files: &[LibraryFile]) -> Vec<String> {
    files.iter().map(|file| file.coordinate.to_string()).collect()
}

fn set(files: &[VersionFile], platform: &Platform) -> FileSet {
    FileSet::of(&merged(files), platform)
}

fn of_libraries(libraries: &Value) -> FileSet {
    set(&[file("x", &json!({"mainClass": "M", "libraries": libraries}))], &linux())
}

#[test]
fn new_natives_lie_on_the_class_path_of_their_system() {
    let linux = set(&[new_game()], &linux());
    assert!(names(&linux.libraries).contains(&"org.lwjgl:lwjgl:3.3.1:natives-linux".to_owned()));
    assert!(linux.natives.is_empty() && linux.problems.is_empty());
    let windows = names(&set(&[new_game()], &windows()).libraries);
    assert_eq!(
        windows.iter().filter(|name| name.contains("natives-windows")).count(),
        2,
        "Mojang's rules name no processor"
    );
}

#[test]
fn old_natives_are_unpacked_without_what_is_excluded() {
    let linux = set(&[old_game()], &linux());
    assert_eq!(
        names(&linux.natives.iter().map(|native| native.file.clone()).collect::<Vec<_>>()),
        ["org.lwjgl.lwjgl:p:2.9:natives-linux"]
    );
    assert_eq!(linux.natives[0].exclude, ["META-INF/"]);
    let windows = set(&[old_game()], &windows());
    assert_eq!(windows.natives[0].file.coordinate.classifier.as_deref(), Some("natives-windows-64"));
    let small = set(&[old_game()], &Platform::new(Os::Windows, "x86"));
    assert_eq!(small.problems.len(), 1, "natives-windows-32 is not listed");
}

#[test]
fn natives_that_a_processor_lacks_are_an_error_for_the_window_and_a_warning_otherwise() {
    let problems = |files: &[VersionFile], platform: &Platform| {
        set(files, platform).problems.iter().map(|problem| problem.severity).collect::<Vec<_>>()
    };
    assert_eq!(problems(&[new_game()], &mac("arm64")), []);
    assert_eq!(problems(&[new_game()], &Platform::new(Os::Linux, "aarch64")), [Severity::Error]);
    assert_eq!(problems(&[old_game()], &mac("aarch64")), [Severity::Error]);
    let voice = file(
        "x",
        &json!({"mainClass": "M", "libraries": [{"name": "com.mojang:text2speech:1", "natives": {"linux": "natives-linux"}}]}),
    );
    assert_eq!(problems(&[voice], &Platform::new(Os::Linux, "arm64")), [Severity::Warning]);
}

#[test]
fn the_library_of_a_child_replaces_the_parents_older_or_newer() {
    for version in ["9.9", "9.1"] {
        let child = file(
            "f",
            &json!({"inheritsFrom": "1.20.1", "libraries": [{"name": format!("org.ow2.asm:asm:{version}")}]}),
        );
        let names = names(&set(&[child, new_game()], &linux()).libraries);
        let asm: Vec<_> = names.iter().filter(|name| name.starts_with("org.ow2.asm")).collect();
        assert_eq!(asm, [&format!("org.ow2.asm:asm:{version}")]);
        assert_eq!(names[0], *asm[0], "the child's come first");
    }
}

#[test]
fn within_one_file_the_newer_version_stays_in_the_place_of_the_first() {
    let set = of_libraries(
        &json!([{"name": "a:b:1.9"}, {"name": "c:d:1"}, {"name": "a:b:1.10"}, {"name": "a:b:1.2"}, {"name": "a:b:1:x"}]),
    );
    assert_eq!(names(&set.libraries), ["a:b:1.10", "c:d:1", "a:b:1:x"]);
}

#[test]
fn the_same_library_twice_with_and_without_natives_is_both() {
    let artifact = json!({"path": "org/lwjgl/lwjgl/3.2.2/lwjgl-3.2.2.jar", "url": "https://l/a.jar", "sha1": HASH, "size": 1});
    let native = json!({"path": "org/lwjgl/lwjgl/3.2.2/lwjgl-3.2.2-natives-linux.jar", "url": "https://l/n.jar", "sha1": HASH, "size": 1});
    let set = of_libraries(&json!([{"name": "org.lwjgl:lwjgl:3.2.2", "downloads": {"artifact": artifact}},
        {"name": "org.lwjgl:lwjgl:3.2.2", "natives": {"linux": "natives-linux"},
            "downloads": {"artifact": artifact, "classifiers": {"natives-linux": native}}}]));
    assert_eq!((names(&set.libraries).len(), set.natives.len()), (1, 1));
}

#[test]
fn addresses_follow_from_what_a_library_says() {
    let one = |library: Value| of_libraries(&json!([library])).libraries.remove(0);
    let urls = |library: Value| match one(library).source {
        Source::Urls(urls) => urls,
        Source::Installer => Vec::new(),
    };
    assert_eq!(urls(json!({"name": "a:b:1"}))[0], "https://libraries.minecraft.net/a/b/1/b-1.jar");
    assert_eq!(urls(json!({"name": "a:b:1", "url": "https://m.net"})), ["https://m.net/a/b/1/b-1.jar"]);
    assert_eq!(
        urls(
            json!({"name": "net.minecraftforge:forge:1.8-1", "url": "http://files.minecraftforge.net/maven/"})
        ),
        [
            "https://maven.minecraftforge.net/net/minecraftforge/forge/1.8-1/forge-1.8-1-universal.jar",
            "https://maven.minecraftforge.net/net/minecraftforge/forge/1.8-1/forge-1.8-1.jar",
        ]
    );
    assert_eq!(
        urls(json!({"name": "a:b:1", "url": "http://m.net/"})),
        ["https://m.net/a/b/1/b-1.jar", "http://m.net/a/b/1/b-1.jar"]
    );
    let made = one(
        json!({"name": "a:b:1", "downloads": {"artifact": {"path": "a/b/1/b-1.jar", "url": "", "sha1": HASH}}}),
    );
    assert_eq!((made.source, made.size), (Source::Installer, None));
    assert!(matches!(made.check, Check::Sha1(_)));
}

#[test]
fn how_a_file_is_checked_follows_too() {
    let check = |library: Value| of_libraries(&json!([library])).libraries.remove(0).check;
    assert_eq!(check(json!({"name": "a:b:1"})), Check::Beside);
    assert!(matches!(
        check(json!({"name": "a:b:1", "url": "https://m/", "sha1": HASH, "size": 3})),
        Check::Sha1(_)
    ));
    assert!(
        matches!(check(json!({"name": "a:b:1", "checksums": [HASH, HASH]})), Check::AnyOf(sums) if sums.len() == 2)
    );
    let odd = json!({"name": "optifine:OptiFine:1", "downloads": {"artifact": {"url": "https://bmclapi/optifine/1/HD/U", "size": 0}}});
    assert_eq!(check(odd), Check::Unknown);
}

#[test]
fn a_digest_that_only_the_parent_knows_is_taken_from_it() {
    let parent = file(
        "p",
        &json!({"mainClass": "M", "libraries": [{"name": "a:b:1", "downloads": {"artifact":
        {"path": "a/b/1/b-1.jar", "url": "https://l/a/b/1/b-1.jar", "sha1": HASH, "size": 3}}}]}),
    );
    let child = file("c", &json!({"inheritsFrom": "p", "libraries": [{"name": "a:b:1"}]}));
    let found = set(&[child, parent], &linux()).libraries.remove(0);
    assert!(matches!(found.check, Check::Sha1(_)));
}

#[test]
fn old_logs_get_a_mended_configuration() {
    let with = |version: &str, logging: Value| {
        let file = file(
            "x",
            &json!({"mainClass": "M", "logging": logging, "libraries": [{"name": format!("org.apache.logging.log4j:log4j-core:{version}")}]}),
        );
        set(&[file], &linux())
    };
    let first = with("2.0-beta9", json!({}));
    assert_eq!(first.log_safety, LogSafety::Config(OldLog::First));
    assert_eq!(first.log_config.unwrap().id, "client-1.7.xml");
    let own = |sha1: &str| json!({"client": {"argument": "-Dlog4j.configurationFile=${path}", "file": {"id": "own.xml", "url": "https://x/own.xml", "sha1": sha1}}});
    assert_eq!(
        with("2.8.1", own("ef4f57b922df243d0cef096efe808c72db042149")).log_config.unwrap().id,
        "client-1.12.xml"
    );
    assert_eq!(with("2.8.1", own(HASH)).log_config.unwrap().id, "own.xml");
    assert_eq!(with("2.14.1", json!({})).log_safety, LogSafety::Switch);
    assert_eq!(with("2.17.0", json!({})).log_safety, LogSafety::Sound);
    assert_eq!(of_libraries(&json!([])).log_safety, LogSafety::Sound);
}

#[test]
fn odd_values_are_problems_and_the_rest_is_read() {
    let text = json!({"id": "../x", "mainClass": "M", "libraries": [{"name": "a:b:../../c"}, 7, {"name": "a:b:1", "downloads": {"artifact":
        {"path": "../../etc/x.jar", "url": "file:///etc/passwd"}}}], "logging": {"client": {"argument": "x", "file": {"id": "../x"}}},
        "assetIndex": {"id": "../5", "url": "https://x"}, "javaVersion": {"majorVersion": "many"}, "arguments": {"game": [7], "jvm": {}}});
    let file = VersionFile::parse("folder", text.to_string().as_bytes()).unwrap();
    assert_eq!((file.id.as_str(), file.libraries.len()), ("folder", 1));
    assert!(file.logging.is_none() && file.asset_index.is_none() && file.java.is_none());
    assert!(file.problems.len() >= 9, "{:?}", file.problems);
    let set = set(&[file], &linux());
    assert_eq!(set.libraries[0].path.as_str(), "a/b/1/b-1.jar");
    assert!(
        matches!(&set.libraries[0].source, Source::Urls(urls) if urls[0].starts_with("https://libraries.minecraft.net/"))
    );
}

proptest! {
    #[test]
    fn no_version_json_makes_it_panic(keys in prop::collection::vec(("(id|libraries|arguments|logging|downloads|assetIndex|javaVersion|inheritsFrom|jar|minecraftArguments)",
        "[\\[\\]{}\":a-c0-9,.$@/ -]{0,40}"), 0..8)) {
        let map: serde_json::Map<String, Value> = keys.into_iter().map(|(key, raw)| {
            let value = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
            (key, value)
        }).collect();
        let mut map = map;
        map.insert("mainClass".to_owned(), "M".into());
        if let Ok(file) = VersionFile::parse("x", Value::Object(map).to_string().as_bytes())
            && let Ok(merged) = nova_version::Merged::of(&[file]) {
            let _ = FileSet::of(&merged, &linux());
        }
    }

    #[test]
    fn no_library_makes_it_panic(name in "[a-c:.@/-]{0,12}", key in "(natives|rules|downloads|extract|checksums|url)", raw in "[\\[\\]{}\":a-z0-9,.]{0,30}") {
        let value = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
        let text = json!({"mainClass": "M", "libraries": [{"name": name, key: value}]}).to_string();
        let file = VersionFile::parse("x", text.as_bytes()).unwrap();
        for platform in [linux(), windows(), mac("arm64")] {
            let _ = FileSet::of(&merged(std::slice::from_ref(&file)), &platform);
        }
    }
}
