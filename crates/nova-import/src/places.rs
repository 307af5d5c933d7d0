//! Where other launchers keep their things, for each system.

use std::path::PathBuf;

use nova_game::Machine;
use nova_model::Os;

/// Below the folders where programs keep their data; the launcher's own folder, with the file that it is set by.
pub(crate) const PRISM: &[(&str, &str)] = &[
    ("PrismLauncher", "prismlauncher.cfg"),
    ("PolyMC", "polymc.cfg"),
    ("PollyMC", "pollymc.cfg"),
    ("FjordLauncher", "fjordlauncher.cfg"),
    ("MultiMC", "multimc.cfg"),
    ("multimc", "multimc.cfg"),
];
pub(crate) const MODRINTH: &[&str] = &["ModrinthApp", "com.modrinth.theseus"];
pub(crate) const AT: &[&str] = &["ATLauncher/instances", "atlauncher/instances"];
pub(crate) const GD: &[&str] = &["gdlauncher_carbon/data/instances", "gdlauncher_next/instances"];
/// Below the player's home.
pub(crate) const CURSE: &[&str] = &[
    "curseforge/minecraft/Instances",
    "Documents/curseforge/minecraft/Instances",
    "Documents/Curse/Minecraft/Instances",
    "Twitch/Minecraft/Instances",
];

/// Where Flatpak keeps the data of these launchers.
const FLATPAKS: &[&str] = &[
    "org.prismlauncher.PrismLauncher",
    "org.polymc.PolyMC",
    "org.fn2006.PollyMC",
    "com.modrinth.ModrinthApp",
    "io.github.gdlauncher.GDLauncher",
    "com.atlauncher.ATLauncher",
];

/// An environment variable that is set, as a path.
pub(crate) fn env(machine: &Machine, name: &str) -> Option<PathBuf> {
    machine.env.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Below the player's home.
pub(crate) fn home(machine: &Machine, name: &str) -> Option<PathBuf> {
    machine.home.as_ref().map(|home| home.join(name))
}

/// The folders where programs keep their data.
pub(crate) fn data(machine: &Machine) -> Vec<PathBuf> {
    let home = |name: &str| home(machine, name);
    let mut folders = match machine.os {
        Os::Linux => {
            let mut folders = vec![
                env(machine, "XDG_DATA_HOME").or_else(|| home(".local/share")),
                env(machine, "XDG_CONFIG_HOME").or_else(|| home(".config")),
            ];
            folders.extend(FLATPAKS.iter().map(|id| home(&format!(".var/app/{id}/data"))));
            folders
        }
        Os::MacOs => vec![home("Library/Application Support")],
        Os::Windows => vec![env(machine, "APPDATA"), env(machine, "LOCALAPPDATA")],
    };
    // Launchers that need no installer lie beside this program, or where things are unpacked.
    folders.extend(programs(machine).into_iter().map(Some));
    folders.into_iter().flatten().collect()
}

/// Where programs lie that were only unpacked: HMCL and PCL keep their settings beside themselves.
pub(crate) fn programs(machine: &Machine) -> Vec<PathBuf> {
    let beside = machine.program_dir.clone();
    let parent = beside.as_ref().and_then(|dir| Some(dir.parent()?.to_owned()));
    let homes = ["", "Desktop", "Downloads", "Documents", "Games"].map(|name| home(machine, name));
    [beside, parent].into_iter().chain(homes).flatten().collect()
}

/// These names below each of these folders, as far as there is a folder.
pub(crate) fn below(folders: &[PathBuf], names: &[&str]) -> Vec<PathBuf> {
    let places = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    places.filter(|path| path.is_dir()).collect()
}

/// The official launcher's folder.
pub(crate) fn official(machine: &Machine) -> Vec<PathBuf> {
    let folder = match machine.os {
        Os::Linux => home(machine, ".minecraft"),
        Os::MacOs => home(machine, "Library/Application Support/minecraft"),
        Os::Windows => env(machine, "APPDATA").map(|data| data.join(".minecraft")),
    };
    let flatpak =
        home(machine, ".var/app/com.mojang.Minecraft/.minecraft").filter(|_| machine.os == Os::Linux);
    folder.into_iter().chain(flatpak).collect()
}
