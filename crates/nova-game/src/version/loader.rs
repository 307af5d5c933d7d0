//! Which mod loaders a version json brings, from its libraries, arguments and main class.
//!
//! The markers are the ones the loaders' own installers write, of every generation: Forge as library `forge` (to 1.16)
//! or `fmlloader` (from 1.17) or `--fml.forgeVersion`; `NeoForge` as `--fml.neoForgeVersion`, and for 1.20.1, where it still
//! called itself `forge`, as `--fml.forgeVersion` beside libraries of `net.neoforged.fancymodloader`.

use nova_model::Loader;
use serde::{Deserialize, Serialize};

use super::json::VersionJson;

/// A loader with its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoaderBuild {
    /// Which one.
    pub loader: Loader,
    /// Its version without the game version (`0.15.11`, `47.2.0`); empty where the json does not say.
    pub version: String,
}

/// The loaders of a json, the one that loads mods first.
pub(crate) fn loaders(json: &VersionJson) -> Vec<LoaderBuild> {
    let found = [
        (Loader::Quilt, quilt(json)),
        (Loader::Fabric, fabric(json)),
        (Loader::NeoForge, neoforge(json)),
        (Loader::Forge, forge(json)),
        (Loader::LiteLoader, liteloader(json)),
        (Loader::OptiFine, optifine(json)),
    ];
    let mut builds: Vec<LoaderBuild> = found
        .into_iter()
        .filter_map(|(loader, version)| Some(LoaderBuild { loader, version: version?.to_owned() }))
        .collect();
    let quilt = builds.iter().any(|build| build.loader == Loader::Quilt);
    builds.retain(|build| !(quilt && build.loader == Loader::Fabric));
    builds
}

/// Adds loaders that are not there yet.
pub(crate) fn merge(into: &mut Vec<LoaderBuild>, more: Vec<LoaderBuild>) {
    for build in more {
        match into.iter_mut().find(|known| known.loader == build.loader) {
            Some(known) if known.version.is_empty() => known.version = build.version,
            Some(_) => {}
            None => into.push(build),
        }
    }
}

fn quilt(json: &VersionJson) -> Option<&str> {
    json.library("org.quiltmc", "quilt-loader")
        .or_else(|| json.patch("quilt"))
        .or_else(|| main_class(json, "org.quiltmc."))
}

fn fabric(json: &VersionJson) -> Option<&str> {
    json.library("net.fabricmc", "fabric-loader")
        .or_else(|| json.patch("fabric"))
        .or_else(|| main_class(json, "net.fabricmc."))
}

fn neoforge(json: &VersionJson) -> Option<&str> {
    let early = || json.argument("--fml.forgeVersion").filter(|_| is_neoforged(json));
    json.argument("--fml.neoForgeVersion")
        .or_else(early)
        .or_else(|| json.library("net.neoforged", "neoforge"))
        .or_else(|| json.patch("neoforge"))
        .or_else(|| main_class(json, "net.neoforged."))
        .or_else(|| is_neoforged(json).then_some(""))
}

fn is_neoforged(json: &VersionJson) -> bool {
    json.libraries.iter().any(|name| name.starts_with("net.neoforged.fancymodloader:"))
}

fn forge(json: &VersionJson) -> Option<&str> {
    if is_neoforged(json) || json.argument("--fml.neoForgeVersion").is_some() {
        return None;
    }
    let named = ["forge", "fmlloader", "minecraftforge"]
        .into_iter()
        .find_map(|artifact| json.library("net.minecraftforge", artifact))
        .map(without_game);
    json.argument("--fml.forgeVersion")
        .or(named)
        .or_else(|| json.patch("forge").map(without_game))
        .or_else(|| json.library("com.cleanroommc", "cleanroom"))
        .or_else(|| tweaker(json, "fml.common.launcher.FMLTweaker"))
        .or_else(|| main_class(json, "net.minecraftforge."))
}

/// `47.2.0` of `1.20.1-47.2.0`, `10.13.3.1400` of `1.7.10-10.13.3.1400-1.7.10`.
fn without_game(version: &str) -> &str {
    let mut parts = version.split('-');
    let first = parts.next().unwrap_or(version);
    parts.next().unwrap_or(first)
}

fn liteloader(json: &VersionJson) -> Option<&str> {
    json.library("com.mumfrey", "liteloader")
        .or_else(|| json.patch("liteloader"))
        .or_else(|| tweaker(json, "LiteLoaderTweaker"))
}

