//! What each loader's metadata gives.

use nova_archive::Looks;
use nova_meta::{JarKind, Loader, ModFacts, Relation, Side, read_jar};
use nova_model::Severity;
use serde_json::json;

use crate::build::{codes, jar, only, read, read_one};

fn relations(facts: &ModFacts) -> Vec<(&str, Relation, &str)> {
    facts.dependencies.iter().map(|one| (one.id.as_str(), one.relation, one.range.as_str())).collect()
}

#[test]
fn a_fabric_mod_is_read_whole() {
    let text = json!({
        "schemaVersion": 1, "id": "demo", "version": "1.2.3", "name": "Demo", "description": "does\nthings", "environment": "client",
        "authors": ["A", {"name": "B", "contact": {}}], "license": ["MIT", "CC0"], "icon": {"16": "a.png", "128": "assets/b.png"},
        "contact": {"homepage": "https://example.org/demo"}, "provides": ["old-demo"], "mixins": ["a.json", {"config": "b.json", "environment": "client"}],
        "depends": {"minecraft": [">=1.20 <1.20.3", "1.20.4"], "fabricloader": ">=0.15", "java": ">=17", "any": "*"}, "breaks": {"bad": "<2"}, "suggests": {"nice": "*"}
    });
    let facts = read_one("fabric.mod.json", &text.to_string());
    let demo = only(&facts);
    assert_eq!(
        (demo.id.as_str(), demo.version.as_str(), demo.loader, demo.side),
        ("demo", "1.2.3", Loader::Fabric, Side::Client)
    );
    assert_eq!((demo.authors.join(","), demo.license.as_deref()), ("A,B".to_owned(), Some("MIT, CC0")));
    assert_eq!(
        (demo.icon.as_deref(), demo.homepage.as_deref()),
        (Some("assets/b.png"), Some("https://example.org/demo"))
    );
    assert_eq!(
        (&demo.provides[..], &demo.mixins[..]),
        (&["old-demo".to_owned()][..], &["a.json".to_owned(), "b.json".to_owned()][..])
    );
    assert_eq!(demo.game.as_deref(), Some(">=1.20 <1.20.3 || 1.20.4"));
    assert_eq!((demo.loader_range.as_deref(), demo.java.as_deref()), (Some(">=0.15"), Some(">=17")));
    assert!(
        relations(demo).contains(&("bad", Relation::Breaks, "<2"))
            && relations(demo).contains(&("any", Relation::Requires, ""))
    );
    assert_eq!((facts.kind, facts.problems.len()), (JarKind::Mod, 0));
}

