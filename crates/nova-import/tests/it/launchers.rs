//! One instance of each launcher that keeps its own form.

use nova_import::Launcher;
use nova_model::Loader;
use nova_testkit::foreign::Foreign;

use crate::world::{World, notes};

fn fabric() -> Foreign {
    Foreign::new("Sky Block", "1.20.1").loader("fabric", "0.15.7")
}

fn build(loader: Loader, build: &str) -> (Loader, Option<String>) {
    (loader, Some(build.to_owned()))
}

#[test]
fn an_instance_of_prism_has_its_game_loader_and_what_stands_over_the_launcher_s_settings() {
    let world = World::new();
    let folder = fabric()
        .set("OverrideMemory", "true")
        .set("MaxMemAlloc", "6144")
        .set("OverrideJavaArgs", "false")
        .set("JvmArgs", "-XX:+UseZGC")
        .set("OverrideCommands", "true")
        .set("PreLaunchCommand", r#""\"$INST_JAVA\" -jar packwiz.jar""#)
        .set("OverrideEnv", "true")
        .set("Env", r#""{\"vblank_mode\":\"0\"}""#)
        .set("OverrideWindow", "true")
        .set("MinecraftWinWidth", "1280")
        .set("notes", r"two\nlines")
        .prism(&world.at(".local/share/PrismLauncher/instances"))
        .unwrap();
    let groups = r#"{"formatVersion":"1","groups":{"Packs":{"hidden":false,"instances":["Sky Block"]}}}"#;
    std::fs::write(world.at(".local/share/PrismLauncher/instances/instgroups.json"), groups).unwrap();
    let source = world.only();
    assert_eq!((source.launcher, source.name.as_str()), (Launcher::Prism, "Sky Block"));
    assert_eq!(source.folder, folder);
    assert_eq!(
        (source.game.as_deref(), source.loader),
        (Some("1.20.1"), Some(build(Loader::Fabric, "0.15.7")))
    );
    let wishes = source.wishes;
    assert_eq!((wishes.max_mb, wishes.jvm_args), (Some(6144), None));
    assert_eq!(wishes.commands.before.as_deref(), Some(r#""$INST_JAVA" -jar packwiz.jar"#));
    assert_eq!(wishes.env["vblank_mode"], "0");
    assert_eq!((wishes.window.width, wishes.window.height), (Some(1280), None));
    assert_eq!((wishes.note.as_deref(), wishes.group.as_deref()), (Some("two\nlines"), Some("Packs")));
    assert!(source.notes.is_empty());
}

#[test]
fn components_that_nobody_installs_are_said() {
    let world = World::new();
    let instances = world.at(".local/share/multimc/instances");
    fabric().prism(&instances).unwrap();
    let pack = r#"{"components":[{"uid":"net.minecraft","version":"1.12.2"},{"uid":"net.minecraftforge","version":"14.23.5.2860"},
        {"uid":"com.mumfrey.liteloader","version":"1.12.2"},{"uid":"org.mine","version":"1"}]}"#;
    std::fs::write(instances.join("Sky Block/mmc-pack.json"), pack).unwrap();
    std::fs::create_dir(instances.join("Sky Block/jarmods")).unwrap();
    let source = world.only();
    assert_eq!(
        (source.launcher, source.loader.clone()),
        (Launcher::MultiMc, Some(build(Loader::Forge, "14.23.5.2860")))
    );
    assert_eq!(notes(&source), ["import.note.parts", "import.note.jar-mods"]);
}

#[test]
fn instances_lie_where_the_player_told_prism() {
    let world = World::new();
    let config = format!("[General]\nInstanceDir={}\n", world.at("games/mine").display());
    let data = world.at(".var/app/org.prismlauncher.PrismLauncher/data/PrismLauncher");
    nova_testkit::write_file(&data.join("prismlauncher.cfg"), config.as_bytes()).unwrap();
    let folder = fabric().prism(&world.at("games/mine")).unwrap();
    assert_eq!(world.only().folder, folder);
}

#[test]
fn an_instance_of_curseforge_has_the_build_of_its_loader_whichever_that_is() {
    for (kind, loader) in
        [("fabric", Loader::Fabric), ("forge", Loader::Forge), ("neoforge", Loader::NeoForge)]
    {
        let world = World::new();
        Foreign::new("Pack", "1.20.1")
            .loader(kind, "47.2.0")
            .curse(&world.at("curseforge/minecraft/Instances"))
            .unwrap();
        let source = world.only();
        assert_eq!((source.launcher, source.loader), (Launcher::CurseForge, Some(build(loader, "47.2.0"))));
        assert_eq!(source.wishes.max_mb, Some(6144));
    }
}

#[test]
fn instances_of_atlauncher_and_gdlauncher_are_read() {
    let world = World::new();
    fabric().at(&world.at(".local/share/ATLauncher/instances")).unwrap();
    let at = world.only();
    assert_eq!((at.launcher, at.game.as_deref()), (Launcher::AtLauncher, Some("1.20.1")));
    assert_eq!((at.loader, at.wishes.max_mb), (Some(build(Loader::Fabric, "0.15.7")), Some(3072)));
    let world = World::new();
    let folder = Foreign::new("Pack", "1.20.1")
        .loader("forge", "47.2.0")
        .gd(&world.at(".local/share/gdlauncher_carbon/data/instances"))
        .unwrap();
    let gd = world.only();
    assert_eq!((gd.launcher, gd.folder), (Launcher::GdLauncher, folder));
    // It writes the game version before the build.
    assert_eq!((gd.loader, gd.wishes.max_mb), (Some(build(Loader::Forge, "47.2.0")), Some(5120)));
}

#[test]
fn the_older_gdlauncher_keeps_the_game_around_its_file() {
    let world = World::new();
    let folder = world.at(".config/gdlauncher_next/instances/Old");
    let file = r#"{"loader":{"loaderType":"forge","mcVersion":"1.16.5","loaderVersion":"1.16.5-36.2.39"}}"#;
    nova_testkit::write_file(&folder.join("config.json"), file.as_bytes()).unwrap();
    let source = world.only();
    assert_eq!((source.name.as_str(), source.folder), ("Old", folder));
    assert_eq!(
        (source.game.as_deref(), source.loader),
        (Some("1.16.5"), Some(build(Loader::Forge, "36.2.39")))
    );
}

#[test]
fn an_instance_of_modrinth_before_its_database_is_read_from_its_file() {
    let world = World::new();
    fabric().modrinth(&world.at(".local/share/com.modrinth.theseus/profiles")).unwrap();
    let source = world.only();
    assert_eq!((source.launcher, source.loader), (Launcher::Modrinth, Some(build(Loader::Fabric, "0.15.7"))));
    assert_eq!(source.wishes.max_mb, Some(2048));
}

#[test]
fn ids_stay_and_differ() {
    let world = World::new();
    let instances = world.at(".local/share/PrismLauncher/instances");
    fabric().prism(&instances).unwrap();
    Foreign::new("Other", "1.21").prism(&instances).unwrap();
    let ids = |world: &World| world.find().sources.into_iter().map(|source| source.id).collect::<Vec<_>>();
    let first = ids(&world);
    assert_eq!(first, ids(&world));
    assert_ne!(first[0], first[1]);
    assert!(first.iter().all(|id| nova_model::IdKind::of(id) == Some(nova_model::IdKind::Importable)));
}
