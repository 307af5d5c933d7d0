//! The handle on everything: what tools, pages and the terminal call.

use std::{path::PathBuf, sync::Arc};

use nova_files::Step;
use nova_model::Clock;

use crate::{
    AppearanceChange, ArgsMode, Check, DiskUsage, DownloadSource, Folders, GameOptions, GamePart,
    GraphicsCard, Java, JavaList, JavaNeed, LaunchCommands, LaunchSettings, LimitsChange, LoaderBuild,
    LocalConsent, Machine, MemoryAdvice, ModelChange, OwnLaunch, Probe, Proposal, Result, RootState, Roots,
    Setting, Settings, SystemInfo, Trust, Version, VersionList, Window,
    change::{self, Scene, Target},
    disk_usage, environment, java, memory, roots, system, version,
};

/// What the services work on.
#[derive(Clone)]
pub struct GameSetup {
    /// The data folder (settings); need not be there.
    pub data: PathBuf,
    /// The computer.
    pub machine: Machine,
    /// The game root of the command line; when given, the only one looked at.
    pub game_dir: Option<PathBuf>,
    /// Running games and open worlds.
    pub probe: Arc<dyn Probe>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// The handle. Cheap to clone; every call looks at the disk as it is now.
#[derive(Clone)]
pub struct Game {
    setup: Arc<GameSetup>,
    asked: Arc<java::Asked>,
}

impl Game {
    /// A handle. Looks at nothing yet.
    pub fn new(setup: GameSetup) -> Self {
        Self { setup: Arc::new(setup), asked: Arc::default() }
    }

    /// What it works on.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The settings in force.
    pub fn settings(&self) -> Settings {
        Settings::read(&self.setup.data)
    }

    /// The settings file and what belongs in it where there is none yet: it is written with the first change of any kind,
    /// so that the format number is on record. A file that cannot be read is left alone.
    pub fn first_settings(&self) -> Option<(PathBuf, Vec<u8>)> {
        if Settings::file(&self.setup.data).symlink_metadata().is_ok() {
            return None;
        }
        let steps = self.settings().edit(&self.setup.data).steps(self.setup.clock.now());
        steps.into_iter().find_map(|step| match step {
            Step::Write { path, content } => Some((path, content)),
            _ => None,
        })
    }

    /// The game roots; an error when there is none, or the given one cannot be used.
    pub fn roots(&self) -> Result<Roots> {
        self.roots_by(&self.settings())
    }

    /// Every folder that is registered or in use, also those that cannot be used now; the preferred one first.
    pub fn folders(&self) -> Vec<RootState> {
        roots::states(self.setup.game_dir.as_deref(), &self.settings(), &self.setup.machine)
    }

    /// Where the first version goes on a computer without any game root: the official launcher's place, which every launcher knows.
    /// None where the system does not say where the player's files are.
    pub fn default_root(&self) -> Option<PathBuf> {
        roots::official(&self.setup.machine)
    }

    fn roots_by(&self, settings: &Settings) -> Result<Roots> {
        roots::find(self.setup.game_dir.as_deref(), settings, &self.setup.machine)
    }

    /// The versions of all roots.
    pub fn versions(&self) -> Result<VersionList> {
        let settings = self.settings();
        let roots = self.roots_by(&settings)?;
        Ok(self.survey(&settings, &roots))
    }

    fn survey(&self, settings: &Settings, roots: &Roots) -> VersionList {
        let setup = &*self.setup;
        let games = setup.probe.games();
        let mut list = VersionList { items: Vec::new(), problems: roots.problems.clone() };
        for root in &roots.items {
            let (versions, problems) = version::survey(&version::Survey {
                root,
                settings,
                machine: &setup.machine,
                probe: &*setup.probe,
                games: &games,
            });
            list.items.extend(versions);
            list.problems.extend(problems);
        }
        list
    }

    /// The version with this id, or the current one. Exact id first, then the only one that differs in case; otherwise an
    /// error with the nearest ids.
    pub fn version(&self, id: Option<&str>) -> Result<Version> {
        let list = self.versions()?;
        pick(&list, id).cloned()
    }

    /// The Java runtimes of this computer.
    pub fn java(&self) -> JavaList {
        self.java_by(&self.settings())
    }