fn optifine(json: &VersionJson) -> Option<&str> {
    json.library("optifine", "OptiFine")
        .map(optifine_build)
        .or_else(|| json.patch("optifine"))
        .or_else(|| tweaker(json, "optifine.OptiFine"))
}

/// `HD_U_G8` of `1.16.5_HD_U_G8`.
fn optifine_build(version: &str) -> &str {
    version.split_once('_').map_or(version, |(_, build)| build)
}

/// An empty version when a tweak class of this name is named in the arguments.
fn tweaker(json: &VersionJson, name: &str) -> Option<&'static str> {
    json.arguments.iter().any(|argument| argument.contains(name)).then_some("")
}

/// An empty version when the main class is of this package.
fn main_class(json: &VersionJson, package: &str) -> Option<&'static str> {
    json.main_class.as_deref().is_some_and(|class| class.starts_with(package)).then_some("")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn of(value: Value) -> Vec<(Loader, String)> {
        let Value::Object(map) = value else { panic!("not an object") };
        loaders(&VersionJson::of(&map)).into_iter().map(|build| (build.loader, build.version)).collect()
    }

    fn one(loader: Loader, version: &str) -> Vec<(Loader, String)> {
        vec![(loader, version.to_owned())]
    }

    #[test]
    fn vanilla_has_none() {
        assert!(
            of(json!({"mainClass": "net.minecraft.client.main.Main", "libraries": [{"name": "a:b:1"}]}))
                .is_empty()
        );
    }

    #[test]
    fn fabric_and_quilt_are_told_apart() {
        let fabric = json!({"libraries": [{"name": "net.fabricmc:fabric-loader:0.15.11"}]});
        assert_eq!(of(fabric), one(Loader::Fabric, "0.15.11"));
        let quilt = json!({"libraries": [{"name": "net.fabricmc:fabric-loader:0.15.11"},
            {"name": "org.quiltmc:quilt-loader:0.26.1"}]});
        assert_eq!(of(quilt), one(Loader::Quilt, "0.26.1"));
    }

    #[test]
    fn every_generation_of_forge_gives_its_version_without_the_game() {
        let old = json!({"libraries": [{"name": "net.minecraftforge:forge:1.7.10-10.13.3.1400-1.7.10"}]});
        assert_eq!(of(old), one(Loader::Forge, "10.13.3.1400"));
        let middle = json!({"libraries": [{"name": "net.minecraftforge:forge:1.12.2-14.23.5.2860"}]});
        assert_eq!(of(middle), one(Loader::Forge, "14.23.5.2860"));
        let new = json!({"libraries": [{"name": "net.minecraftforge:fmlloader:1.20.4-49.1.0"}],
            "mainClass": "net.minecraftforge.bootstrap.ForgeBootstrap"});
        assert_eq!(of(new), one(Loader::Forge, "49.1.0"));
        let arguments = json!({"arguments": {"game": ["--fml.forgeVersion", "37.1.1"]}});
        assert_eq!(of(arguments), one(Loader::Forge, "37.1.1"));
    }

    #[test]
    fn neoforge_is_no_forge_even_while_it_called_itself_so() {
        let early = json!({"arguments": {"game": ["--fml.forgeVersion", "47.1.106"]},
            "libraries": [{"name": "net.neoforged.fancymodloader:loader:47.2.2"}]});
        assert_eq!(of(early), one(Loader::NeoForge, "47.1.106"));
        let late = json!({"arguments": {"game": ["--fml.neoForgeVersion", "21.1.200"]}});
        assert_eq!(of(late), one(Loader::NeoForge, "21.1.200"));
    }

    #[test]
    fn helpers_ride_on_the_main_loader() {
        let pack = json!({"minecraftArguments":
            "--tweakClass net.minecraftforge.fml.common.launcher.FMLTweaker --tweakClass com.mumfrey.liteloader.launch.LiteLoaderTweaker",
            "libraries": [{"name": "optifine:OptiFine:1.12.2_HD_U_E3"}]});
        let names: Vec<_> = of(pack).into_iter().map(|(loader, _)| loader).collect();
        assert_eq!(names, [Loader::Forge, Loader::LiteLoader, Loader::OptiFine]);
    }

    #[test]
    fn hmcl_parts_are_read() {
        let json = json!({"patches": [{"id": "game", "version": "1.20.1"}, {"id": "forge", "version": "47.2.0"},
            {"id": "optifine", "version": "HD_U_I6"}]});
        assert_eq!(
            of(json),
            [(Loader::Forge, "47.2.0".to_owned()), (Loader::OptiFine, "HD_U_I6".to_owned())]
        );
    }
}
