//! The conflict check, on mods made for it.
#![expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]

use std::time::{Duration, Instant};

use nova_meta::{Finding, FindingKind, Installed, Loader, Target, check};
use serde_json::{Value, json};

use crate::build::{jar, read, read_one};

fn fabric(id: &str, version: &str, more: Value) -> String {
    let mut root = json!({"schemaVersion": 1, "id": id, "version": version, "name": id.to_uppercase()});
    root.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    root.to_string()
}

fn forge(id: &str, version: &str, more: &str) -> String {
    format!(
        "modLoader=\"javafml\"\nloaderVersion=\"[47,)\"\nlicense=\"MIT\"\n[[mods]]\nmodId=\"{id}\"\nversion=\"{version}\"\n{more}"
    )
}

fn installed(file: &str, entry: &str, text: &str) -> Installed {
    Installed { file: file.to_owned(), enabled: true, facts: read_one(entry, text) }
}

fn fabric_file(file: &str, version: &str, more: Value) -> Installed {
    let id = file.split(['-', '.', ' ']).next().unwrap();
    installed(file, "fabric.mod.json", &fabric(id, version, more))
}

fn off(mut file: Installed) -> Installed {
    file.enabled = false;
    file
}

fn target(loader: Loader, version: &str, game: &str) -> Target {
    Target { game: game.to_owned(), loader: Some((loader, version.to_owned())), java: Some(17) }
}

fn on_fabric(mods: &[Installed]) -> Vec<Finding> {
    check(mods, &target(Loader::Fabric, "0.15.11", "1.20.1"))
}

fn on_forge(mods: &[Installed]) -> Vec<Finding> {
    check(mods, &target(Loader::Forge, "47.2.0", "1.20.1"))
}

fn kinds(findings: &[Finding]) -> Vec<FindingKind> {
    findings.iter().map(|finding| finding.kind).collect()
}

fn only(findings: Vec<Finding>) -> Finding {
    assert_eq!(findings.len(), 1, "{findings:#?}");
    findings.into_iter().next().unwrap()
}

#[test]
fn of_two_copies_the_older_loses() {
    let mods = [fabric_file("a-1.9.jar", "1.9.0", json!({})), fabric_file("a-1.10.jar", "1.10.0", json!({}))];
    let finding = only(on_fabric(&mods));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::DuplicateId, Some("a-1.9.jar")));
    let same = [fabric_file("a (1).jar", "1", json!({})), fabric_file("a.jar", "1", json!({}))];
    assert_eq!(only(on_fabric(&same)).loser.as_deref(), Some("a (1).jar"));
}

#[test]
fn who_says_it_cannot_live_with_another_gives_way_unless_it_is_a_library() {
    let other = || fabric_file("other.jar", "1", json!({}));
    let breaks = json!({"breaks": {"other": "*"}});
    let finding = only(on_fabric(&[fabric_file("a.jar", "1", breaks.clone()), other()]));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::Incompatible, Some("a.jar")));
    let mut library = vec![fabric_file("a.jar", "1", breaks), other()];
    for user in ["b.jar", "c.jar", "d.jar"] {
        library.push(fabric_file(user, "1", json!({"depends": {"a": "*"}})));
    }
    assert_eq!(only(on_fabric(&library)).loser, None);
    let advice = json!({"conflicts": {"other": "*"}});
    assert_eq!(only(on_fabric(&[fabric_file("a.jar", "1", advice), other()])).loser, None);
}

#[test]
fn a_copy_inside_another_jar_is_no_duplicate() {
    let inner = jar(&[("fabric.mod.json", fabric("lib", "2", json!({})).as_bytes())]);
    let outer = fabric("a", "1", json!({"jars": [{"file": "l.jar"}], "depends": {"lib": ">=2"}}));
    let facts = read(&jar(&[("fabric.mod.json", outer.as_bytes()), ("l.jar", &inner)]));
    let mods =
        [Installed { file: "a.jar".into(), enabled: true, facts }, fabric_file("lib.jar", "1", json!({}))];
    assert_eq!(kinds(&on_fabric(&mods)), []);
}

#[test]
fn a_file_for_another_loader_is_told_unless_it_has_both() {
    let forge_only = installed("f.jar", "META-INF/mods.toml", &forge("f", "1", ""));
    let both = read(&jar(&[
        ("META-INF/mods.toml", forge("b", "1", "").as_bytes()),
        ("fabric.mod.json", fabric("b", "1", json!({})).as_bytes()),
    ]));
    let both = Installed { file: "b.jar".into(), enabled: true, facts: both };
    let finding = only(on_fabric(&[forge_only.clone(), both.clone()]));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::MixedLoader, Some("f.jar")));
    assert_eq!(kinds(&on_forge(&[forge_only.clone(), both])), []);
    assert_eq!(kinds(&check(&[forge_only], &target(Loader::NeoForge, "47.1.106", "1.20.1"))), []);
}