    /// Which Java a version will need that is not there yet: the game version, the major version that its file states, and the loader.
    pub fn foreseen_java(&self, game: &str, stated: Option<u32>, loader: Option<LoaderBuild>) -> JavaNeed {
        let os = self.setup.machine.os;
        let loaders: Vec<LoaderBuild> = loader.into_iter().collect();
        JavaNeed::of(&java::Wanted { game: Some(game), stated, loaders: &loaders, main_class: None, os })
    }

    /// What a runtime says that lies nowhere in particular yet. It is run, so it has to be one that Nova fetched itself.
    ///
    /// # Errors
    /// What the system says where it does not run, or [`std::io::ErrorKind::InvalidData`] where it says no version.
    pub fn ask_java(&self, executable: &std::path::Path) -> std::io::Result<Java> {
        java::ask(executable, &self.setup.machine.env)
    }

    fn java_by(&self, settings: &Settings) -> JavaList {
        let roots = self.roots_by(settings).unwrap_or_default();
        let roots: Vec<PathBuf> = roots.items.into_iter().map(|root| root.path).collect();
        let search = java::Search {
            machine: &self.setup.machine,
            data: &self.setup.data,
            known: &settings.known_java,
            roots: &roots,
        };
        java::find(&search, &self.asked)
    }

    /// The computer's facts, with the space at every game root.
    pub fn system(&self) -> SystemInfo {
        let roots = self.roots().unwrap_or_default();
        let folders: Vec<PathBuf> = roots.items.into_iter().map(|root| root.path).collect();
        system::look(&self.setup.machine, &folders)
    }

    /// Whether a version can start, check by check.
    pub fn environment(&self, version: &Version) -> Vec<Check> {
        let settings = self.settings();
        environment::check(
            version,
            &environment::Surroundings {
                java: &self.java_by(&settings),
                settings: &settings,
                machine: &self.setup.machine,
                system: &self.system(),
                probe: &*self.setup.probe,
            },
        )
    }

    /// The space taken, of everything or of one version.
    pub fn disk_usage(&self, version: Option<&Version>) -> Result<DiskUsage> {
        if let Some(version) = version {
            return Ok(disk_usage::of_version(version));
        }
        let roots: Vec<PathBuf> = self.roots()?.items.into_iter().map(|root| root.path).collect();
        Ok(disk_usage::of_roots(&roots, &self.setup.data))
    }

    /// Makes a version the current one of its root.
    pub fn select(&self, id: &str) -> Result<Proposal> {
        self.plan(|scene| change::select(scene, scene.versions.find(id)?))
    }

    /// Gives a version another id: folder, json, jar, and what inherits from it.
    pub fn rename(&self, id: &str, new_name: &str) -> Result<Proposal> {
        self.plan(|scene| change::rename(scene, scene.versions.find(id)?, new_name))
    }

    /// A copy of a version under a new id, with these parts of its game folder; without any named, with what usually goes
    /// along ([`GamePart::USUAL`]), or the shared folders where it shares them.
    pub fn copy(&self, id: &str, new_name: &str, include: &[GamePart]) -> Result<Proposal> {
        self.plan(|scene| change::copy(scene, scene.versions.find(id)?, new_name, include))
    }

    /// Puts a version in the trash area; its worlds are zipped first when they lie in its folder. A folder below
    /// `versions/` that holds no version can be put there too; of a link only the link.
    pub fn delete(&self, id: &str) -> Result<Proposal> {
        let settings = self.settings();
        let roots = self.roots_by(&settings)?;
        let versions = self.survey(&settings, &roots);
        change::delete(&self.scene(&settings, &versions), &roots.items, id)
    }

    /// Gives a version (the current one when left out) its own folders, or the shared ones. Moves no files.
    pub fn set_isolation(&self, folders: Folders, id: Option<&str>) -> Result<Proposal> {
        self.plan(|scene| change::isolation(scene, pick(scene.versions, id)?, folders))
    }

    /// Sets the heap limit in MiB, for all versions or for one.
    pub fn set_memory(&self, max_mb: u64, id: Option<&str>) -> Result<Proposal> {
        let total = system::look(&self.setup.machine, &[]).memory_total_mb();
        let java = self.java();
        match id {
            Some(id) => self.plan(|scene| {
                let version = scene.versions.find(id)?;
                change::memory_of(scene, version, max_mb, total, self.chosen(scene, version, &java))
            }),
            None => self.plan_anywhere(|scene| {
                let java = scene.settings.java.as_deref().and_then(|id| java.find(id));
                change::memory(scene, max_mb, total, java)
            }),
        }
    }

