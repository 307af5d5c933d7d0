//! Listing mods, finding one, and switching them.

use nova_content::mods::{self, DependenceState, InstalledMod, ModList, SeenJars};
use nova_files::Step;
use nova_game::{Instance, Loader};
use nova_testkit::{Damage, GameFolder, Jar, ModInfo, Need};

use crate::scene::{Scene, code, codes, refusal, with_loader};

pub(crate) fn fabric(scene: &Scene) -> Instance {
    with_loader(scene.shared("1.20.1-fabric", "1.20.1"), Loader::Fabric)
}

fn list(scene: &Scene) -> ModList {
    mods::list(&fabric(scene)).unwrap()
}

fn jars(jars: impl IntoIterator<Item = Jar>) -> Scene {
    Scene::new(&GameFolder::new().jars(jars))
}

fn found<'a>(list: &'a ModList, name: &str) -> &'a InstalledMod {
    mods::find(list, name).unwrap()
}

fn problems(list: &ModList) -> Vec<(&str, &str)> {
    let mut all: Vec<_> = list
        .problems
        .iter()
        .map(|problem| (problem.about.as_deref().unwrap_or_default(), problem.message.code.as_ref()))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn a_mod_is_listed_with_its_metadata() {
    let inner = Jar::fabric("inner").file("inner.jar");
    let sodium = Jar::fabric("sodium").name("Sodium").version("0.5.3").environment("client").nested(inner);
    let scene = Scene::new(&GameFolder::new().jar(sodium).disabled(Jar::fabric("lithium").version("1.0")));
    let list = list(&scene);
    let ids: Vec<_> = list.mods.iter().map(|one| (one.id.as_str(), one.enabled)).collect();
    assert_eq!(ids, [("lithium", false), ("sodium", true)]);
    let sodium = found(&list, "sodium");
    assert_eq!(
        (sodium.name.as_str(), sodium.version.as_str(), sodium.file.as_str()),
        ("Sodium", "0.5.3", "sodium.jar")
    );
    assert_eq!((sodium.side, sodium.nested), (nova_meta::Side::Client, 1));
    assert_eq!(sodium.loaders, [Loader::Fabric]);
    assert!(sodium.size > 0 && sodium.problems.is_empty(), "{sodium:?}");
    assert_eq!(found(&list, "lithium").file, "lithium.jar.disabled");
}

#[test]
fn a_jar_that_lies_there_unchanged_is_opened_once() {
    let scene = jars([Jar::fabric("sodium").file("sodium.jar"), Jar::fabric("lithium").file("lithium.jar")]);
    let (instance, seen) = (fabric(&scene), SeenJars::default());
    let again = || mods::list_again(&instance, &seen).unwrap();
    assert_eq!(again(), list(&scene));
    let path = instance.mods().join("sodium.jar");
    let before = std::fs::metadata(&path).unwrap();
    let size = usize::try_from(before.len()).unwrap();
    std::fs::write(&path, vec![0; size]).unwrap();
    let written = std::fs::File::options().write(true).open(&path).unwrap();
    written.set_modified(before.modified().unwrap()).unwrap();
    assert_eq!(found(&again(), "sodium").version, "1.0.0", "nothing about it says that it is another one");
    written.set_modified(before.modified().unwrap() + std::time::Duration::from_secs(1)).unwrap();
    assert!(!found(&again(), "sodium.jar").problems.is_empty());
    assert_eq!(again(), list(&scene));
}

#[test]
fn the_id_of_the_versions_own_loader_comes_first() {
    let both =
        Jar::forge("on_forge").also(ModInfo::new(nova_testkit::Loader::Fabric, "on_fabric")).file("both.jar");
    let scene = jars([both]);
    assert_eq!(list(&scene).mods[0].mod_ids, ["on_fabric", "on_forge"]);
    let forge = with_loader(scene.shared("f", "1.20.1"), Loader::Forge);
    assert_eq!(mods::list(&forge).unwrap().mods[0].mod_ids, ["on_forge", "on_fabric"]);
}

#[test]
fn mods_whose_ids_clash_are_called_by_their_files() {
    let scene = jars([Jar::fabric("a").file("a-1.jar"), Jar::fabric("a").file("a-2.jar")]);
    let list = list(&scene);
    let ids: Vec<_> = list.mods.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["a-1.jar", "a-2.jar"]);
    let report = refusal(mods::find(&list, "a"));
    assert_eq!(report.message.code, "content.mods.ambiguous");
    assert_eq!(codes(&report.hints), ["content.hint.present"]);
    assert_eq!(found(&list, "a-2").file, "a-2.jar");
}

