//! Every recorded answer of a server is read.

use std::fs;

use nova_model::Os;
use nova_version::{
    AssetIndex, AssetLayout, Platform,
    loaders::{adoptium, azul, fabric, forge, liteloader, manifest::Manifest, mojang_java, neoforge},
};

use crate::shared::{below, shared};

fn upstream(path: &str) -> Option<Vec<u8>> {
    Some(fs::read(shared("upstream")?.join(path)).unwrap_or_else(|error| panic!("{path}: {error}")))
}

#[test]
fn the_list_of_games_is_read_in_both_forms() {
    let Some(second) = upstream("piston-meta.mojang.com/mc/game/version_manifest_v2.json") else { return };
    let manifest = Manifest::parse(&second).unwrap();
    assert!(manifest.versions.len() > 800 && manifest.versions.iter().all(|version| version.sha1.is_some()));
    let latest = manifest.latest_release.as_deref().unwrap();
    assert_eq!(manifest.find(latest).unwrap().kind, "release");
    let first =
        Manifest::parse(&upstream("piston-meta.mojang.com/mc/game/version_manifest.json").unwrap()).unwrap();
    assert!(first.versions.len() > 500);
}

#[test]
fn fabrics_and_quilts_lists_are_read() {
    let Some(all) = upstream("meta.fabricmc.net/v2/versions/loader.json") else { return };
    let builds = fabric::builds(fabric::Flavour::Fabric, None, &all).unwrap();
    assert!(builds.len() > 100 && builds[0].recommended);
    let one = upstream("meta.fabricmc.net/v2/versions/loader/1.19.2.json").unwrap();
    assert_eq!(fabric::builds(fabric::Flavour::Fabric, Some("1.19.2"), &one).unwrap().len(), 2);
    let games = fabric::games(&upstream("meta.fabricmc.net/v2/versions/game.json").unwrap()).unwrap();
    assert!(games.iter().any(|game| game.stable && game.version == "1.20.1"));
    let quilt = upstream("meta.quiltmc.org/v3/versions/loader.json").unwrap();
    let quilt = fabric::builds(fabric::Flavour::Quilt, None, &quilt).unwrap();
    assert!(quilt.iter().filter(|build| build.recommended).count() == 1 && quilt.len() > 100);
}

#[test]
fn forges_lists_are_read_and_every_recommended_build_is_there() {
    let Some(list) = upstream("files.minecraftforge.net/net/minecraftforge/forge/maven-metadata.json") else {
        return;
    };
    let mut builds = forge::builds(&list).unwrap();
    let promotions =
        upstream("files.minecraftforge.net/net/minecraftforge/forge/promotions_slim.json").unwrap();
    forge::recommend(&mut builds, &promotions).unwrap();
    let count = String::from_utf8(promotions).unwrap().matches("-recommended").count();
    let marked = builds.iter().filter(|build| build.recommended).count();
    println!("{} builds, {marked} of {count} recommended ones", builds.len());
    assert!(builds.len() > 2_000 && marked + 3 >= count);
    assert!(builds.iter().any(|build| build.game.as_deref() == Some("26.2") && build.installer.is_some()));
}

#[test]
fn neoforges_lists_name_a_game_for_every_build() {
    let Some(list) =
        upstream("maven.neoforged.net/api/maven/versions/releases/net/neoforged/neoforge-list.json")
    else {
        return;
    };
    let builds = neoforge::builds(&list).unwrap();
    let nameless: Vec<&str> =
        builds.iter().filter(|build| build.game.is_none()).map(|build| build.version.as_str()).collect();
    println!("{} builds", builds.len());
    assert!(builds.len() > 1_500 && nameless.is_empty(), "{nameless:?}");
    for (version, game) in [("26.2.0.66", "26.2"), ("21.1.200", "1.21.1"), ("47.1.106", "1.20.1")] {
        assert_eq!(builds.iter().find(|build| build.version == version).unwrap().game.as_deref(), Some(game));
    }
    for path in ["forge", "neoforge"] {
        let xml = upstream(&format!("maven.neoforged.net/releases/net/neoforged/{path}/maven-metadata.xml"))
            .unwrap();
        assert!(neoforge::builds_of_xml(&xml).unwrap().len() > 30);
    }
}

#[test]
fn liteloaders_list_is_read() {
    let Some(list) = upstream("dl.liteloader.com/versions/versions.json") else { return };
    let builds = liteloader::builds(&list).unwrap();
    println!("{:?}", builds.iter().map(|found| &found.url).collect::<Vec<_>>());
    assert!(builds.len() >= 16);
}

#[test]
fn every_java_is_found() {
    let Some(all) = upstream(
        "piston-meta.mojang.com/v1/products/java-runtime/2ec0cc96c44e5a76b9c8b7c39df7210883d12871/all.json",
    ) else {
        return;
    };
    let linux = mojang_java::runtimes(&all, &Platform::new(Os::Linux, "amd64")).unwrap();
    let majors: Vec<_> = linux.iter().filter_map(mojang_java::Runtime::major).collect();
    assert!(linux.len() >= 6 && [8, 16, 17, 21, 25].iter().all(|major| majors.contains(major)), "{linux:?}");
    let manifest =
        "launchermeta.mojang.com/v1/packages/a1c15cc788f8893fba7e988eb27404772f699a84/manifest.json";
    let files = mojang_java::RuntimeFiles::parse(&upstream(manifest).unwrap()).unwrap();
    assert_eq!((files.entries.len(), files.problems.len()), (391, 0));
    for major in [8, 11, 17, 21, 25] {
        let packages =
            adoptium::packages(&upstream(&format!("api.adoptium.net/v3/assets/java{major}.json")).unwrap())
                .unwrap();
        assert!(packages.iter().all(|package| package.major == major && package.sha256.is_some()));
        for os in [Os::Linux, Os::Windows, Os::MacOs] {
            assert!(
                packages.iter().any(|package| package.os == os && package.arch == "x86_64"),
                "{major} {os:?}"
            );
        }
    }
    let zulu = azul::packages(&upstream("api.azul.com/metadata/v1/zulu/packages.json").unwrap()).unwrap();
    assert!(zulu.len() > 90);
    let one =
        upstream("api.azul.com/metadata/v1/zulu/packages/001d9f42-ff2c-4bd5-966c-cf93aa9f648b.json").unwrap();
    assert!(azul::package(&one).unwrap().package.sha256.is_some());
}

#[test]
fn every_asset_index_is_read() {
    let Some(upstream) = shared("upstream") else { return };
    let mut layouts = Vec::new();
    for path in below(&upstream.join("piston-meta.mojang.com/v1/packages"), ".json") {
        let bytes = fs::read(&path).unwrap();
        let index = AssetIndex::parse("index", &bytes).unwrap();
        if !index.objects.is_empty() {
            assert!(index.problems.is_empty() && index.total_size() > 1_000_000, "{}", path.display());
            layouts.push(index.layout);
        }
    }
    let count = |layout| layouts.iter().filter(|other| **other == layout).count();
    assert!(layouts.len() >= 10 && count(AssetLayout::Virtual) == 1 && count(AssetLayout::Resources) == 1);
}
