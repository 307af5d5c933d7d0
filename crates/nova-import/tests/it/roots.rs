//! Folders in the official layout: HMCL's, PCL's and the official launcher's.

use nova_game::Sharing;
use nova_import::{Launcher, find};
use nova_model::Loader;
use nova_testkit::{GameFolder, GameRoot, Version, World as Save, foreign, write_file};

use crate::world::{World, notes};

fn root() -> GameRoot {
    let own = GameFolder::new().world(Save::new("W")).folder("mods");
    GameRoot::new().version(Version::vanilla("1.20.1")).version(Version::fabric("fab", "1.20.1").own(own))
}

#[test]
fn a_folder_of_hmcl_gives_its_versions_and_itself() {
    let world = World::new();
    foreign::hmcl(&world.at("Desktop"), &[".minecraft", "gone"]).unwrap();
    root().write(&world.at("Desktop/.minecraft")).unwrap();
    let cfg = r#"{"usesGlobal":false,"maxMemory":3000,"javaArgs":"-Da=1","precalledCommand":"echo","gameDirType":1}"#;
    std::fs::write(world.at("Desktop/.minecraft/versions/fab/hmclversion.cfg"), cfg).unwrap();
    let found = world.find();
    let [listed] = found.roots.as_slice() else { panic!("{:?}", found.roots) };
    assert_eq!((listed.launcher, listed.versions), (Launcher::Hmcl, 2));
    let names: Vec<_> = found.sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["1.20.1", "fab"]);
    let (plain, fab) = (&found.sources[0], &found.sources[1]);
    assert_eq!((plain.sharing, plain.custom), (Sharing::Shared, false));
    assert_eq!(plain.folder, world.at("Desktop/.minecraft"));
    assert_eq!((fab.sharing, fab.custom), (Sharing::Own, false));
    assert_eq!(fab.folder, world.at("Desktop/.minecraft/versions/fab"));
    assert_eq!(fab.loader.as_ref().map(|(loader, _)| *loader), Some(Loader::Fabric));
    assert_eq!(fab.version.as_ref().unwrap().parents, ["1.20.1"]);
    assert_eq!((fab.wishes.max_mb, fab.wishes.jvm_args.as_deref()), (Some(3000), Some("-Da=1")));
    assert_eq!(fab.wishes.commands.before.as_deref(), Some("echo"));
}

#[test]
fn a_folder_that_is_a_game_root_already_is_not_offered() {
    let world = World::new();
    foreign::hmcl(&world.at("Desktop"), &[".minecraft"]).unwrap();
    root().write(&world.at("Desktop/.minecraft")).unwrap();
    let found = find(&world.setup, &[world.at("Desktop/.minecraft")]);
    assert!(found.roots.is_empty() && found.sources.is_empty(), "{found:?}");
}

#[test]
fn folders_of_pcl_are_found_beside_it_and_where_it_says() {
    let world = World::new();
    foreign::pcl(
        &world.at("Downloads"),
        "$.minecraft/",
        &[("Other", &world.at("other").display().to_string())],
    )
    .unwrap();
    root().write(&world.at("Downloads/.minecraft")).unwrap();
    root().write(&world.at("other")).unwrap();
    let found = world.find();
    assert_eq!(found.roots.iter().map(|root| root.launcher).collect::<Vec<_>>(), [Launcher::Pcl; 2]);
    assert_eq!(found.sources.len(), 4);
}

#[test]
fn hmcl_s_newer_list_of_folders_is_read() {
    let world = World::new();
    let list =
        format!(r#"{{"directories":[{{"path":"{}"}},{{"name":"no path"}}]}}"#, world.at("games").display());
    write_file(&world.at(".local/share/hmcl/config/user-game-directories.json"), list.as_bytes()).unwrap();
    root().write(&world.at("games")).unwrap();
    assert_eq!(world.find().roots.len(), 1);
}

#[test]
fn a_profile_of_the_official_launcher_with_a_folder_of_its_own_is_one() {
    let world = World::new();
    root().write(&world.at(".minecraft")).unwrap();
    std::fs::create_dir_all(world.at("packs/sky/mods")).unwrap();
    let profiles = format!(
        r#"{{"profiles":{{"a":{{"name":"Sky","gameDir":"{}","lastVersionId":"fab","javaArgs":"-Xmx3G","resolution":{{"width":900,"height":600}}}},
        "b":{{"name":"Home","lastVersionId":"1.20.1"}},"c":{{"name":"Gone","gameDir":"/nowhere","lastVersionId":"1.20.1"}}}}}}"#,
        world.at("packs/sky").display()
    );
    std::fs::write(world.at(".minecraft/launcher_profiles.json"), profiles).unwrap();
    // The folder itself is in use here, its profiles' folders are not.
    let found = find(&world.setup, &[world.at(".minecraft")]);
    let [source] = found.sources.as_slice() else { panic!("{:#?}", found.sources) };
    assert_eq!((source.name.as_str(), source.launcher), ("Sky", Launcher::Official));
    assert_eq!((source.folder.clone(), source.sharing), (world.at("packs/sky"), Sharing::Own));
    assert_eq!(source.game.as_deref(), Some("1.20.1"));
    assert_eq!(source.loader.as_ref().map(|(loader, _)| *loader), Some(Loader::Fabric));
    assert_eq!(source.wishes.window.width, Some(900));
}

#[test]
fn a_client_that_somebody_made_is_custom() {
    let world = World::new();
    foreign::hmcl(&world.at("Desktop"), &[".minecraft"]).unwrap();
    root().write(&world.at("Desktop/.minecraft")).unwrap();
    let json = r#"{"id":"Client","inheritsFrom":"1.20.1","mainClass":"net.client.Start","libraries":[{"name":"net.client:client:1"}]}"#;
    write_file(&world.at("Desktop/.minecraft/versions/Client/Client.json"), json.as_bytes()).unwrap();
    let found = world.find();
    let source = found.sources.iter().find(|source| source.name == "Client").unwrap();
    assert!(source.custom && notes(source).is_empty());
    assert_eq!(source.game.as_deref(), Some("1.20.1"));
}