#[test]
fn a_jar_that_is_none_is_listed_with_its_problem() {
    let scene = jars([
        Jar::fabric("good"),
        Jar::damaged("text.jar", Damage::Text("not found".to_owned())),
        Jar::damaged("empty.jar", Damage::Empty),
        Jar::damaged("pointer.jar", Damage::LfsPointer),
    ]);
    let list = list(&scene);
    for file in ["text.jar", "empty.jar", "pointer.jar"] {
        let broken = found(&list, file);
        assert_eq!((broken.id.as_str(), broken.problems.is_empty()), (file, false), "{broken:?}");
    }
    assert!(found(&list, "good").problems.is_empty());
}

#[test]
fn odd_things_in_the_folder_are_named_and_not_opened() {
    let scene = Scene::new(
        &GameFolder::new()
            .jar(Jar::fabric("good"))
            .file("mods/readme.txt", b"x")
            .file("mods/old.zip", b"x")
            .file("mods/twice.jar.disabled.disabled", b"x")
            .folder("mods/folder.jar")
            .folder("mods/.index")
            .file("canary.jar", b"PRECIOUS"),
    );
    scene.link("../canary.jar", "mods/out.jar");
    scene.link("good.jar", "mods/in.jar");
    scene.link("/dev/zero", "mods/zero.jar");
    scene.pipe("mods/pipe.jar");
    let list = list(&scene);
    assert_eq!(list.mods.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["good"]);
    assert_eq!(
        problems(&list),
        [
            ("folder.jar", "content.mods.folder"),
            ("in.jar", "content.mods.link"),
            ("old.zip", "content.mods.wrong-kind"),
            ("out.jar", "content.mods.link"),
            ("pipe.jar", "content.mods.special"),
            ("twice.jar.disabled.disabled", "content.mods.disabled-twice"),
            ("zero.jar", "content.mods.link"),
        ]
    );
}

#[test]
fn file_names_of_any_bytes_are_listed_printably_and_can_be_switched() {
    use std::os::unix::ffi::OsStrExt;
    let scene = jars([Jar::fabric("a").file("a\u{1b}[2J\n.jar")]);
    let bytes = Jar::fabric("b").bytes().unwrap();
    let odd = scene.path("mods").join(std::ffi::OsStr::from_bytes(b"\xff\xfe.jar.disabled"));
    nova_testkit::write_file(&odd, &bytes).unwrap();
    let list = list(&scene);
    for id in ["a", "b"] {
        let one = found(&list, id);
        assert!(!one.file.chars().any(char::is_control), "{:?}", one.file);
        assert_eq!(codes(one.problems.iter().map(|problem| &problem.message)), ["content.mods.odd-name"]);
    }
    let proposal = mods::enable(&fabric(&scene), &list, found(&list, "b")).unwrap();
    let target = scene.path("mods").join(std::ffi::OsStr::from_bytes(b"\xff\xfe.jar"));
    assert_eq!(proposal.batch.steps, [Step::Rename { from: odd, to: target }]);
}

#[test]
fn old_forge_also_reads_zips_and_a_folder_for_its_game() {
    let jar = Jar::legacy_forge("inner").bytes().unwrap();
    let folder = GameFolder::new()
        .file("mods/1.12.2/inner.jar", &jar)
        .file("mods/a.zip", &Jar::legacy_forge("zipped").bytes().unwrap());
    let scene = Scene::new(&folder);
    let old = with_loader(scene.shared("old", "1.12.2"), Loader::Forge);
    let list = mods::list(&old).unwrap();
    let files: Vec<_> = list.mods.iter().map(|one| (one.id.as_str(), one.file.as_str())).collect();
    assert_eq!(files, [("inner", "1.12.2/inner.jar"), ("zipped", "a.zip")]);
    assert_eq!(found(&list, "1.12.2/inner.jar").id, "inner");
}

