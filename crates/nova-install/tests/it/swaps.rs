//! Another loader for a version that is there, and none.

use std::collections::BTreeMap;

use nova_install::{Aim, Goal, InstallError, LoaderChange, LoaderWish, ModsFolder, Recipe, Wish};
use nova_model::Loader;
use nova_testkit::game;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::world::{World, files, json, lay, origin, vanilla, with};

fn wish(loader: Loader, version: Option<&str>) -> LoaderWish {
    LoaderWish { loader, version: version.map(str::to_owned) }
}

fn swap(id: &str, was: Option<LoaderWish>, loader: Option<LoaderWish>) -> LoaderChange {
    LoaderChange { id: id.to_owned(), game: "1.20.1".to_owned(), was, loader, api: None }
}

/// Every file with its bytes.
fn state(world: &World) -> BTreeMap<String, Vec<u8>> {
    let all = files(&world.root()).into_iter();
    all.map(|path| (path.clone(), std::fs::read(world.root().join(path)).unwrap())).collect()
}

async fn recipe(world: &World, swap: &LoaderChange) -> Result<Recipe, InstallError> {
    let goal = Goal::Loader(swap.clone());
    world.shop.recipe(&world.root(), &goal, &CancellationToken::new()).await
}

#[tokio::test]
async fn a_version_goes_through_loaders_keeps_what_is_the_player_s_and_is_led_back() {
    let world = World::small();
    world.install(&Wish { name: Some("pack".to_owned()), ..with("1.20.1", Loader::Fabric) }).await.unwrap();
    lay(&world, "versions/pack/mods/a.jar", b"a mod");
    lay(&world, "versions/pack/saves/One/level.dat", b"a world");
    lay(&world, "versions/pack/nova.json", b"{}");
    let mut states = vec![state(&world)];
    let mut changes = Vec::new();
    let mut was = Some(wish(Loader::Fabric, Some("0.17.3")));
    let mut steps = vec![Some(Loader::Quilt), Some(Loader::Forge), Some(Loader::Fabric), None];
    steps.retain(|loader| game::has_compiler() || *loader != Some(Loader::Forge));
    for loader in steps {
        let wanted = loader.map(|loader| wish(loader, None));
        let made = world.change(&swap("pack", was.clone(), wanted.clone())).await;
        changes.push(made.unwrap_or_else(|error| panic!("{loader:?}: {error:?}")).change.id);
        states.push(state(&world));
        was = wanted;
        let file = json(&world, "pack");
        assert_eq!((&file["id"], &file["inheritsFrom"]), (&json!("pack"), &json!("1.20.1")), "{loader:?}");
        for kept in ["versions/pack/mods/a.jar", "versions/pack/saves/One/level.dat"] {
            assert!(states.last().unwrap().contains_key(kept), "{loader:?}: {kept}");
        }
    }
    assert_eq!(json(&world, "pack")["mainClass"], "net.minecraft.client.main.Main");
    states.pop();
    for change in changes.iter().rev() {
        world.shop.files.undo(change, &origin()).unwrap();
        assert!(state(&world) == states.pop().unwrap(), "undoing {change} leaves something else");
    }
}

#[tokio::test]
async fn a_newer_build_comes_by_itself_and_never_an_older_one() {
    let world = World::small();
    let old = LoaderWish { loader: Loader::Fabric, version: Some("0.14.21".to_owned()) };
    world.install(&Wish { loader: Some(old.clone()), ..vanilla("1.20.1") }).await.unwrap();
    let upgrade = swap("1.20.1-fabric", Some(old.clone()), Some(wish(Loader::Fabric, None)));
    let planned = recipe(&world, &upgrade).await.unwrap();
    assert_eq!((planned.aim, planned.loader), (Aim::Loader, Some((Loader::Fabric, "0.17.3".to_owned()))));
    let newest = Some(wish(Loader::Fabric, Some("0.17.3")));
    let there = recipe(&world, &LoaderChange { was: newest.clone(), ..upgrade.clone() }).await.unwrap();
    assert_eq!((there.aim, there.loader.unwrap().1.as_str()), (Aim::Again, "0.17.3"));
    let older = recipe(&world, &swap("1.20.1-fabric", newest, Some(old))).await.unwrap();
    assert_eq!((older.aim, older.loader.unwrap().1.as_str()), (Aim::Loader, "0.14.21"));
    let gone = recipe(&world, &LoaderChange { game: "1.20.11".to_owned(), ..upgrade }).await;
    assert!(matches!(gone, Err(InstallError::NoGame { .. })), "{gone:?}");
}

#[tokio::test]
async fn the_same_build_once_more_mends_what_is_broken() {
    let world = World::small();
    world.install(&with("1.20.1", Loader::Quilt)).await.unwrap();
    let whole = state(&world);
    let broken = whole.keys().find(|path| path.contains("/quilt-loader-")).unwrap();
    let mut bytes = whole[broken].clone();
    bytes[20] ^= 1;
    lay(&world, broken, &bytes);
    let was = Some(wish(Loader::Quilt, Some("0.29.2")));
    let again = swap("1.20.1-quilt", was.clone(), was);
    let made = world.change(&again).await.unwrap();
    assert!(state(&world) == whole, "{broken} is not as it should be");
    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    assert_eq!(std::fs::read(world.root().join(broken)).unwrap(), bytes);
    // With nothing broken it is a change all the same.
    world.change(&again).await.unwrap();
}