#[test]
fn quilt_loads_fabric_and_a_bridge_loads_both() {
    let mods = [
        fabric_file("a.jar", "1", json!({"depends": {"fabricloader": ">=0.15", "fabric-api": "*"}})),
        fabric_file("quilted_fabric_api.jar", "9", json!({"provides": ["fabric-api", "fabric"]})),
    ];
    assert_eq!(kinds(&check(&mods, &target(Loader::Quilt, "0.21.0", "1.20.1"))), []);
    let connector = installed("connector.jar", "META-INF/mods.toml", &forge("connector", "1", ""));
    let a = fabric_file("a.jar", "1", json!({"depends": {"fabricloader": ">=0.15", "minecraft": "1.20.x"}}));
    assert_eq!(kinds(&on_forge(&[connector, a.clone()])), []);
    assert_eq!(kinds(&on_forge(&[a])), [FindingKind::MixedLoader]);
}

#[test]
fn without_a_loader_no_mod_loads() {
    let target = Target { game: "1.20.1".into(), loader: None, java: None };
    let finding = only(check(&[fabric_file("a.jar", "1", json!({}))], &target));
    assert_eq!(finding.message.code, "meta.finding.mixed_loader.none");
}

#[test]
fn the_games_version_is_judged_by_each_notation() {
    let old = fabric_file("old.jar", "1", json!({"depends": {"minecraft": ">=1.19 <1.20"}}));
    let new = fabric_file("new.jar", "1", json!({"depends": {"minecraft": ["1.20", "1.20.1"]}}));
    let finding = only(on_fabric(&[old, new]));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::WrongGame, Some("old.jar")));
    let needs = |range: &str| {
        let more = format!(
            "[[dependencies.f]]\nmodId=\"minecraft\"\nmandatory=true\nversionRange=\"{range}\"\nside=\"BOTH\"\n"
        );
        installed("f.jar", "META-INF/mods.toml", &forge("f", "1", &more))
    };
    assert_eq!(kinds(&on_forge(&[needs("[1.20,1.21)")])), []);
    assert_eq!(kinds(&on_forge(&[needs("[1.19.2]")])), [FindingKind::WrongGame]);
}

#[test]
fn snapshots_are_in_the_ranges_that_fabric_puts_them_in() {
    let mods = [fabric_file("a.jar", "1", json!({"depends": {"minecraft": ">=1.20-"}}))];
    assert_eq!(kinds(&check(&mods, &target(Loader::Fabric, "0.15.11", "23w18a"))), []);
    assert_eq!(kinds(&check(&mods, &target(Loader::Fabric, "0.15.11", "22w11a"))), [FindingKind::WrongGame]);
}

#[test]
fn what_is_missing_is_told_and_a_disabled_candidate_named() {
    let a = fabric_file("a.jar", "1", json!({"depends": {"lib": ">=2"}}));
    let finding = only(on_fabric(std::slice::from_ref(&a)));
    assert_eq!(
        (finding.kind, finding.mods),
        (FindingKind::MissingDependency, vec!["a".to_owned(), "lib".to_owned()])
    );
    let finding = only(on_fabric(&[a.clone(), off(fabric_file("lib.jar", "2", json!({})))]));
    assert_eq!(finding.message.code, "meta.finding.missing_dependency.disabled");
    assert_eq!(finding.files, ["a.jar", "lib.jar"]);
    let finding = only(on_fabric(&[a, off(fabric_file("lib.jar", "1", json!({})))]));
    assert_eq!(finding.message.code, "meta.finding.missing_dependency");
}

#[test]
fn one_thing_to_do_is_one_finding() {
    let inner = jar(&[(
        "fabric.mod.json",
        fabric("inner", "1", json!({"depends": {"fabric-rendering-v1": "*", "minecraft": "1.19"}}))
            .as_bytes(),
    )]);
    let outer = fabric(
        "a",
        "1",
        json!({"jars": [{"file": "i.jar"}], "depends": {"fabric": ">=1", "fabric-api": "*", "minecraft": "~1.19"}}),
    );
    let facts = read(&jar(&[("fabric.mod.json", outer.as_bytes()), ("i.jar", &inner)]));
    let found = on_fabric(&[Installed { file: "a.jar".into(), enabled: true, facts }]);
    assert_eq!(kinds(&found), [FindingKind::WrongGame, FindingKind::MissingDependency]);
    assert_eq!(
        (&found[0].mods[..], &found[1].mods[..]),
        (&["a".to_owned()][..], &["a".to_owned(), "fabric-api".to_owned()][..])
    );
}

