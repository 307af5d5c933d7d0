//! Where Java runtimes lie on each system. Nothing is run or read here; folders are listed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{JavaSource, launchers, registry};
use crate::{Machine, Os};

/// More entries of one folder than this are not looked at.
const MOST: usize = 200;

/// What the search starts from.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) machine: &'a Machine,
    /// The data folder: Nova's own runtimes lie in it.
    pub(crate) data: &'a Path,
    /// Executables or homes that the player registered.
    pub(crate) known: &'a [PathBuf],
    /// Game roots; the official launcher keeps runtimes in them.
    pub(crate) roots: &'a [PathBuf],
}

impl Search<'_> {
    /// Whether a file (canonical) lies in a game root, or in the runtimes of a launcher's game folder.
    pub(crate) fn is_in_a_root(&self, file: &Path) -> bool {
        let folders = self.roots.iter().cloned().chain(launchers::runtime_folders(self));
        let mut folders = folders.flat_map(|folder| [folder.canonicalize().ok(), Some(folder)]).flatten();
        folders.any(|folder| file.starts_with(folder))
    }
}

/// A runtime's home, or an executable, that may be there.
pub(crate) type Candidate = (PathBuf, JavaSource);

/// Everything worth a look, most trusted source first.
pub(crate) fn candidates(search: &Search) -> Vec<Candidate> {
    let machine = search.machine;
    let mut found: Vec<Candidate> =
        search.known.iter().map(|path| (path.clone(), JavaSource::Settings)).collect();
    found.extend(children(&[search.data.join("java")], JavaSource::Nova));
    found.extend(named_homes(machine).into_iter().map(|home| (home, JavaSource::JavaHome)));
    found.extend(on_path(machine).into_iter().map(|path| (path, JavaSource::Path)));
    found.extend(children(&system_folders(machine), JavaSource::System));
    found.extend(children(&user_folders(machine), JavaSource::User));
    found.extend(registry::homes(machine).into_iter().map(|home| (home, JavaSource::System)));
    let official = launchers::official(&launchers::runtime_folders(search));
    let of_launchers = launchers::homes(machine).into_iter().chain(official);
    found.extend(of_launchers.map(|home| (home, JavaSource::Launcher)));
    found
}

/// `JAVA_HOME` first, then the names that builders use for several (`JAVA_HOME_17_X64`, `JDK_HOME`).
fn named_homes(machine: &Machine) -> Vec<PathBuf> {
    let others = machine.env.keys().filter(|name| {
        name.as_str() != "JAVA_HOME"
            && ["JAVA_HOME_", "JDK_HOME", "JRE_HOME"].iter().any(|start| name.starts_with(start))
    });
    let names = std::iter::once("JAVA_HOME").chain(others.map(String::as_str));
    names.filter_map(|name| machine.env_path(name)).take(MOST).collect()
}

/// The executable of a home, or the path itself when it names one.
pub(crate) fn executable(path: &Path, os: Os) -> PathBuf {
    let name = executable_name(os);
    let inside = [
        "bin",
        "Contents/Home/bin",
        "jre.bundle/Contents/Home/bin",
        "jre/bin",
        // Homebrew, scoop and snap put the home further down.
        "libexec/openjdk.jdk/Contents/Home/bin",
        "libexec/bin",
        "current/bin",
        "current/jdk/bin",
    ];
    let homes = inside.iter().map(|folder| path.join(folder).join(name));
    let found = homes.into_iter().find(|path| path.is_file());
    let found = found.or_else(|| inner_homes(path, name).into_iter().find(|path| path.is_file()));
    found.unwrap_or_else(|| path.to_owned())
}

/// Azul's archives for macOS hold a bundle (`zulu-17.jre/Contents/Home`).
fn inner_homes(path: &Path, name: &str) -> Vec<PathBuf> {
    let is_bundle = |folder: &PathBuf| {
        folder
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("jre") || end.eq_ignore_ascii_case("jdk"))
    };
    let bundles = list(path).into_iter().filter(is_bundle);
    bundles.map(|bundle| bundle.join("Contents/Home/bin").join(name)).collect()
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

pub(super) fn list(folder: &Path) -> Vec<PathBuf> {
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
            "opt",
            "app/jdk",
            "usr/local/lib/jvm",
            "usr/local/java",
            "usr/lib/sdk",
            "home/linuxbrew/.linuxbrew/opt",
            "run/current-system/sw/lib",
            "snap",
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
        .filter_map(|name| machine.env_path(name))
        .chain(machine.env_path("LOCALAPPDATA").map(|data| data.join("Programs")));
    programs.flat_map(|folder| VENDORS.iter().map(move |vendor| folder.join(vendor))).collect()
}

fn user_folders(machine: &Machine) -> Vec<PathBuf> {
    const BELOW_HOME: &[&str] = &[
        ".sdkman/candidates/java",
        ".jdks",
        ".jenv/versions",
        ".asdf/installs/java",
        ".local/share/mise/installs/java",
        ".local/share/rtx/installs/java",
        ".jabba/jdk",
        ".gradle/jdks",
        ".local/lib/jvm",
        "Library/Java/JavaVirtualMachines",
        "scoop/apps",
    ];
    // Where those who moved the tools' folders say that they are.
    const MOVED: &[(&str, &str)] = &[
        ("SDKMAN_CANDIDATES_DIR", "java"),
        ("SDKMAN_DIR", "candidates/java"),
        ("JENV_ROOT", "versions"),
        ("ASDF_DATA_DIR", "installs/java"),
        ("MISE_DATA_DIR", "installs/java"),
        ("JABBA_HOME", "jdk"),
        ("GRADLE_USER_HOME", "jdks"),
        ("SCOOP", "apps"),
    ];
    let below = machine.home.iter().flat_map(|home| BELOW_HOME.iter().map(move |name| home.join(name)));
    let moved = MOVED.iter().filter_map(|(name, folder)| Some(machine.env_path(name)?.join(folder)));
    below.chain(moved).collect()
}