#[tokio::test]
async fn what_an_installer_makes_is_made_anew_by_the_same_build() {
    if !game::has_compiler() {
        return;
    }
    let world = World::small();
    world.install(&with("1.20.1", Loader::OptiFine)).await.unwrap();
    let whole = state(&world);
    let made = "libraries/optifine/OptiFine/1.20.1_HD_U_I6/OptiFine-1.20.1_HD_U_I6.jar";
    lay(&world, made, b"half of it");
    let was = Some(wish(Loader::OptiFine, Some("HD_U_I6")));
    world.change(&swap("1.20.1-optifine", was.clone(), was)).await.unwrap();
    assert!(state(&world)[made] == whole[made], "{made} was not made anew");
}

#[tokio::test]
async fn a_loader_inside_the_game_s_own_file_is_changed_there_and_nothing_builds_on_it() {
    let world = World::small();
    world.install(&with("1.20.1", Loader::Fabric)).await.unwrap();
    // As other launchers write it: all in one file, which has the game's name, with a jar of its own.
    let (mut whole, fabric) = (json(&world, "1.20.1"), json(&world, "1.20.1-fabric"));
    whole["mainClass"] = fabric["mainClass"].clone();
    whole["patches"] = json!([{"id": "game", "version": "1.20.1"}, {"id": "fabric", "version": "0.17.3"}]);
    lay(&world, "versions/1.20.1/1.20.1.json", whole.to_string().as_bytes());
    let before = state(&world);

    let was = Some(wish(Loader::Fabric, Some("0.17.3")));
    let made = world.change(&swap("1.20.1", was.clone(), Some(wish(Loader::Quilt, None)))).await.unwrap();
    let file = json(&world, "1.20.1");
    assert!(file.get("inheritsFrom").is_none() && file.get("patches").is_none(), "{file}");
    assert_eq!(file["mainClass"], "org.quiltmc.loader.impl.launch.knot.KnotClient");
    let beside =
        world.recipe(&Wish { name: Some("other".to_owned()), ..with("1.20.1", Loader::Quilt) }).await;
    let beside = beside.unwrap();
    let own = beside.documents.iter().find(|document| document.place.contains("other")).unwrap();
    assert!(!String::from_utf8_lossy(&own.bytes).contains("inheritsFrom"));
    assert!(beside.needs.iter().any(|need| need.place == "versions/other/other.jar"));
    if game::has_compiler() {
        world.install(&Wish { name: Some("f".to_owned()), ..with("1.20.1", Loader::Forge) }).await.unwrap();
    }

    let plain = world.change(&swap("1.20.1", None, None)).await.unwrap();
    assert_eq!(json(&world, "1.20.1")["mainClass"], "net.minecraft.client.main.Main");
    world.shop.files.undo(&plain.change.id, &origin()).unwrap();
    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    let after = state(&world);
    assert!(before.iter().all(|(path, bytes)| after.get(path) == Some(bytes)));
}

#[tokio::test]
async fn a_jar_of_the_version_s_own_goes_with_the_loader_and_comes_back() {
    let world = World::small();
    let pack = Wish { name: Some("pack".to_owned()), ..vanilla("1.20.1") };
    world.install(&pack).await.unwrap();
    let before = state(&world);
    assert!(before.contains_key("versions/pack/pack.jar"));
    let made = world.change(&swap("pack", None, Some(wish(Loader::Fabric, None)))).await.unwrap();
    let after = state(&world);
    assert!(
        !after.contains_key("versions/pack/pack.jar") && after.contains_key("versions/1.20.1/1.20.1.jar")
    );
    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    assert!(state(&world) == before);
}

#[tokio::test]
async fn the_loader_s_api_comes_into_the_mods_folder_that_is_played_with() {
    let world = World::small();
    let fabric = Wish { api: Some(ModsFolder::Own), ..with("1.20.1", Loader::Fabric) };
    let made = world.install(&fabric).await.unwrap();
    let own = "versions/1.20.1-fabric/mods/fabric-api-0.92.2+1.20.1.jar";
    assert!(state(&world).contains_key(own), "{:?}", files(&world.root()));
    world.shop.files.undo(&made.change.id, &origin()).unwrap();
    assert_eq!(files(&world.root()), Vec::<String>::new());

    let quilt = Wish { api: Some(ModsFolder::Shared), ..with("1.20.1", Loader::Quilt) };
    world.install(&quilt).await.unwrap();
    assert!(state(&world).contains_key("mods/qsl-0.92.2+1.20.1.jar"));
    // Quilt's own is not made for every game.
    let newer = world.recipe(&Wish { api: quilt.api, ..with("1.16.5", Loader::Quilt) }).await.unwrap();
    let api = newer.api.unwrap();
    assert_eq!((api.name.as_str(), api.place.as_str()), ("Fabric API", "mods/fabric-api-0.92.2+1.16.5.jar"));
    let was = Some(wish(Loader::Quilt, Some("0.29.2")));
    let back = LoaderChange {
        api: Some(ModsFolder::Own),
        ..swap("1.20.1-quilt", was, Some(wish(Loader::Fabric, None)))
    };
    world.change(&back).await.unwrap();
    assert!(state(&world).contains_key("versions/1.20.1-quilt/mods/fabric-api-0.92.2+1.20.1.jar"));
    for loader in [Loader::Fabric, Loader::Forge] {
        let none = world.recipe(&Wish { api: Some(ModsFolder::Own), ..with("26.1", loader) }).await;
        assert!(matches!(none, Err(InstallError::NoApi { .. } | InstallError::NoLoader { .. })), "{none:?}");
    }
}