#[test]
fn built_in_ids_and_stand_ins_are_there() {
    let needs = json!({"depends": {"minecraft": "*", "java": ">=17", "fabricloader": ">=0.14", "mixinextras": "*", "alias": "*", "fabric": "*", "fabric-rendering-v1": "*"}});
    let mods = [
        fabric_file("a.jar", "1", needs),
        fabric_file("b.jar", "1", json!({"provides": ["alias"]})),
        installed("fabric-api.jar", "fabric.mod.json", &fabric("fabric-api", "0.90.0", json!({}))),
    ];
    assert_eq!(kinds(&on_fabric(&mods)), []);
}

#[test]
fn wrong_versions_of_what_is_there_are_told_apart() {
    let wants = |id: &str, range: &str| fabric_file("a.jar", "1", json!({"depends": {id: range}}));
    assert_eq!(kinds(&on_fabric(&[wants("java", ">=21")])), [FindingKind::WrongJava]);
    assert_eq!(kinds(&on_fabric(&[wants("fabricloader", ">=0.16")])), [FindingKind::WrongLoaderVersion]);
    let finding = only(on_fabric(&[wants("lib", ">=2"), fabric_file("lib.jar", "1.5", json!({}))]));
    assert_eq!((finding.kind, finding.files.len()), (FindingKind::WrongDependencyVersion, 2));
}

#[test]
fn mods_that_refuse_each_other_are_one_finding() {
    let mods = [
        fabric_file("a.jar", "1", json!({"breaks": {"b": "<2"}})),
        fabric_file("b.jar", "1", json!({"breaks": {"a": "*"}})),
    ];
    assert_eq!(only(on_fabric(&mods)).kind, FindingKind::Incompatible);
    let mods =
        [fabric_file("a.jar", "1", json!({"breaks": {"b": "<2"}})), fabric_file("b.jar", "2.0", json!({}))];
    assert_eq!(kinds(&on_fabric(&mods)), []);
}