#[test]
fn no_folder_holds_no_mods_and_a_linked_one_is_read() {
    let bytes = Jar::fabric("behind").bytes().unwrap();
    let scene = Scene::new(&GameFolder::new().file("elsewhere/behind.jar", &bytes));
    std::fs::remove_dir(scene.path("mods")).ok();
    assert!(list(&scene).mods.is_empty());
    scene.link("elsewhere", "mods");
    let linked = list(&scene);
    assert_eq!(found(&linked, "behind").file, "behind.jar");
    assert_eq!(problems(&linked), [("mods", "content.mods.folder-link")]);
}

#[test]
fn a_mods_folder_that_is_none_is_an_error() {
    let scene = Scene::new(&GameFolder::new());
    std::fs::remove_dir(scene.path("mods")).ok();
    nova_testkit::write_file(&scene.path("mods"), b"x").unwrap();
    assert_eq!(code(mods::list(&fabric(&scene))), "content.unreadable.not-a-file");
}

#[test]
fn a_mod_is_found_by_id_file_case_and_name() {
    let scene = jars([
        Jar::fabric("sodium").name("Sodium Renderer").file("sodium-fabric-0.5.jar"),
        Jar::fabric("Create").name("机械动力"),
    ]);
    let list = list(&scene);
    for name in [
        "sodium",
        "sodium-fabric-0.5.jar",
        "sodium-fabric-0.5",
        "SODIUM",
        "Sodium-Fabric-0.5.JAR",
        "sodium renderer",
    ] {
        assert_eq!(found(&list, name).id, "sodium", "{name}");
    }
    assert_eq!(found(&list, "机械动力").id, "Create");
    let report = refusal(mods::find(&list, "sodum"));
    assert_eq!(report.message.code, "content.mods.no-such");
    assert_eq!(codes(&report.hints), ["content.hint.did-you-mean"]);
    assert_eq!(code(mods::find(&list, "")), "content.mods.no-such");
}

#[test]
fn disabling_renames_and_warns_about_what_breaks() {
    let scene = jars([
        Jar::fabric("lib"),
        Jar::fabric("direct").depends("lib", "*"),
        Jar::fabric("indirect").depends("direct", "*"),
        Jar::fabric("other").relates("lib", "*", Need::Optional),
    ]);
    let list = list(&scene);
    let proposal = mods::disable(&fabric(&scene), &list, found(&list, "lib")).unwrap();
    let (from, to) = (scene.path("mods/lib.jar"), scene.path("mods/lib.jar.disabled"));
    assert_eq!(proposal.batch.steps, [Step::Rename { from: from.clone(), to: to.clone() }]);
    assert_eq!(proposal.changes[0].to.as_deref(), Some("mods/lib.jar.disabled"));
    assert_eq!(proposal.watch, [from, to]);
    assert_eq!(codes(&proposal.warnings), ["content.mods.warn.breaks"]);
    let dependents = mods::dependents(&list, found(&list, "lib"));
    assert_eq!(
        (dependents.direct, dependents.transitive),
        (vec!["direct".to_owned()], vec!["indirect".to_owned()])
    );
}

#[test]
fn what_another_file_also_brings_is_not_missed() {
    let scene = jars([
        Jar::fabric("lib").file("lib-own.jar"),
        Jar::fabric("holder").nested(Jar::fabric("lib").file("lib-inner.jar")),
        Jar::fabric("direct").depends("lib", "*"),
    ]);
    let list = list(&scene);
    assert_eq!(mods::dependents(&list, found(&list, "lib-own.jar")), mods::Dependents::default());
}

#[test]
fn mods_that_need_each_other_in_a_circle_come_to_an_end() {
    let scene = jars([
        Jar::fabric("a").depends("b", "*"),
        Jar::fabric("b").depends("a", "*"),
        Jar::fabric("c").depends("b", "*"),
    ]);
    let list = list(&scene);
    let dependents = mods::dependents(&list, found(&list, "a"));
    assert_eq!((dependents.direct, dependents.transitive), (vec!["b".to_owned()], vec!["c".to_owned()]));
}

