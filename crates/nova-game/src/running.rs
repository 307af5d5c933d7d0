//! Which games run and which worlds are open. The real probe looks at the system; tests pass their own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Instance, lock_files};

/// More worlds than this are not probed for an open one.
const MOST_WORLDS: usize = 500;

/// A running process that looks like the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameProcess {
    /// Its process id.
    pub pid: u32,
    /// The `--gameDir` it was started with.
    pub game_dir: Option<PathBuf>,
    /// The `--version` it was started with.
    pub version: Option<String>,
}

/// What is going on outside the files.
pub trait Probe: Send + Sync {
    /// The games of this user that run now.
    fn games(&self) -> Vec<GameProcess>;
    /// Whether the game holds a world open (its `session.lock` is locked). Cheap, and without a false alarm.
    fn world_is_open(&self, world: &Path) -> bool;
    /// Those of the worlds that are open, also where the lock was lost. Looks at all processes once: ask for many together.
    fn open_worlds(&self, worlds: &[PathBuf]) -> Vec<PathBuf> {
        worlds.iter().filter(|world| self.world_is_open(world)).cloned().collect()
    }
}

/// The real one: process list and lock probe.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemProbe;

impl Probe for SystemProbe {
    fn games(&self) -> Vec<GameProcess> {
        processes::games()
    }

    fn world_is_open(&self, world: &Path) -> bool {
        nova_files::world_is_open(world)
    }

    fn open_worlds(&self, worlds: &[PathBuf]) -> Vec<PathBuf> {
        let written = lock_files::written_by_others(worlds);
        worlds.iter().filter(|world| self.world_is_open(world) || written.contains(world)).cloned().collect()
    }
}

/// Whether a version runs: a process plays in its folder, or a world in its own folder is open. Asked for every version of
/// a list, so it goes by the lock alone.
pub(crate) fn is_running(instance: &Instance, games: &[GameProcess], probe: &dyn Probe) -> bool {
    games.iter().any(|game| plays(game, instance))
        || (instance.isolated && worlds(instance).iter().any(|world| probe.world_is_open(world)))
}

/// A world of the version's game folder that is open.
pub(crate) fn open_world(instance: &Instance, probe: &dyn Probe) -> Option<PathBuf> {
    probe.open_worlds(&worlds(instance)).into_iter().next()
}

fn worlds(instance: &Instance) -> Vec<PathBuf> {
    let entries = fs::read_dir(instance.saves()).into_iter().flatten().take(MOST_WORLDS);
    let folders = entries
        .filter_map(|world| world.ok().filter(|world| world.file_type().is_ok_and(|kind| kind.is_dir())));
    folders.map(|world| world.path()).collect()
}

/// In shared folders the version named on the command line decides, since several versions play there.
fn plays(game: &GameProcess, instance: &Instance) -> bool {
    let named = game.version.as_deref().map(|version| version == instance.id);
    match game.game_dir.as_deref().map(|dir| same_folder(dir, &instance.dir)) {
        Some(true) => instance.isolated || named.unwrap_or(true),
        Some(false) => false,
        None => named.unwrap_or(false),
    }
}

fn same_folder(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|real| real == other)
}

/// What the arguments of a process say, if it is the game: `--gameDir`, `--version`.
fn of_arguments(pid: u32, arguments: &[String]) -> Option<GameProcess> {
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at.checked_add(1)?).filter(|value| !value.is_empty()).cloned()
    };
    let game_dir = value("--gameDir").map(PathBuf::from);
    let is_game = game_dir.is_some() || value("--assetsDir").is_some() || value("--assetIndex").is_some();
    is_game.then(|| GameProcess { pid, game_dir, version: value("--version") })
}

#[cfg(target_os = "linux")]
mod processes {
    //! The process list of Linux: `/proc/<pid>/cmdline` of this user's processes.

    use std::{
        fs::{self, File},
        io::Read,
        os::unix::fs::MetadataExt,
        path::Path,
    };

    use super::{GameProcess, of_arguments};

    /// Longer command lines than the system itself takes are cut.
    const LONGEST: u64 = 4 << 20;

    pub(super) fn games() -> Vec<GameProcess> {
        let own = rustix::process::getuid().as_raw();
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(std::result::Result::ok);
        let mine = entries.filter(|entry| entry.metadata().is_ok_and(|seen| seen.uid() == own));
        mine.filter_map(|entry| game(entry.file_name().to_str()?.parse().ok()?, &entry.path())).collect()
    }

    fn game(pid: u32, folder: &Path) -> Option<GameProcess> {
        let mut line = Vec::new();
        File::open(folder.join("cmdline")).ok()?.take(LONGEST).read_to_end(&mut line).ok()?;
        let arguments: Vec<String> =
            line.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        of_arguments(pid, &arguments)
    }
}

#[cfg(not(target_os = "linux"))]
mod processes {
    //! The process list elsewhere, through sysinfo.

    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

    use super::{GameProcess, of_arguments};

    pub(super) fn games() -> Vec<GameProcess> {
        let mut system = System::new();
        let wanted = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, wanted);
        let of = |process: &sysinfo::Process| {
            let words: Vec<String> =
                process.cmd().iter().map(|word| word.to_string_lossy().into_owned()).collect();
            of_arguments(process.pid().as_u32(), &words)
        };
        system.processes().values().filter_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(isolated: bool) -> Instance {
        let root = PathBuf::from("/nowhere/game");
        let folder = root.join("versions/a");
        Instance {
            id: "a".to_owned(),
            dir: if isolated { folder.clone() } else { root.clone() },
            root,
            folder,
            isolated,
            game_version: None,
            loader: None,
            java_major: None,
        }
    }

    fn game(dir: Option<&str>, version: Option<&str>) -> GameProcess {
        GameProcess { pid: 1, game_dir: dir.map(PathBuf::from), version: version.map(str::to_owned) }
    }

    #[test]
    fn arguments_of_other_programs_are_no_game() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(of_arguments(1, &words("cargo --version 1")), None);
        let found = of_arguments(7, &words("java Main --version a --gameDir /g --assetsDir /x")).unwrap();
        assert_eq!((found.game_dir, found.version.as_deref()), (Some(PathBuf::from("/g")), Some("a")));
        assert_eq!(of_arguments(1, &words("java --gameDir")), None);
    }

    #[test]
    fn the_folder_decides_and_in_shared_folders_the_version() {
        let own = "/nowhere/game/versions/a";
        assert!(plays(&game(Some(own), Some("renamed")), &instance(true)));
        assert!(!plays(&game(Some("/nowhere/game"), Some("a")), &instance(true)));
        assert!(plays(&game(Some("/nowhere/game"), Some("a")), &instance(false)));
        assert!(!plays(&game(Some("/nowhere/game"), Some("b")), &instance(false)));
        assert!(plays(&game(Some("/nowhere/game"), None), &instance(false)));
        assert!(plays(&game(None, Some("a")), &instance(true)));
        assert!(!plays(&game(None, None), &instance(true)));
    }
}
