//! Where Java runtimes lie on each system. Nothing is run or read here; folders are listed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::JavaSource;
use crate::{Machine, Os};

/// More entries of one folder than this are not looked at.
const MOST: usize = 200;

/// What the search starts from.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) machine: &'a Machine,
    /// Executables or homes that the player registered.
    pub(crate) known: &'a [PathBuf],
    /// Game roots; the official launcher keeps runtimes in them.
    pub(crate) roots: &'a [PathBuf],
}

impl Search<'_> {
    /// Whether a file (canonical) lies in a game root.
    pub(crate) fn is_in_a_root(&self, file: &Path) -> bool {
        let real = self.roots.iter().filter_map(|root| root.canonicalize().ok());
        real.chain(self.roots.iter().cloned()).any(|root| file.starts_with(root))
    }
}

/// A runtime's home, or an executable, that may be there.
pub(crate) type Candidate = (PathBuf, JavaSource);

/// Everything worth a look, most trusted source first.
pub(crate) fn candidates(search: &Search) -> Vec<Candidate> {
    let machine = search.machine;
    let mut found: Vec<Candidate> =
        search.known.iter().map(|path| (path.clone(), JavaSource::Settings)).collect();
    found.extend(machine.env_path("JAVA_HOME").map(|home| (home, JavaSource::JavaHome)));
    found.extend(on_path(machine).into_iter().map(|path| (path, JavaSource::Path)));
    found.extend(children(&system_folders(machine), JavaSource::System));
    found.extend(children(&user_folders(machine), JavaSource::User));
    found.extend(children(&launcher_folders(machine), JavaSource::Launcher));
    found.extend(official_runtimes(search).into_iter().map(|home| (home, JavaSource::Launcher)));
    found
}

/// The executable of a home, or the path itself when it names one.
pub(crate) fn executable(path: &Path, os: Os) -> PathBuf {
    let name = executable_name(os);
    let inside = ["bin", "Contents/Home/bin", "jre.bundle/Contents/Home/bin", "jre/bin"];
    let homes = inside.iter().map(|folder| path.join(folder).join(name));
    homes.into_iter().find(|path| path.is_file()).unwrap_or_else(|| path.to_owned())
}

fn executable_name(os: Os) -> &'static str {
    if os == Os::Windows { "java.exe" } else { "java" }
}

fn on_path(machine: &Machine) -> Vec<PathBuf> {
    let Some(path) = machine.env.get("PATH") else { return Vec::new() };
    let name = executable_name(machine.os);
    let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.take(MOST).map(|folder| folder.join(name)).filter(|path| path.is_file()).collect()
}

/// The entries of each folder, in order of their names.
fn children(folders: &[PathBuf], source: JavaSource) -> Vec<Candidate> {
    folders.iter().flat_map(|folder| list(folder)).map(|path| (path, source)).collect()
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).filter_map(std::result::Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    paths.sort();
    paths
}

fn system_folders(machine: &Machine) -> Vec<PathBuf> {
    let below = |names: &[&str]| names.iter().map(|name| machine.system_root.join(name)).collect::<Vec<_>>();
    match machine.os {
        Os::Linux => below(&[
            "usr/lib/jvm",
            "usr/lib64/jvm",
            "usr/lib32/jvm",
            "usr/java",
            "opt/java",
            "opt/jdk",
            "opt/jdks",
            "app/jdk",
        ]),
        Os::MacOs => below(&[
            "Library/Java/JavaVirtualMachines",
            "System/Library/Java/JavaVirtualMachines",
            "opt/homebrew/opt",
            "usr/local/opt",
        ]),
        Os::Windows => windows_folders(machine),
    }
}

/// Below each `Program Files`, where the vendors' installers put their folders.
fn windows_folders(machine: &Machine) -> Vec<PathBuf> {
    const VENDORS: &[&str] = &[
        "Java",
        "Eclipse Adoptium",
        "Eclipse Foundation",
        "AdoptOpenJDK",
        "Zulu",
        "Microsoft",
        "BellSoft",
        "Amazon Corretto",
        "Semeru",
        "RedHat",
        "OpenJDK",
        "OpenLogic",
        "SapMachine",
    ];
    let programs = ["ProgramFiles", "ProgramFiles(x86)", "ProgramW6432"]
        .iter()
        .filter_map(|name| machine.env_path(name));
    programs.flat_map(|folder| VENDORS.iter().map(move |vendor| folder.join(vendor))).collect()
}

fn user_folders(machine: &Machine) -> Vec<PathBuf> {
    let Some(home) = &machine.home else { return Vec::new() };
    [
        ".sdkman/candidates/java",
        ".jdks",
        ".asdf/installs/java",
        ".local/share/mise/installs/java",
        ".jabba/jdk",
        "Library/Java/JavaVirtualMachines",
        "scoop/apps",
    ]
    .iter()
    .map(|name| home.join(name))
    .collect()
}

/// Where other launchers keep the runtimes they downloaded. HMCL sorts them by platform first.
fn launcher_folders(machine: &Machine) -> Vec<PathBuf> {
    let data = match machine.os {
        Os::Linux => {
            machine.env_path("XDG_DATA_HOME").or_else(|| Some(machine.home.as_ref()?.join(".local/share")))
        }
        Os::MacOs => machine.home.as_ref().map(|home| home.join("Library/Application Support")),
        Os::Windows => machine.env_path("APPDATA"),
    };
    let Some(data) = data else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        ["PrismLauncher/java", "ModrinthApp/meta/java_versions", "gdlauncher_carbon/data/managed_runtimes"]
            .iter()
            .map(|name| data.join(name))
            .collect();
    let hmcl = [data.join("hmcl/java"), data.join(".hmcl/java")];
    folders.extend(hmcl.iter().flat_map(|folder| list(folder)));
    folders
}

/// Homes of the official launcher's runtimes: `runtime/<component>/<platform>/<component>`.
fn official_runtimes(search: &Search) -> Vec<PathBuf> {
    let machine = search.machine;
    let roots = search.roots.iter().map(|root| root.join("runtime"));
    let packaged = machine
        .env_path("LOCALAPPDATA")
        .map(|data| data.join("Packages/Microsoft.4297127D64EC6_8wekyb3d8bbwe/LocalCache/Local/runtime"));
    let program =
        machine.env_path("ProgramFiles(x86)").map(|folder| folder.join("Minecraft Launcher/runtime"));
    let folders: Vec<PathBuf> = roots.chain(packaged).chain(program).collect();
    let platforms = folders.iter().flat_map(|folder| list(folder)).flat_map(|component| list(&component));
    platforms.flat_map(|platform| list(&platform)).collect()
}
