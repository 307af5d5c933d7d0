//! The profiles that the loaders' installers and meta servers write, by generation.

use serde_json::{Value, json};

use crate::version_json::{GameNumber, OLD_ARGUMENTS, VANILLA_MAIN, downloaded};

const BOOTSTRAP: &str = "cpw.mods.bootstraplauncher.BootstrapLauncher";
const FORGE_MAVEN: &str = "https://maven.minecraftforge.net";
const NEOFORGE_MAVEN: &str = "https://maven.neoforged.net/releases";

/// What Fabric's meta server answers as the profile of a loader.
pub(crate) fn fabric(id: &str, game: &str, loader: &str) -> Value {
    let maven = "https://maven.fabricmc.net/";
    let mut value = profile(id, game, "net.fabricmc.loader.impl.launch.knot.KnotClient");
    value["arguments"] = json!({"game": [], "jvm": [format!("-DFabricMcEmu= {VANILLA_MAIN} ")]});
    value["libraries"] = json!([
        {"name": "org.ow2.asm:asm:9.6", "url": maven},
        {"name": "net.fabricmc:sponge-mixin:0.13.2+mixin.0.8.5", "url": maven},
        {"name": format!("net.fabricmc:intermediary:{game}"), "url": maven},
        {"name": format!("net.fabricmc:fabric-loader:{loader}"), "url": maven},
    ]);
    value
}

/// What Quilt's meta server answers as the profile of a loader.
pub(crate) fn quilt(id: &str, game: &str, loader: &str) -> Value {
    let mut value = profile(id, game, "org.quiltmc.loader.impl.launch.knot.KnotClient");
    value["arguments"] = json!({"game": [], "jvm": []});
    value["libraries"] = json!([
        {"name": "org.ow2.asm:asm:9.6", "url": "https://maven.fabricmc.net/"},
        {"name": format!("net.fabricmc:intermediary:{game}"), "url": "https://maven.fabricmc.net/"},
        {"name": format!("org.quiltmc:quilt-loader:{loader}"), "url": "https://maven.quiltmc.org/repository/release/"},
    ]);
    value
}

/// The profile that Forge's installer writes: four generations, by game version.
pub(crate) fn forge(id: &str, game: &str, loader: &str) -> Value {
    let full = format!("{game}-{loader}");
    match GameNumber::of(game) {
        n if n >= GameNumber(1, 20, 4) => forge_bootstrap(id, game, &full),
        n if n >= GameNumber(1, 13, 0) => forge_modlauncher(id, game, loader, n),
        _ => forge_wrapper(id, game, &full),
    }
}

/// From 1.20.4 on.
fn forge_bootstrap(id: &str, game: &str, full: &str) -> Value {
    let mut value = profile(id, game, "net.minecraftforge.bootstrap.ForgeBootstrap");
    value["arguments"] = json!({"game": ["--launchTarget", "forge_client"], "jvm": []});
    value["libraries"] = ["universal", "client"]
        .into_iter()
        .map(|part| downloaded(&format!("net.minecraftforge:forge:{full}:{part}"), FORGE_MAVEN))
        .collect();
    value
}

/// 1.13 to 1.20.3; from 1.17 on with another main class and another artifact.
fn forge_modlauncher(id: &str, game: &str, loader: &str, number: GameNumber) -> Value {
    let (main, artifact, target) = if number >= GameNumber(1, 17, 0) {
        (BOOTSTRAP, "fmlloader", "forgeclient")
    } else {
        ("cpw.mods.modlauncher.Launcher", "forge", "fmlclient")
    };
    let mut value = profile(id, game, main);
    value["libraries"] =
        json!([downloaded(&format!("net.minecraftforge:{artifact}:{game}-{loader}"), FORGE_MAVEN)]);
    value["arguments"] = json!({"game": ["--launchTarget", target, "--fml.forgeVersion", loader, "--fml.mcVersion", game,
        "--fml.forgeGroup", "net.minecraftforge", "--fml.mcpVersion", "20230612.114412"]});
    value
}

/// Up to 1.12.2; before 1.8 the tweaker was in another package.
fn forge_wrapper(id: &str, game: &str, full: &str) -> Value {
    let package =
        if GameNumber::of(game) < GameNumber(1, 8, 0) { "cpw.mods.fml" } else { "net.minecraftforge.fml" };
    let mut value = profile(id, game, "net.minecraft.launchwrapper.Launch");
    value["minecraftArguments"] = json!(format!(
        "{OLD_ARGUMENTS} --tweakClass {package}.common.launcher.FMLTweaker --versionType Forge"
    ));
    value["libraries"] = json!([
        downloaded(&format!("net.minecraftforge:forge:{full}"), FORGE_MAVEN),
        {"name": "net.minecraft:launchwrapper:1.12", "serverreq": true},
    ]);
    value
}

/// The profile that NeoForge's installer writes: for 1.20.1 almost Forge's, then its own, from 26.1 without bootstrap.
pub(crate) fn neoforge(id: &str, game: &str, loader: &str) -> Value {
    let number = GameNumber::of(game);
    let fml = neoforge_fml(number);
    let main = if number.0 >= 26 { "net.neoforged.fml.startup.Client" } else { BOOTSTRAP };
    let mut value = profile(id, game, main);
    value["arguments"] = json!({"game": neoforge_arguments(number, game, loader, fml),
        "jvm": [format!("-DignoreList=client-extra,{id}.jar")]});
    value["libraries"] =
        json!([downloaded(&format!("net.neoforged.fancymodloader:loader:{fml}"), NEOFORGE_MAVEN)]);
    value
}

fn neoforge_fml(number: GameNumber) -> &'static str {
    match number {
        n if n.0 >= 26 => "11.0.3",
        n if n >= GameNumber(1, 21, 4) => "6.0.11",
        n if n >= GameNumber(1, 20, 5) => "4.0.39",
        n if n >= GameNumber(1, 20, 2) => "2.0.17",
        _ => "47.2.2",
    }
}

fn neoforge_arguments(number: GameNumber, game: &str, loader: &str, fml: &str) -> Vec<String> {
    let pairs: Vec<(&str, &str)> = match number {
        n if n.0 >= 26 => {
            vec![("--fml.neoForgeVersion", loader), ("--fml.mcVersion", game), ("--fml.neoFormVersion", "1")]
        }
        n if n >= GameNumber(1, 20, 2) => {
            let target = if n >= GameNumber(1, 21, 4) { "neoforgeclient" } else { "forgeclient" };
            vec![
                ("--fml.neoForgeVersion", loader),
                ("--fml.fmlVersion", fml),
                ("--fml.mcVersion", game),
                ("--fml.neoFormVersion", "20240808.144430"),
                ("--launchTarget", target),
            ]
        }
        _ => vec![
            ("--launchTarget", "forgeclient"),
            ("--fml.forgeVersion", loader),
            ("--fml.fmlVersion", fml),
            ("--fml.mcVersion", game),
            ("--fml.mcpVersion", "20230612.114412"),
        ],
    };
    pairs.into_iter().flat_map(|(key, value)| [key.to_owned(), value.to_owned()]).collect()
}

fn profile(id: &str, game: &str, main: &str) -> Value {
    json!({
        "id": id, "inheritsFrom": game, "type": "release", "mainClass": main, "logging": {},
        "time": "2024-02-01T10:00:00+00:00", "releaseTime": "2024-02-01T10:00:00+00:00",
    })
}
