//! `OptiFine`, `LiteLoader`, and Forge that wants a client jar of its own.

use std::fs::File;

use nova_archive::{Limits, Zip};
use nova_install::catalog;
use nova_model::Loader;
use nova_net::sources::SourceOrder;
use nova_testkit::{game, upstream::UpstreamSpec};
use tokio_util::sync::CancellationToken;

use crate::world::{World, files, json, with};

fn entries(world: &World, place: &str) -> Vec<String> {
    let zip = Zip::open(File::open(world.root().join(place)).unwrap(), &Limits::jar()).unwrap();
    zip.entries().map(|entry| entry.name().into_owned()).collect()
}

#[tokio::test]
async fn optifine_patches_the_game_and_brings_what_loads_it() {
    if !game::has_compiler() {
        return;
    }
    let world = World::small();
    let made = world.install(&with("1.20.1", Loader::OptiFine)).await.unwrap();
    assert_eq!(made.id, "1.20.1-optifine");
    let file = json(&world, "1.20.1-optifine");
    assert_eq!(file["arguments"]["game"], serde_json::json!(["--tweakClass", "optifine.OptiFineTweaker"]));
    assert_eq!(file["libraries"][0]["name"], "optifine:OptiFine:1.20.1_HD_U_I6");
    let library = "libraries/optifine/OptiFine/1.20.1_HD_U_I6/OptiFine-1.20.1_HD_U_I6.jar";
    assert_eq!(entries(&world, library), ["optifine/stand-in.txt"]);
    let there = files(&world.root());
    assert!(there.iter().any(|path| path.ends_with("launchwrapper-of-2.2.jar")), "{there:?}");
    assert!(!there.iter().any(|path| path.contains("-installer")), "{there:?}");
    // One line of old arguments: the tweak class stands at its end.
    world.install(&with("1.12.2", Loader::OptiFine)).await.unwrap();
    let line = json(&world, "1.12.2-optifine")["minecraftArguments"].as_str().unwrap().to_owned();
    assert!(line.starts_with("--username") && line.ends_with("--tweakClass optifine.OptiFineTweaker"));
}

#[tokio::test]
async fn optifine_without_a_patcher_is_the_library_itself() {
    let world = World::of(UpstreamSpec::small().assets(3), SourceOrder::Official);
    world.install(&with("1.20.1", Loader::OptiFine)).await.unwrap();
    let library = "libraries/optifine/OptiFine/1.20.1_HD_U_I6/OptiFine-1.20.1_HD_U_I6.jar";
    assert!(entries(&world, library).iter().any(|name| name == "launchwrapper-of.txt"));
}

#[tokio::test]
async fn liteloader_is_loaded_by_its_tweak_class() {
    let world = World::of(UpstreamSpec::small().assets(3), SourceOrder::Official);
    let made = world.install(&with("1.12.2", Loader::LiteLoader)).await.unwrap();
    let file = json(&world, &made.id);
    assert_eq!(file["mainClass"], "net.minecraft.launchwrapper.Launch");
    let there = files(&world.root());
    for library in
        ["com/mumfrey/liteloader/1.12.2/liteloader-1.12.2.jar", "launchwrapper-1.12.jar", "asm-all-5.2.jar"]
    {
        assert!(there.iter().any(|path| path.ends_with(library)), "{library} is not among {there:?}");
    }
}

#[tokio::test]
async fn lists_of_light_loaders_tell_which_build_to_take() {
    let world = World::of(UpstreamSpec::small().assets(3), SourceOrder::Official);
    let cancel = CancellationToken::new();
    let list = |loader, game: &'static str| catalog::builds(&world.shop.web, loader, game, &cancel);
    let optifine = list(Loader::OptiFine, "1.20.1").await.unwrap();
    let marked: Vec<_> =
        optifine.iter().filter(|build| build.recommended).map(|build| build.version.as_str()).collect();
    assert_eq!((optifine.len(), marked), (3, vec!["HD_U_I6"]));
    assert_eq!(list(Loader::OptiFine, "1.8").await.unwrap().len(), 1);
    assert_eq!(list(Loader::LiteLoader, "1.12.2").await.unwrap().len(), 1);
    assert!(list(Loader::LiteLoader, "1.20.1").await.unwrap().is_empty());
}

#[tokio::test]
async fn forge_that_changes_signed_classes_gets_a_client_jar_without_signatures() {
    let world = World::small();
    let made = world.install(&with("1.6.4", Loader::Forge)).await.unwrap();
    let (own, game) = (format!("versions/{0}/{0}.jar", made.id), "versions/1.6.4/1.6.4.jar");
    assert_eq!(json(&world, &made.id)["jar"], made.id);
    let without: Vec<_> =
        entries(&world, game).into_iter().filter(|name| !name.starts_with("META-INF/")).collect();
    assert!(entries(&world, game).len() > without.len());
    assert_eq!(entries(&world, &own), without);
}
