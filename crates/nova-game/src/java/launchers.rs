//! Where other launchers keep the runtimes they brought: the official one, HMCL, PCL, Prism and its kin, `MultiMC`, Modrinth App,
//! `CurseForge`, `GDLauncher`, `ATLauncher`, also inside Flatpak. Nothing is run or read here; folders are listed.

use std::path::{Path, PathBuf};

use super::places::{Search, list};
use crate::{Machine, Os};

/// Flatpak's ids, and the launcher's folder below `data` or beside it.
const FLATPAKS: &[(&str, &str)] = &[
    ("org.prismlauncher.PrismLauncher", "data/PrismLauncher/java"),
    ("org.fn2006.PollyMC", "data/PollyMC/java"),
    ("com.modrinth.ModrinthApp", "data/ModrinthApp/meta/java_versions"),
    ("io.github.gdlauncher.GDLauncher", "data/gdlauncher_carbon/data/managed_runtimes"),
];

/// Homes below the launchers' data folders.
pub(super) fn homes(machine: &Machine) -> Vec<PathBuf> {
    let data = data_folders(machine);
    let below = |names: &[&str]| -> Vec<PathBuf> {
        data.iter().flat_map(|data| names.iter().map(move |name| data.join(name))).collect()
    };
    let mut folders = below(&[
        "PrismLauncher/java",
        "PolyMC/java",
        "PollyMC/java",
        "FjordLauncher/java",
        "MultiMC/java",
        "multimc/java",
        "ModrinthApp/meta/java_versions",
        "com.modrinth.theseus/meta/java_versions",
    ]);
    folders.extend(flatpaks(machine));
    // These sort them by platform or vendor first.
    let sorted = below(&["hmcl/java", ".hmcl/java", "gdlauncher_carbon/data/managed_runtimes"]);
    folders.extend(sorted.iter().flat_map(|folder| list(folder)));
    folders
        .iter()
        .flat_map(|folder| list(folder))
        .chain(sorted.iter().flat_map(|folder| list(folder)))
        .collect()
}

fn flatpaks(machine: &Machine) -> Vec<PathBuf> {
    let Some(home) = machine.home.as_ref().filter(|_| machine.os == Os::Linux) else { return Vec::new() };
    FLATPAKS.iter().map(|(id, folder)| home.join(".var/app").join(id).join(folder)).collect()
}

/// Where programs keep their data.
fn data_folders(machine: &Machine) -> Vec<PathBuf> {
    let home = |name: &str| machine.home.as_ref().map(|home| home.join(name));
    let data = match machine.os {
        Os::Linux => vec![machine.env_path("XDG_DATA_HOME").or_else(|| home(".local/share"))],
        Os::MacOs => vec![home("Library/Application Support")],
        Os::Windows => vec![machine.env_path("APPDATA"), machine.env_path("LOCALAPPDATA")],
    };
    data.into_iter().flatten().collect()
}

/// Folders laid out as the official launcher does it: `<component>/<platform>/<component>`, by some launchers `<component>` alone.
pub(super) fn runtime_folders(search: &Search) -> Vec<PathBuf> {
    let machine = search.machine;
    let mut folders: Vec<PathBuf> = search.roots.iter().map(|root| root.join("runtime")).collect();
    let home = |name: &str| machine.home.as_ref().map(|home| home.join(name));
    let env = |name: &str, folder: &str| machine.env_path(name).map(|path| path.join(folder));
    let known = [
        home(".minecraft/runtime"),
        home("Library/Application Support/minecraft/runtime"),
        home("curseforge/minecraft/Install/runtime"),
        home("Documents/curseforge/minecraft/Install/runtime"),
        home(".var/app/com.mojang.Minecraft/.minecraft/runtime"),
        home(".var/app/com.atlauncher.ATLauncher/data/runtimes/minecraft"),
        env("APPDATA", ".minecraft/runtime"),
        env("APPDATA", "ATLauncher/runtimes/minecraft"),
        env("LOCALAPPDATA", "Packages/Microsoft.4297127D64EC6_8wekyb3d8bbwe/LocalCache/Local/runtime"),
        env("ProgramFiles(x86)", "Minecraft Launcher/runtime"),
    ];
    folders.extend(known.into_iter().flatten());
    folders.extend(data_folders(machine).iter().map(|data| data.join("atlauncher/runtimes/minecraft")));
    folders.sort();
    folders.dedup();
    folders
}

/// The homes in such folders.
pub(super) fn official(folders: &[PathBuf]) -> Vec<PathBuf> {
    let components = folders.iter().flat_map(|folder| list(folder));
    components.flat_map(|component| homes_of(&component)).collect()
}

fn homes_of(component: &Path) -> Vec<PathBuf> {
    let platforms = list(component);
    let inner = platforms.iter().flat_map(|platform| list(platform));
    std::iter::once(component.to_owned()).chain(inner).collect()
}
