//! Javas, from each vendor into the data folder.

use std::{
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use nova_install::{Contents, InstallError, JavaWish, JobState, Phase, Vendor, jobs};
use nova_model::Os;
use nova_testkit::{
    Tree,
    upstream::{Fault, Rule},
};
use nova_version::{Platform, loaders::mojang_java::Entry};
use tokio_util::sync::CancellationToken;

use crate::world::{Phases, World, files, origin};

const LINUX: (Os, &str) = (Os::Linux, "x86_64");

fn on((os, arch): (Os, &str)) -> World {
    let mut world = World::small();
    world.shop.platform = Platform::new(os, arch);
    world
}

fn version_of(java: &Path) -> String {
    let out = Command::new(java).arg("-version").output().unwrap();
    String::from_utf8(out.stderr).unwrap()
}

#[tokio::test]
async fn mojangs_runtime_comes_with_its_links_and_programs_and_is_taken_back() {
    let world = on(LINUX);
    let phases = Phases::default();
    let hearing = phases.clone();
    let cancel = CancellationToken::new();
    let made = world.java_listening(&JavaWish::of(17), &cancel, move |far| hearing.hear(far)).await.unwrap();
    assert_eq!(made.id, "mojang-java-runtime-gamma-17.0.15-x86_64");
    assert_eq!(phases.heard(), [Phase::Resolving, Phase::Fetching, Phase::Unpacking, Phase::Placing]);
    let home = world.data().join("java").join(&made.id);
    assert_eq!(home, made.folder);
    assert!(version_of(&home.join("bin/java")).contains("17.0.15"));
    let link = home.join("legal/java.desktop/LICENSE");
    assert_eq!(std::fs::read_link(&link).unwrap(), Path::new("../java.base/LICENSE"));
    assert_eq!(std::fs::read(&link).unwrap(), std::fs::read(home.join("legal/java.base/LICENSE")).unwrap());
    assert!(world.upstream.requests().iter().any(|asked| asked.address.contains("manifest.json")));
    assert!(jobs(&world.shop.files, &world.shop.running).is_empty());
    assert!(world.shop.files.stages(&world.data()).unwrap().is_empty());

    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    assert!(!home.exists());
    assert_eq!(world.shop.files.trash().items.len(), 1);
    assert_eq!(files(&world.root()), Vec::<String>::new());
}

#[tokio::test]
async fn a_component_is_taken_by_its_name_and_the_settled_one_is_the_one_that_comes() {
    let world = on(LINUX);
    let named = JavaWish { component: Some("java-runtime-delta".to_owned()), ..JavaWish::of(21) };
    let cancel = CancellationToken::new();
    let recipe = world.shop.java_recipe(&named, &cancel).await.unwrap();
    assert_eq!((recipe.vendor, recipe.version.as_str()), (Vendor::Mojang, "21.0.7"));
    assert!(recipe.download() > 0 && recipe.size() > 0);
    let settled = JavaWish { name: Some(recipe.name.clone()), ..named.clone() };
    assert_eq!(world.java(&settled).await.unwrap().id, recipe.name);
    let again = world.java(&settled).await;
    assert!(matches!(again, Err(InstallError::JavaThere { .. })), "{again:?}");
    let gone = JavaWish { name: Some("mojang-java-runtime-delta-1".to_owned()), ..named };
    let gone = world.shop.java_recipe(&gone, &cancel).await;
    assert!(matches!(gone, Err(InstallError::NoRuntime { major: 21, .. })), "{gone:?}");
}

#[tokio::test]
async fn looking_writes_nothing() {
    let world = on(LINUX);
    let before = Tree::of(&world.data()).ok();
    for major in [8, 16, 17] {
        world.shop.java_recipe(&JavaWish::of(major), &CancellationToken::new()).await.unwrap();
    }
    assert_eq!(Tree::of(&world.data()).ok(), before);
}

#[tokio::test]
async fn each_computer_gets_the_java_that_there_is_for_it() {
    for (system, major, expected) in [
        ((Os::Linux, "x86_64"), 8, Some("mojang-jre-legacy-8u202-x86_64")),
        ((Os::Linux, "x86_64"), 11, Some("adoptium-11.0.32+9-x86_64")),
        ((Os::Linux, "aarch64"), 21, Some("adoptium-21.0.12+7-LTS-arm64")),
        ((Os::Linux, "aarch64"), 16, Some("azul-16.0.2-arm64")),
        ((Os::Linux, "aarch64"), 25, Some("adoptium-25.0.4+9-LTS-arm64")),
        ((Os::Linux, "riscv64"), 21, None),
        ((Os::Linux, "x86_64"), 99, None),
        ((Os::MacOs, "aarch64"), 8, Some("mojang-jre-legacy-8u202-x86_64")),
        ((Os::MacOs, "aarch64"), 21, Some("mojang-java-runtime-delta-21.0.7-arm64")),
        ((Os::Windows, "aarch64"), 11, Some("adoptium-11.0.32+9-x86_64")),
        ((Os::Windows, "aarch64"), 17, Some("mojang-java-runtime-gamma-17.0.15-arm64")),
    ] {
        let world = on(system);
        let found = world.shop.java_recipe(&JavaWish::of(major), &CancellationToken::new()).await;
        match (&found, expected) {
            (Ok(recipe), Some(name)) => assert_eq!(recipe.name, name, "{system:?} {major}"),
            (Err(InstallError::NoRuntime { .. }), None) => {}
            _ => panic!("{system:?} {major}: {found:?}"),
        }
    }
}

#[tokio::test]
async fn archives_of_the_vendors_are_unpacked_without_their_top_folder() {
    for (major, id) in [(21, "adoptium-21.0.12+7-LTS-arm64"), (16, "azul-16.0.2-arm64")] {
        let world = on((Os::Linux, "aarch64"));
        let made = world.java(&JavaWish::of(major)).await.unwrap();
        assert_eq!(made.id, id);
        let said = version_of(&made.folder.join("bin/java"));
        assert!(said.contains(&format!("\"{major}.0.")), "{said}");
        let link = made.folder.join("legal/java.desktop/LICENSE");
        assert!(link.symlink_metadata().unwrap().is_symlink() && link.is_file());
    }
}

#[tokio::test]
async fn the_bundle_of_a_mac_is_proved_where_it_lies() {
    let world = on((Os::MacOs, "aarch64"));
    let made = world.java(&JavaWish::of(11)).await.unwrap();
    assert_eq!(made.id, "adoptium-11.0.32+9-x86_64");
    assert!(version_of(&made.folder.join("Contents/Home/bin/java")).contains("11.0.32"));
    let made = world.java(&JavaWish::of(21)).await.unwrap();
    assert!(made.folder.join("jre.bundle/Contents/Home/bin/java").is_file());
}

#[tokio::test]
async fn a_vendor_that_cannot_be_asked_is_passed_over_and_named_when_nobody_else_has_it() {
    let world = on(LINUX);
    world.upstream.fault(Rule::on("java-runtime/2ec0", Fault::Status(500)));
    let found = world.shop.java_recipe(&JavaWish::of(17), &CancellationToken::new()).await.unwrap();
    assert_eq!(found.vendor, Vendor::Adoptium);
    let none = world.shop.java_recipe(&JavaWish::of(99), &CancellationToken::new()).await;
    assert!(matches!(none, Err(InstallError::Fetch(_))), "{none:?}");
}

#[tokio::test]
async fn a_byte_that_is_wrong_once_is_fetched_again_and_one_that_stays_wrong_places_nothing() {
    let world = on(LINUX);
    world.upstream.fault(Rule::on("piston-data.mojang.com/", Fault::WrongByte).times(2));
    world.java(&JavaWish::of(17)).await.unwrap();
    world.upstream.heal();
    for host in ["piston-data.mojang.com/", "bmclapi2.bangbang93.com/"] {
        world.upstream.fault(Rule::on(host, Fault::WrongByte));
    }
    let wrong = world.java(&JavaWish::of(21)).await;
    assert!(matches!(wrong, Err(InstallError::Files { .. } | InstallError::Fetch(_))), "{wrong:?}");
    let there: Vec<_> = std::fs::read_dir(world.data().join("java")).unwrap().flatten().collect();
    assert_eq!(there.len(), 1, "{there:?}");
    let left = jobs(&world.shop.files, &world.shop.running);
    assert!(matches!(left[0].state, JobState::Failed { .. }) && left[0].title.is_some(), "{left:?}");
}

#[tokio::test]
async fn what_was_fetched_before_a_failure_is_gone_on_with() {
    let world = on(LINUX);
    for host in ["piston-data.mojang.com/", "bmclapi2.bangbang93.com/"] {
        world.upstream.fault(Rule::on(&format!("{host}v1/objects"), Fault::Status(500)).after(3));
    }
    world.java(&JavaWish::of(17)).await.unwrap_err();
    let fetched = |world: &World| {
        let asked = world.upstream.requests();
        asked.iter().filter(|asked| asked.address.contains("/objects/") && asked.status == 200).count()
    };
    let before = fetched(&world);
    assert!(before > 0);
    world.upstream.heal();
    world.upstream.forget_requests();
    let recipe = world.shop.java_recipe(&JavaWish::of(17), &CancellationToken::new()).await.unwrap();
    let Contents::Files(list) = &recipe.contents else { panic!("{recipe:?}") };
    let all = list.entries.values().filter(|entry| matches!(entry, Entry::File { .. })).count();
    world.java(&JavaWish::of(17)).await.unwrap();
    assert_eq!(fetched(&world), all - before);
    assert!(jobs(&world.shop.files, &world.shop.running).is_empty());
}

#[tokio::test]
async fn an_archive_that_was_cut_is_made_whole() {
    let world = on((Os::Linux, "aarch64"));
    world.upstream.fault(Rule::on("github.com/", Fault::Cut(500)).times(1));
    let made = world.java(&JavaWish::of(21)).await.unwrap();
    assert!(version_of(&made.folder.join("bin/java")).contains("21.0.12"));
    let asked = world.upstream.requests();
    assert_eq!(asked.iter().filter(|asked| asked.address.contains("github.com/")).count(), 2);
}

#[tokio::test]
async fn calling_it_off_leaves_the_folder_as_it_was() {
    let world = on(LINUX);
    for phase in [Phase::Fetching, Phase::Unpacking] {
        let cancel = CancellationToken::new();
        let (canceller, heard) = (cancel.clone(), Arc::new(AtomicUsize::new(0)));
        let hearing = Arc::clone(&heard);
        let called_off = world
            .java_listening(&JavaWish::of(17), &cancel, move |far| {
                if far.phase == phase {
                    hearing.fetch_add(1, Ordering::Relaxed);
                    canceller.cancel();
                }
            })
            .await;
        assert!(matches!(called_off, Err(InstallError::Cancelled)), "{phase:?}: {called_off:?}");
        assert!(heard.load(Ordering::Relaxed) > 0 && !world.data().join("java").exists());
    }
}
