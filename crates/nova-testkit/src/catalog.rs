//! Mods by the name that players call them: real-looking jars for a loader and a game version.

use crate::version_json::GameNumber;
use crate::{Jar, Loader, ModInfo, Need, Rng};

/// What is known about one mod: its name, a version, the mods that it needs, and those that it does not start beside.
struct Known {
    id: &'static str,
    name: &'static str,
    version: &'static str,
    needs: &'static [&'static str],
    breaks: &'static [&'static str],
}

const fn known(
    id: &'static str,
    name: &'static str,
    version: &'static str,
    needs: &'static [&'static str],
    breaks: &'static [&'static str],
) -> Known {
    Known { id, name, version, needs, breaks }
}

const KNOWN: &[Known] = &[
    known("fabric-api", "Fabric API", "0.92.0", &[], &[]),
    known("sodium", "Sodium", "0.5.3", &[], &["optifabric"]),
    known("iris", "Iris Shaders", "1.6.11", &["sodium"], &["optifabric"]),
    known("lithium", "Lithium", "0.11.2", &[], &["optifabric"]),
    known("phosphor", "Phosphor", "0.8.1", &[], &[]),
    known("modmenu", "Mod Menu", "7.2.2", &["fabric-api"], &[]),
    known("xaeros-minimap", "Xaero's Minimap", "24.0.3", &["fabric-api"], &[]),
    known("xaeros-world-map", "Xaero's World Map", "1.38.1", &["fabric-api"], &[]),
    known("jei", "Just Enough Items", "15.3.0.4", &[], &[]),
    known("rei", "Roughly Enough Items", "12.0.684", &["cloth-config", "architectury"], &[]),
    known("emi", "EMI", "1.1.3", &[], &[]),
    known("litematica", "Litematica", "0.15.4", &["malilib"], &[]),
    known("minihud", "MiniHUD", "0.27.0", &["malilib"], &[]),
    known("malilib", "MaLiLib", "0.16.3", &[], &[]),
    known("cloth-config", "Cloth Config API", "11.1.118", &[], &[]),
    known("architectury", "Architectury", "9.2.14", &[], &[]),
    known("optifabric", "OptiFabric", "1.13.24", &[], &["sodium"]),
    known("create", "Create", "0.5.1.f", &[], &[]),
    known("oculus", "Oculus", "1.6.9", &["embeddium"], &[]),
    known("embeddium", "Embeddium", "0.3.9", &[], &["rubidium"]),
    known("rubidium", "Rubidium", "0.7.1", &[], &["embeddium"]),
    known("journeymap", "JourneyMap", "5.9.18", &[], &[]),
    known("thaumcraft", "Thaumcraft", "6.1.BETA26", &["baubles"], &[]),
    known("baubles", "Baubles", "1.5.2", &[], &[]),
    known("twilightforest", "The Twilight Forest", "3.11.1021", &[], &[]),
    known("botania", "Botania", "441", &["patchouli", "curios"], &[]),
    known("patchouli", "Patchouli", "84", &[], &[]),
    known("curios", "Curios API", "5.4.7", &[], &[]),
    known("mekanism", "Mekanism", "10.4.5.19", &[], &[]),
    known("ae2", "Applied Energistics 2", "15.0.18", &[], &[]),
    known("tconstruct", "Tinkers' Construct", "3.7.2", &["mantle"], &[]),
    known("mantle", "Mantle", "1.10.24", &[], &[]),
    known("voicechat", "Simple Voice Chat", "2.4.32", &[], &[]),
    known("entityculling", "Entity Culling", "1.6.2", &[], &[]),
    known("ferritecore", "FerriteCore", "6.0.1", &[], &[]),
    known("indium", "Indium", "1.0.27", &["sodium"], &[]),
];

/// A jar for the mod of this name; `beside` are the names of the others in the folder. A known mod needs only those of
/// its needs that are there, so that a folder made from a list of names is whole.
pub(crate) fn jar(name: &str, loader: Loader, game: &str, beside: &[&str]) -> Jar {
    if name.eq_ignore_ascii_case("optifine") {
        return Jar::optifine(game, optifine_edition(game));
    }
    let facts = KNOWN.iter().find(|known| known.id == name);
    let mut info = ModInfo::new(loader, &mod_id(name, loader));
    info.name = facts.map_or_else(|| title(name), |known| known.name.to_owned());
    facts.map_or("1.0.0", |known| known.version).clone_into(&mut info.version);
    info.relations = facts.map(|known| relations(known, loader, beside)).unwrap_or_default();
    let file = format!("{name}-{}.jar", info.version);
    Jar::of(info).for_game(game).file(&file)
}