    fn chosen<'a>(&self, scene: &Scene, version: &Version, java: &'a JavaList) -> Option<&'a Java> {
        environment::chosen(version, scene.settings, &self.setup.machine, java)
    }

    /// How much memory would suit a version, with the sum behind it.
    pub fn recommend_memory(&self, version: &Version) -> MemoryAdvice {
        let settings = self.settings();
        let list = self.java_by(&settings);
        let java = environment::chosen(version, &settings, &self.setup.machine, &list);
        let total = system::look(&self.setup.machine, &[]).memory_total_mb();
        MemoryAdvice::of(memory::facts(version, total, java))
    }

    /// Sets the Java, for all versions or for one: an id from the list, a path, a major number, or `auto`.
    pub fn set_java(&self, java: &str, id: Option<&str>) -> Result<Proposal> {
        let list = self.java();
        match id {
            Some(id) => self.plan(|scene| change::java_of(scene, scene.versions.find(id)?, java, &list)),
            None => self.plan_anywhere(|scene| change::java(scene, java, &list)),
        }
    }

    /// Sets the further arguments of Java, for all versions or for one; an empty line in place of the others takes
    /// them away.
    pub fn set_jvm_args(&self, line: &str, mode: ArgsMode, id: Option<&str>) -> Result<Proposal> {
        let java = self.java();
        self.plan_launch(id, |target| {
            let version = target.version.or_else(|| target.scene.versions.current().ok());
            let chosen = version.and_then(|version| self.chosen(target.scene, version, &java));
            change::args(target, line, mode, chosen.map(|java| java.major))
        })
    }

    /// Sets an environment variable of the game, for all versions or for one; an empty value takes it away.
    pub fn set_variable(&self, name: &str, value: &str, id: Option<&str>) -> Result<Proposal> {
        self.plan_launch(id, |target| change::variable(target, name, value))
    }

    /// Sets the game's window, for all versions or for one: what is `None` stays, a side of 0 is left to the game.
    pub fn set_window(&self, window: &Window, id: Option<&str>) -> Result<Proposal> {
        self.plan_launch(id, |target| change::window(target, window))
    }

    /// Lets a version follow the general settings again. Its folders, note and group stay.
    pub fn reset_version_settings(&self, id: &str) -> Result<Proposal> {
        self.plan(|scene| change::reset(scene, scene.versions.find(id)?))
    }

    /// Lets a version start as these settings of its own say, and nothing else of them change.
    pub fn start_as(&self, id: &str, wanted: &OwnLaunch) -> Result<Proposal> {
        self.plan(|scene| change::start_as(scene, scene.versions.find(id)?, wanted))
    }

    /// Sets the player's note on a version, and the group it is in.
    pub fn set_version_note(
        &self,
        id: &str,
        note: &Setting<String>,
        group: &Setting<String>,
    ) -> Result<Proposal> {
        self.plan(|scene| change::note(scene, scene.versions.find(id)?, note, group))
    }

    /// The game's own options of a version.
    pub fn game_options(&self, version: &Version) -> Result<GameOptions> {
        change::options_of(version)
    }

    /// Sets one of the game's own options of a version (the current one when left out).
    pub fn set_game_option(&self, key: &str, value: &str, id: Option<&str>) -> Result<Proposal> {
        self.plan(|scene| change::option(scene, pick(scene.versions, id)?, key, value))
    }

    /// What a version is started with beyond memory and Java: its own settings over the general ones. Arguments and variables
    /// are to be judged when they are used ([`crate::jvm_args`], [`crate::check_variable`]), and a version's own commands run
    /// only where [`Game::commands_allowed`] says so: they may have come with a folder from somebody else.
    pub fn launch_settings(&self, version: &Version) -> LaunchSettings {
        version.own.launch.over(&self.settings().launch)
    }

    /// Whether the commands around a version's game are the player's own word: the general ones are, a version's own ones once
    /// they were allowed as they are now.
    pub fn commands_allowed(&self, version: &Version) -> bool {
        let own = &version.own.launch.commands;
        own.is_empty() || self.settings().consents.get(&version.folder) == Some(own)
    }

    /// Allows the commands a version brings. For the player's own commands and pages: no tool offers it.
    pub fn allow_commands(&self, id: &str) -> Result<Proposal> {
        self.plan(|scene| change::allow_commands(scene, scene.versions.find(id)?))
    }

    /// Sets the graphics card that games are drawn with. For the player's own pages: no tool offers it.
    pub fn set_graphics(&self, card: GraphicsCard) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::graphics(scene, card))
    }

    /// Sets the commands around the games of all versions. Like [`Game::allow_commands`], for the player only.
    pub fn set_commands(&self, commands: &LaunchCommands) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::commands(scene, commands))
    }

    /// Plans a change of what games are started with.
    fn plan_launch(
        &self,
        id: Option<&str>,
        make: impl FnOnce(&Target) -> Result<Proposal>,
    ) -> Result<Proposal> {
        match id {
            Some(id) => self.plan(|scene| make(&Target { scene, version: Some(scene.versions.find(id)?) })),
            None => self.plan_anywhere(|scene| make(&Target { scene, version: None })),
        }
    }

    /// Sets where files are downloaded from.
    pub fn set_download_source(&self, source: DownloadSource) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::download_source(scene, source))
    }

    /// Changes the look or the language.
    pub fn set_appearance(&self, change: &AppearanceChange) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::appearance(scene, change))
    }

    /// Sets the model to talk to. For the player's own commands and pages: no tool offers it.
    pub fn set_model(&self, change: &ModelChange) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::model(scene, change))
    }

    /// Sets the client id that Microsoft's sign-in is asked with. For the player only.
    pub fn set_client_id(&self, id: &Setting<String>) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::client_id(scene, id))
    }

    /// Sets whether a model server found on this computer may be asked. Like [`Game::set_model`], for the player only.
    pub fn set_local_model(&self, consent: LocalConsent) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::local_model(scene, consent))
    }

    /// Sets how much Nova may do by itself; `tools` belong to [`Trust::Chosen`]. For the player only.
    pub fn set_trust(&self, trust: Trust, tools: &[String]) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::trust(scene, trust, tools))
    }

    /// Sets the limits of a turn and of a day. For the player only.
    pub fn set_limits(&self, change: &LimitsChange) -> Result<Proposal> {
        self.plan_anywhere(|scene| change::limits(scene, change))
    }

    /// Registers a folder as a game root: a path as typed, which is checked.
    pub fn add_root(&self, path: &str) -> Result<Proposal> {
        let given = self.setup.game_dir.as_deref();
        self.plan_roots(|scene, roots| change::add_root(scene, roots, given, path))
    }

    /// Forgets a game root; its files stay.
    pub fn remove_root(&self, path: &str) -> Result<Proposal> {
        let given = self.setup.game_dir.as_deref();
        self.plan_roots(|scene, roots| change::remove_root(scene, roots, given, path))
    }

    /// Lets a game root come first.
    pub fn choose_root(&self, path: &str) -> Result<Proposal> {
        self.plan_roots(|scene, roots| change::choose_root(scene, roots, path))
    }

    /// Plans a change of the list of game roots, which looks at no version.
    fn plan_roots(&self, make: impl FnOnce(&Scene, &Roots) -> Result<Proposal>) -> Result<Proposal> {
        let settings = self.settings();
        let roots = self.roots_by(&settings).unwrap_or_default();
        make(&self.scene(&settings, &VersionList::default()), &roots)
    }

    /// Plans a change that needs a game root.
    fn plan(&self, make: impl FnOnce(&Scene) -> Result<Proposal>) -> Result<Proposal> {
        let settings = self.settings();
        let roots = self.roots_by(&settings)?;
        let versions = self.survey(&settings, &roots);
        make(&self.scene(&settings, &versions))
    }

    /// Plans a change that can be made without any game root.
    fn plan_anywhere(&self, make: impl FnOnce(&Scene) -> Result<Proposal>) -> Result<Proposal> {
        let settings = self.settings();
        let versions =
            self.roots_by(&settings).map(|roots| self.survey(&settings, &roots)).unwrap_or_default();
        make(&self.scene(&settings, &versions))
    }

    fn scene<'a>(&'a self, settings: &'a Settings, versions: &'a VersionList) -> Scene<'a> {
        Scene {
            data: &self.setup.data,
            machine: &self.setup.machine,
            settings,
            versions,
            probe: &*self.setup.probe,
            now: self.setup.clock.now(),
        }
    }
}

fn pick<'a>(list: &'a VersionList, id: Option<&str>) -> Result<&'a Version> {
    match id {
        Some(id) => list.find(id),
        None => list.current(),
    }
}