#[test]
fn enabling_takes_the_ending_off_and_warns_about_what_is_missing() {
    let scene = Scene::new(
        &GameFolder::new().disabled(
            Jar::fabric("needy")
                .depends("minecraft", ">=1.20")
                .depends("fabricloader", "*")
                .depends("absent", "*"),
        ),
    );
    let list = list(&scene);
    let proposal = mods::enable(&fabric(&scene), &list, found(&list, "needy")).unwrap();
    let (from, to) = (scene.path("mods/needy.jar.disabled"), scene.path("mods/needy.jar"));
    assert_eq!(proposal.batch.steps, [Step::Rename { from, to }]);
    assert_eq!(codes(&proposal.warnings), ["content.mods.warn.missing"]);
    assert_eq!(proposal.warnings[0].fields["mods"], vec!["absent"].into());
}

#[test]
fn what_is_done_already_or_would_overwrite_is_refused() {
    let scene = Scene::new(
        &GameFolder::new()
            .jar(Jar::fabric("on"))
            .disabled(Jar::fabric("off"))
            .jar(Jar::fabric("both"))
            .file("mods/both.jar.disabled", b"x"),
    );
    let (instance, list) = (fabric(&scene), list(&scene));
    assert_eq!(code(mods::enable(&instance, &list, found(&list, "on"))), "content.mods.already-enabled");
    assert_eq!(code(mods::disable(&instance, &list, found(&list, "off"))), "content.mods.already-disabled");
    assert_eq!(code(mods::disable(&instance, &list, found(&list, "both"))), "content.mods.taken");
    assert_eq!(code(mods::enable(&instance, &list, found(&list, "both.jar.disabled"))), "content.mods.taken");
}

#[test]
fn deleting_puts_a_mod_aside() {
    let scene = jars([Jar::fabric("lib"), Jar::fabric("direct").depends("lib", "*")]);
    let list = list(&scene);
    let proposal = mods::delete(&fabric(&scene), &list, found(&list, "lib")).unwrap();
    assert_eq!(proposal.batch.steps, [Step::Trash { path: scene.path("mods/lib.jar") }]);
    assert_eq!(codes(&proposal.warnings), ["content.mods.warn.breaks"]);
}

#[test]
fn a_detail_says_what_is_there_and_what_is_not() {
    let scene = Scene::new(
        &GameFolder::new()
            .jar(
                Jar::fabric("main")
                    .depends("minecraft", ">=1.20")
                    .depends("here", ">=1.0")
                    .depends("old", ">=2.0")
                    .depends("off", "*")
                    .depends("absent", "*")
                    .relates("nice", "*", Need::Optional),
            )
            .jar(Jar::fabric("here").version("1.5.0"))
            .jar(Jar::fabric("old").version("1.0.0"))
            .disabled(Jar::fabric("off"))
            .file("config/main.json", b"{}")
            .file("config/main/x.toml", b"")
            .file("config/main-client.toml", b"")
            .file("config/mainframe.toml", b""),
    );
    let list = list(&scene);
    let detail = mods::detail(&fabric(&scene), &list, found(&list, "main"));
    let mut states: Vec<_> = detail.dependencies.iter().map(|one| (one.id.as_str(), one.state)).collect();
    states.sort_by_key(|(id, _)| *id);
    assert_eq!(
        states,
        [
            ("absent", DependenceState::Missing),
            ("fabricloader", DependenceState::BuiltIn),
            ("here", DependenceState::Present),
            ("minecraft", DependenceState::BuiltIn),
            ("nice", DependenceState::Missing),
            ("off", DependenceState::Disabled),
            ("old", DependenceState::WrongVersion),
        ]
    );
    let here = detail.dependencies.iter().find(|one| one.id == "here").unwrap();
    assert_eq!((here.found.as_deref(), here.file.as_deref()), (Some("1.5.0"), Some("here.jar")));
    assert_eq!(detail.config, ["config/main-client.toml", "config/main.json", "config/main/x.toml"]);
    let here = mods::detail(&fabric(&scene), &list, found(&list, "here"));
    assert_eq!(here.dependents.direct, ["main"]);
}