#[test]
fn quilts_lists_and_exceptions_are_judged() {
    let quilt = |id: &str, more: &str| {
        let text = format!(
            r#"{{"schema_version":1,"quilt_loader":{{"id":"{id}","version":"1","intermediate_mappings":"net.fabricmc:intermediary"{more}}}}}"#
        );
        installed(&format!("{id}.jar"), "quilt.mod.json", &text)
    };
    let run = |mods: &[Installed]| kinds(&check(mods, &target(Loader::Quilt, "0.21.0", "1.20.1")));
    let (one, two) = (quilt("one", ""), quilt("two", ""));
    let refuses = quilt("a", r#","breaks":[["one","two"]]"#);
    assert_eq!(run(&[refuses.clone(), one.clone()]), []);
    assert_eq!(run(&[refuses, one.clone(), two.clone()]), [FindingKind::Incompatible]);
    let any = quilt("a", r#","depends":[["one","two"]]"#);
    assert_eq!(run(&[any.clone(), two.clone()]), []);
    assert_eq!(run(&[any]), [FindingKind::MissingDependency]);
    let unless = quilt("a", r#","depends":[{"id":"one","unless":"two"}]"#);
    assert_eq!(run(&[unless, two]), []);
}

#[test]
fn neoforge_words_are_understood_in_any_case() {
    let more =
        |kind: &str| format!("[[dependencies.a]]\nmodId=\"b\"\ntype=\"{kind}\"\nversionRange=\"[2,)\"\n");
    let run = |kind: &str, version: &str| {
        let mods = [
            installed("a.jar", "META-INF/neoforge.mods.toml", &forge("a", "1", &more(kind))),
            installed("b.jar", "META-INF/neoforge.mods.toml", &forge("b", version, "")),
        ];
        kinds(&check(&mods, &target(Loader::NeoForge, "21.1.1", "1.21.1")))
    };
    assert_eq!(run("REQUIRED", "1"), [FindingKind::WrongDependencyVersion]);
    assert_eq!(run("optional", "1"), [FindingKind::WrongDependencyVersion]);
    assert_eq!(run("Incompatible", "3"), [FindingKind::Incompatible]);
    assert_eq!(run("incompatible", "1"), []);
    assert_eq!(run("required", "3"), []);
}

#[test]
fn optifine_is_known_by_its_classes_and_other_renderers_give_way_to_it() {
    let facts = nova_meta::read_jar(
        std::io::Cursor::new(jar(&[("optifine/Installer.class", b"x")])),
        "OptiFine_1.20.1_HD_U_I6.jar",
    );
    let optifine = Installed { file: "OptiFine_1.20.1_HD_U_I6.jar".into(), enabled: true, facts };
    let embeddium = installed("embeddium.jar", "META-INF/mods.toml", &forge("embeddium", "1", ""));
    let finding = only(on_forge(&[optifine.clone(), embeddium.clone()]));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::Incompatible, Some("embeddium.jar")));
    assert_eq!(kinds(&on_forge(std::slice::from_ref(&optifine))), []);
    assert_eq!(
        kinds(&check(std::slice::from_ref(&optifine), &target(Loader::Forge, "48", "1.20.2"))),
        [FindingKind::WrongGame]
    );
    let optifabric = fabric_file("optifabric.jar", "1", json!({}));
    assert_eq!(kinds(&on_fabric(std::slice::from_ref(&optifabric))), [FindingKind::MissingDependency]);
    assert_eq!(kinds(&on_fabric(&[optifabric, optifine.clone()])), []);
    assert_eq!(kinds(&on_fabric(&[optifine])), [FindingKind::MixedLoader]);
}

#[test]
fn files_that_are_no_jars_are_broken() {
    let facts = read(b"<!doctype html><title>404</title>");
    let broken = Installed { file: "b.jar".into(), enabled: true, facts };
    let finding = only(on_fabric(std::slice::from_ref(&broken)));
    assert_eq!((finding.kind, finding.loser.as_deref()), (FindingKind::BrokenFile, Some("b.jar")));
    assert_eq!(kinds(&on_fabric(&[off(broken)])), []);
}

#[test]
fn metadata_that_this_loader_stops_at_breaks_the_file() {
    let wreck = installed("w.jar", "fabric.mod.json", "{\"id\": \"w\", \"version\": \"1\" ;;;");
    assert_eq!(kinds(&on_fabric(std::slice::from_ref(&wreck))), [FindingKind::BrokenFile]);
    let both =
        read(&jar(&[("fabric.mod.json", b"{;"), ("META-INF/mods.toml", forge("b", "1", "").as_bytes())]));
    let both = [Installed { file: "b.jar".into(), enabled: true, facts: both }];
    assert_eq!(kinds(&on_fabric(&both)), [FindingKind::BrokenFile]);
    assert_eq!(kinds(&on_forge(&both)), []);
}

#[test]
fn old_forge_mods_are_judged_by_the_family_of_their_game() {
    let legacy = |game: &str| {
        installed(
            "l.jar",
            "mcmod.info",
            &json!([{"modid": "l", "version": "1", "mcversion": game}]).to_string(),
        )
    };
    let run = |game: &str| kinds(&check(&[legacy(game)], &target(Loader::Forge, "14.23.5.2860", "1.12.2")));
    assert_eq!(run("1.12"), []);
    assert_eq!(run("[1.12,1.13)"), []);
    assert_eq!(run("${mcversion}"), []);
    assert_eq!(run("1.7.10"), [FindingKind::WrongGame]);
}

#[test]
fn ids_and_order_stay_whatever_the_order_of_the_files() {
    let mut mods = vec![
        fabric_file("a.jar", "1", json!({"depends": {"x": "*", "y": "*"}})),
        fabric_file("b.jar", "1", json!({"breaks": {"a": "*"}})),
        fabric_file("b-2.jar", "2", json!({"depends": {"minecraft": "1.21"}})),
    ];
    let first = on_fabric(&mods);
    mods.reverse();
    assert_eq!(first, on_fabric(&mods));
    assert!(first.len() >= 4);
}

#[test]
fn many_mods_with_many_relations_are_checked_quickly() {
    let count = 150;
    let ring = (0..count).map(|n: usize| {
        let depends: serde_json::Map<String, Value> =
            (1..60).map(|step| (format!("m{}", (n + step) % count), json!(">=1"))).collect();
        installed(
            &format!("m{n}.jar"),
            "fabric.mod.json",
            &fabric(&format!("m{n}"), "1", json!({"depends": depends})),
        )
    });
    let mods: Vec<Installed> = ring.collect();
    let copies: Vec<Installed> = (0..200)
        .map(|n| {
            fabric_file(&format!("same-{n}.jar"), &format!("1.{n}"), json!({"depends": {"same": ">=9"}}))
        })
        .collect();
    let start = Instant::now();
    assert_eq!(kinds(&on_fabric(&mods)), []);
    assert_eq!(on_fabric(&copies).len(), 199);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