#[test]
fn quilts_dependency_objects_are_read() {
    let text = json!({"schema_version": 1, "quilt_loader": {"intermediate_mappings": "net.fabricmc:intermediary",
        "group": "g", "id": "q", "version": "1", "metadata": {"name": "Q", "contributors": {"P": "Owner"}, "license": {"id": "MIT"}},
        "depends": ["plain", {"id": "g:lib", "versions": {"any": ["1", ">=2"]}, "unless": "other"}, [{"id": "x"}, {"id": "y", "versions": "3"}], {"id": "opt", "optional": true}],
        "breaks": [{"id": "bad", "versions": "<1"}], "provides": ["g:old"]}, "minecraft": {"environment": "dedicated_server"}, "mixin": "q.json"});
    let facts = read_one("quilt.mod.json", &text.to_string());
    let q = only(&facts);
    assert_eq!(
        (q.loader, q.side, q.authors.join(","), q.mixins.join(",")),
        (Loader::Quilt, Side::Server, "P".to_owned(), "q.json".to_owned())
    );
    assert_eq!(
        relations(q),
        [
            ("plain", Relation::Requires, ""),
            ("lib", Relation::Requires, "1 || >=2"),
            ("x", Relation::Requires, ""),
            ("opt", Relation::Suggests, ""),
            ("bad", Relation::Breaks, "<1")
        ]
    );
    assert_eq!((q.dependencies[1].or[0].id.as_str(), q.dependencies[2].or[0].range.as_str()), ("other", "3"));
    assert_eq!(q.provides, ["old"]);
    assert!(codes(&facts).is_empty());
    assert_eq!(
        codes(&read_one("quilt.mod.json", r#"{"quilt_loader":{"id":"q","version":"1"}}"#)),
        ["meta.jar.unknown_schema", "meta.jar.missing"]
    );
}

#[test]
fn a_forge_jar_with_two_mods_and_a_manifest_is_read() {
    let toml = "modLoader='javafml'\nloaderVersion='[47,)'\nlicense='MIT'\n[[mods]]\nmodId='a'\nversion='${file.jarVersion}'\ndisplayName='A'\nauthors='X'\n\
        [[mods]]\nmodId='b'\n[[dependencies.a]]\nmodId='minecraft'\nmandatory=true\nversionRange='[1.20.1]'\nside='BOTH'\n[[dependencies.a]]\nmodId='jei'\nmandatory=false\n\
        [[dependencies.c]]\nmodId='x'\nmandatory=true\n[features.a]\njavaVersion='[17,)'\n";
    let manifest =
        b"Manifest-Version: 1.0\r\nImplementation-Version: 4.5.6\r\nMixinConfigs: a.mixins.json\r\n";
    let facts = read(&jar(&[("META-INF/mods.toml", toml.as_bytes()), ("META-INF/MANIFEST.MF", manifest)]));
    let [a, b] = facts.mods.as_slice() else { panic!("{:?}", facts.mods) };
    assert_eq!((a.version.as_str(), b.version.as_str(), a.loader), ("4.5.6", "1", Loader::Forge));
    assert_eq!(
        (a.game.as_deref(), a.loader_range.as_deref(), a.java.as_deref()),
        (Some("[1.20.1]"), Some("[47,)"), Some("[17,)"))
    );
    assert_eq!(
        relations(a),
        [("minecraft", Relation::Requires, "[1.20.1]"), ("jei", Relation::Suggests, "")]
    );
    assert_eq!(a.mixins, ["a.mixins.json"]);
    assert_eq!(codes(&facts), ["meta.jar.stray_dependencies"]);
}

#[test]
fn neoforge_is_told_from_forge_by_file_or_by_dependency() {
    let toml = |dependency: &str| {
        format!(
            "modLoader='javafml'\n[[mods]]\nmodId='a'\nversion='1'\n[[dependencies.a]]\nmodId='{dependency}'\nTYPE='x'\ntype='REQUIRED'\n"
        )
    };
    let loader = |entry: &str, dependency: &str| only(&read_one(entry, &toml(dependency))).loader;
    assert_eq!(loader("META-INF/neoforge.mods.toml", "lib"), Loader::NeoForge);
    assert_eq!(loader("META-INF/mods.toml", "neoforge"), Loader::NeoForge);
    assert_eq!(loader("META-INF/mods.toml", "forge"), Loader::Forge);
}

#[test]
fn both_shapes_of_mcmod_info_are_read() {
    let one = r#"{"modid":"old","name":"Old","version":"1","mcversion":"1.7.10","authorList":["A"],"requiredMods":["Forge@[10,)","lib"],"useDependencyInformation":"true"}"#;
    for text in [format!("[{one}]"), format!("{{\"modListVersion\":2,\"modList\":[{one}]}}"), one.to_owned()]
    {
        let facts = read_one("mcmod.info", &text);
        let old = only(&facts);
        assert_eq!((old.loader, old.game.as_deref()), (Loader::LegacyForge, Some("1.7.10")), "{text}");
        assert_eq!(relations(old), [("forge", Relation::Requires, "[10,)"), ("lib", Relation::Requires, "")]);
    }
}

#[test]
fn a_litemod_is_read() {
    let facts = read_one(
        "litemod.json",
        r#"{"name":"lite","displayName":"Lite","version":"1","author":"A","mcversion":"1.12.r2","dependsOn":["base"]}"#,
    );
    assert_eq!(
        (only(&facts).id.as_str(), only(&facts).name.as_str(), only(&facts).loader),
        ("lite", "Lite", Loader::LiteLoader)
    );
    assert_eq!(relations(only(&facts)), [("base", Relation::Requires, "")]);
}

#[test]
fn metadata_of_several_loaders_is_all_reported() {
    let facts = read(&jar(&[
        ("fabric.mod.json", br#"{"schemaVersion":1,"id":"m","version":"1"}"#),
        ("quilt.mod.json", br#"{"schema_version":1,"quilt_loader":{"id":"m","version":"1"}}"#),
        ("META-INF/mods.toml", b"[[mods]]\nmodId='m'\nversion='1'\n"),
    ]));
    let loaders: Vec<Loader> = facts.mods.iter().map(|one| one.loader).collect();
    assert_eq!(loaders, [Loader::Fabric, Loader::Quilt, Loader::Forge]);
}

#[test]
fn jars_inside_are_read_however_they_are_packed() {
    let leaf = jar(&[("fabric.mod.json", br#"{"schemaVersion":1,"id":"leaf","version":"1"}"#)]);
    let middle = jar(&[
        ("fabric.mod.json", br#"{"schemaVersion":1,"id":"middle","version":"1","jars":[{"file":"l.jar"}]}"#),
        ("l.jar", &leaf),
    ]);
    let outer = jar(&[
        ("META-INF/mods.toml", b"[[mods]]\nmodId='outer'\nversion='1'\n"),
        (
            "META-INF/jarjar/metadata.json",
            br#"{"jars":[{"path":"m.jar"},{"path":"gone.jar"},{"path":"../../etc/passwd"}]}"#,
        ),
        ("m.jar", &middle),
    ]);
    let facts = read(&outer);
    let (path, inner) = &facts.nested[0];
    assert_eq!(
        (path.as_str(), only(inner).id.as_str(), only(&inner.nested[0].1).id.as_str()),
        ("m.jar", "middle", "leaf")
    );
    assert_eq!(codes(&facts), ["meta.jar.nested_missing", "meta.jar.nested_missing"]);
}

#[test]
fn what_the_build_did_not_fill_in_is_told() {
    let facts = read_one("fabric.mod.json", r#"{"schemaVersion":1,"id":"${modid}","version":"${version}"}"#);
    assert_eq!(codes(&facts), ["meta.jar.placeholder", "meta.jar.placeholder"]);
    assert_eq!(
        codes(&read_one("META-INF/mods.toml", "[[mods]]\nmodId='a'\nversion='${file.jarVersion}'\n")),
        ["meta.jar.placeholder"]
    );
    assert_eq!(
        codes(&read_one("mcmod.info", r#"[{"modid":"a","version":"@VERSION@"}]"#)),
        ["meta.jar.placeholder"]
    );
}

#[test]
fn wrong_types_cost_only_themselves() {
    let facts = read_one(
        "fabric.mod.json",
        r#"{"schemaVersion":"1","id":"a","version":7,"name":{},"depends":"x","authors":9,"jars":{"file":1}}"#,
    );
    assert_eq!(
        (only(&facts).id.as_str(), only(&facts).version.as_str(), only(&facts).name.as_str()),
        ("a", "7", "a")
    );
    assert!(codes(&facts).iter().filter(|code| **code == "meta.jar.wrong_type").count() >= 4);
    let without_id = read_one("fabric.mod.json", r#"{"schemaVersion":1,"id":7}"#);
    assert_eq!(only(&without_id).id, "7");
    assert_eq!(
        codes(&read_one("fabric.mod.json", r#"{"schemaVersion":1}"#)),
        ["meta.jar.missing", "meta.jar.no_metadata"]
    );
}

#[test]
fn foreign_text_cannot_act() {
    let text = json!({"schemaVersion": 1, "id": "a", "version": "1", "name": "safe \u{202e}\u{1b}[31mexe", "description": "x".repeat(9000), "contact": {"homepage": "javascript:alert(1)"}, "icon": "../../../etc/passwd"});
    let facts = read_one("fabric.mod.json", &text.to_string());
    let one = only(&facts);
    assert!(!one.name.contains(['\u{202e}', '\u{1b}']) && one.description.chars().count() <= 2000);
    assert_eq!((&one.homepage, &one.icon), (&None, &None));
}

#[test]
fn what_is_no_jar_says_what_it_is() {
    let code = |bytes: &[u8]| {
        let facts = read(bytes);
        assert_eq!(facts.kind, JarKind::Unreadable);
        let problem = facts.problems.first().unwrap();
        assert_eq!(problem.severity, Severity::Error);
        serde_json::to_value(&problem.message).unwrap()["fields"]["reason"]["value"]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(code(b""), "archive.not-zip.empty");
    assert_eq!(
        code(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
        "archive.not-zip.lfs"
    );
    assert_eq!(code(b"<html>"), "archive.not-zip.html");
    assert_eq!(code(&jar(&[("a", &[7; 99])])[..60]), "archive.not-zip.cut");
    assert_eq!(Looks::of(b"<html>"), Looks::Html);
}

#[test]
fn a_jar_without_metadata_is_plain_and_a_library_is_none() {
    let plain = read(&jar(&[("a.class", b"x")]));
    assert_eq!((plain.kind, codes(&plain)), (JarKind::Plain, vec!["meta.jar.no_metadata"]));
    let library = read(&jar(&[("META-INF/MANIFEST.MF", b"FMLModType: LIBRARY\n")]));
    assert_eq!((library.kind, codes(&library).len()), (JarKind::Library, 0));
}

#[test]
fn a_damaged_entry_is_a_problem_and_the_rest_is_read() {
    let mut bytes = jar(&[
        ("fabric.mod.json", br#"{"schemaVersion":1,"id":"a","version":"1"}"#),
        ("META-INF/mods.toml", b"[[mods]]\nmodId='b'\nversion='1'\n"),
    ]);
    let at = bytes.windows(15).position(|part| part == b"fabric.mod.json").unwrap() + 20;
    bytes[at] ^= 0x55;
    let facts = read_jar(std::io::Cursor::new(bytes), "x.jar");
    assert_eq!(only(&facts).id, "b");
    assert_eq!(codes(&facts), ["meta.jar.metadata_packed"]);
}