/// The last OptiFine of a game version, roughly.
fn optifine_edition(game: &str) -> &'static str {
    match GameNumber::of(game) {
        n if n < GameNumber(1, 13, 0) => "HD_U_G5",
        n if n < GameNumber(1, 18, 0) => "HD_U_G8",
        n if n < GameNumber(1, 20, 0) => "HD_U_H9",
        n if n < GameNumber(1, 21, 0) => "HD_U_I6",
        _ => "HD_U_J3",
    }
}

/// So many mods of a big pack, all different, some of which need an earlier one.
pub(crate) fn pack(count: usize, loader: Loader, game: &str) -> Vec<Jar> {
    let mut random = Rng::named(game);
    (0..count).map(|index| pack_mod(index, loader, game, &mut random)).collect()
}

fn pack_mod(index: usize, loader: Loader, game: &str, random: &mut Rng) -> Jar {
    let name = pack_name(index);
    let version = format!("{}.{}.{}", 1 + random.below(5), random.below(20), random.below(10));
    let mut info = ModInfo::new(loader, &name.to_lowercase().replace(' ', "_"));
    info.name.clone_from(&name);
    info.version.clone_from(&version);
    if index % 7 == 6 {
        let needed = pack_name(index / 2).to_lowercase().replace(' ', "_");
        info.relations.push((needed, any_range(loader).to_owned(), Need::Required));
    }
    let file = format!("{}-{game}-{version}.jar", name.replace(' ', ""));
    Jar::of(info).for_game(game).file(&file).padding(2048)
}

/// Two words, and from the 576th on a number: no two indexes have one name.
fn pack_name(index: usize) -> String {
    const FIRST: [&str; 24] = [
        "Amber", "Basalt", "Cinder", "Dawn", "Echo", "Fern", "Gilded", "Hollow", "Iron", "Jade", "Kelp",
        "Lunar", "Mossy", "Nether", "Opal", "Pine", "Quartz", "Rusty", "Silver", "Tidal", "Umber", "Velvet",
        "Willow", "Zephyr",
    ];
    const SECOND: [&str; 24] = [
        "Anvils",
        "Bridges",
        "Caravans",
        "Doors",
        "Engines",
        "Foundry",
        "Gardens",
        "Harbors",
        "Instruments",
        "Journals",
        "Kitchens",
        "Lanterns",
        "Machines",
        "Networks",
        "Orchards",
        "Paths",
        "Quarries",
        "Ruins",
        "Storage",
        "Trinkets",
        "Utilities",
        "Villages",
        "Workshops",
        "Yards",
    ];
    let first = FIRST.get(index % 24).copied().unwrap_or_default();
    let second = SECOND.get((index / 24 + index) % 24).copied().unwrap_or_default();
    match index / 576 {
        0 => format!("{first} {second}"),
        round => format!("{first} {second} {round}"),
    }
}

fn relations(known: &Known, loader: Loader, beside: &[&str]) -> Vec<(String, String, Need)> {
    let any = any_range(loader);
    let one = |id: &&str, need| (mod_id(id, loader), any.to_owned(), need);
    let needs = known.needs.iter().filter(|id| beside.contains(id)).map(|id| one(id, Need::Required));
    let breaks = known.breaks.iter().map(|id| one(id, Need::Breaks));
    // The Forge forms before NeoForge cannot say that a mod breaks beside another one.
    let can_break = !matches!(loader, Loader::Forge | Loader::LegacyForge);
    needs.chain(breaks.filter(|_| can_break)).collect()
}

fn any_range(loader: Loader) -> &'static str {
    match loader {
        Loader::Fabric | Loader::Quilt | Loader::LegacyForge => "*",
        Loader::Forge | Loader::NeoForge => "[0,)",
    }
}

/// Forge's ids hold no hyphen.
fn mod_id(name: &str, loader: Loader) -> String {
    match loader {
        Loader::Fabric | Loader::Quilt => name.to_lowercase(),
        Loader::Forge | Loader::NeoForge | Loader::LegacyForge => name.to_lowercase().replace('-', "_"),
    }
}

/// `mouse-tweaks` as `Mouse Tweaks`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(['-', '_', ' ']).map(word).collect::<Vec<_>>().join(" ")
}
