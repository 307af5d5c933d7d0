//! A launcher on a game folder of its own, with a host whose word is scripted.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU8, Ordering},
    },
};

use anyhow::Result;
use futures_util::{FutureExt, future::BoxFuture};
use nova_core::{App, LocalPorts, Overrides, Setup, texts::Lang};
use nova_game::{GameProcess, Machine, Os, Probe};
use nova_model::{Clock, Known, Millis, Random, SecretStore};
use nova_testkit::{
    BackupFile, GameFolder, GameRoot, Jar, LogFile, Settings, Tree, Version, World,
    upstream::{Fault, Rule, Upstream, UpstreamSpec},
};
use nova_tools::{Capabilities, Capability, Confirm, Decision, Host, Offer};
use serde_json::json;
use tempfile::TempDir;

/// 2026-01-01T00:00:00Z.
const START: Millis = 1_767_225_600_000;

/// A clock that goes on by a second at each look.
#[derive(Default)]
struct Steps(AtomicI64);

impl Clock for Steps {
    fn now(&self) -> Millis {
        START + 1000 * self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// Bytes that differ at each draw.
#[derive(Default)]
struct Counted(AtomicU8);

impl Random for Counted {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.0.fetch_add(37, Ordering::Relaxed));
    }
}

/// No game runs and no world is open.
struct Quiet;

impl Probe for Quiet {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _world: &Path) -> bool {
        false
    }
}

/// What the scripted host does with a checklist.
#[derive(Clone)]
pub(crate) enum Word {
    /// It has no way to ask.
    Absent,
    /// Always the same.
    Always(Decision),
    /// One decision a line; the rest is not answered.
    Script(Vec<Decision>),
}

struct Scripted(Word);

impl Host for Scripted {
    fn capabilities(&self) -> Capabilities {
        match self.0 {
            Word::Absent => Capabilities::new(),
            _ => Capabilities::from([Capability::Confirm, Capability::Appearance]),
        }
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        (!matches!(self.0, Word::Absent)).then_some(self)
    }
}

impl Confirm for Scripted {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        let decisions = match &self.0 {
            Word::Absent => Vec::new(),
            Word::Always(decision) => vec![*decision; lines.len()],
            Word::Script(decisions) => decisions.clone(),
        };
        std::future::ready(decisions).boxed()
    }
}

/// A game folder, a data folder, and the launcher on them.
pub(crate) struct Desk {
    temp: TempDir,
    upstream: Option<Upstream>,
    pub(crate) app: App,
}

impl Desk {
    /// With everything a tool may want: mods that clash, worlds, a log, a backup, something to undo.
    pub(crate) fn new(word: Word) -> Result<Self> {
        Self::pretending(word, Capabilities::new())
    }

    /// The same, with the testkit's servers in place of the game's.
    pub(crate) fn online(word: Word) -> Result<Self> {
        let desk = Self::new(Word::Absent)?;
        let upstream = Upstream::start(UpstreamSpec::small().assets(3))?;
        let desk = Self { upstream: Some(upstream), ..desk };
        Ok(Self { app: desk.reopened(word)?, ..desk })
    }

    /// From now on no server has libraries.
    pub(crate) fn break_libraries(&self) {
        for host in ["libraries.minecraft.net/", "bmclapi2.bangbang93.com/"] {
            if let Some(upstream) = &self.upstream {
                upstream.fault(Rule::on(host, Fault::Status(404)));
            }
        }
    }

    /// The same, pretending capabilities.
    pub(crate) fn pretending(word: Word, pretended: Capabilities) -> Result<Self> {
        let temp = tempfile::tempdir()?;
        root().write(&temp.path().join("game"))?;
        let backup = BackupFile::new("bk-1", START - 86_400_000)
            .version("1.20.1-fabric")
            .world(World::new("Survival"));
        backup.write(&temp.path().join("data"))?;
        let app = open(temp.path(), word, pretended)?;
        Ok(Self { temp, upstream: None, app })
    }

    /// On a computer with this key ring.
    pub(crate) fn with_ring(ring: Arc<dyn SecretStore>) -> Result<Self> {
        let temp = tempfile::tempdir()?;
        root().write(&temp.path().join("game"))?;
        let game = Some(temp.path().join("game"));
        let setup = Setup { ring: Some(ring), ..setup(temp.path(), game, Word::Absent, Capabilities::new()) };
        Ok(Self { app: App::open(setup)?, upstream: None, temp })
    }

    /// A launcher in whose folder there is no game.
    pub(crate) fn bare(folder: &Path) -> Result<App> {
        open_in(folder, None, Word::Absent, Capabilities::new())
    }

    /// A second launcher on the same folders, around which is this program.
    pub(crate) fn around(&self, host: Arc<dyn Host>) -> Result<App> {
        let folder = self.temp.path();
        let setup = setup(folder, Some(folder.join("game")), Word::Absent, Capabilities::new());
        Ok(App::open(Setup { host, ..setup })?)
    }

    /// A second launcher on the same folders, with another host.
    pub(crate) fn reopened(&self, word: Word) -> Result<App> {
        let folder = self.temp.path();
        let mut setup = setup(folder, Some(folder.join("game")), word, Capabilities::new());
        if let Some(upstream) = &self.upstream {
            setup.sources = nova_core::Rewrites::parse(&upstream.sources_json())?;
        }
        Ok(App::open(setup)?)
    }

    /// The same with another game folder, which need not be there.
    pub(crate) fn in_folder(mut self, game: &str, word: Word) -> Result<Self> {
        let folder = self.temp.path();
        let mut setup = setup(folder, Some(folder.join(game)), word, Capabilities::new());
        if let Some(upstream) = &self.upstream {
            setup.sources = nova_core::Rewrites::parse(&upstream.sources_json())?;
        }
        self.app = App::open(setup)?;
        Ok(self)
    }

    /// A path beside the game folder.
    pub(crate) fn beside(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    /// A second launcher on the same folders, somewhat different.
    pub(crate) fn changed(&self, word: Word, change: impl FnOnce(&mut Setup)) -> Result<App> {
        let folder = self.temp.path();
        let mut setup = setup(folder, Some(folder.join("game")), word, Capabilities::new());
        change(&mut setup);
        Ok(App::open(setup)?)
    }

    /// Both folders as they are now.
    pub(crate) fn tree(&self) -> Result<Tree> {
        Tree::of(self.temp.path())
    }

    /// A path in the data folder.
    pub(crate) fn data(&self, path: &str) -> PathBuf {
        self.temp.path().join("data").join(path)
    }

    /// A new empty folder beside both.
    pub(crate) fn folder(&self, name: &str) -> Result<String> {
        let folder = self.temp.path().join(name);
        nova_testkit::make_folder(&folder)?;
        Ok(folder.canonicalize()?.display().to_string())
    }

    /// The servers of an online desk.
    pub(crate) fn upstream(&self) -> Option<&Upstream> {
        self.upstream.as_ref()
    }

    /// A path in the game folder.
    pub(crate) fn game(&self, path: &str) -> PathBuf {
        self.temp.path().join("game").join(path)
    }
}

fn root() -> GameRoot {
    let own = GameFolder::new()
        .jar(Jar::fabric("sodium").for_game("1.20.1").breaks("optifabric", "*").file("sodium.jar"))
        .jar(Jar::fabric("optifabric").for_game("1.20.1").file("optifabric.jar"))
        .jar(Jar::fabric("lithium").for_game("1.20.1").file("lithium.jar"))
        .disabled(Jar::fabric("iris").for_game("1.20.1").file("iris.jar"))
        .world(World::new("Survival"))
        .log(LogFile::quiet_start("1.20.1", "fabric"));
    GameRoot::new()
        .version(Version::fabric("1.20.1-fabric", "1.20.1").own(own))
        .version(Version::vanilla("1.21.4").own(GameFolder::new().folder("saves")))
        .selected("1.20.1-fabric")
}

/// A launcher on two game folders that both have the version `1.20.1-fabric`; only the second has the world `Far`.
pub(crate) fn on_two_roots(word: Word) -> Result<(TempDir, App)> {
    let temp = tempfile::tempdir()?;
    let folder = temp.path();
    let far = GameFolder::new().world(World::new("Far"));
    let second = GameRoot::new().version(Version::fabric("1.20.1-fabric", "1.20.1").own(far));
    root().write(&folder.join("game"))?;
    second.write(&folder.join("second"))?;
    let roots = ["game", "second"].map(|name| (folder.join(name).display().to_string(), json!({})));
    let roots = serde_json::Map::from_iter(roots);
    Settings::new().set("roots", roots.into()).write(&folder.join("data"))?;
    let app = open_in(folder, None, word, Capabilities::new())?;
    Ok((temp, app))
}

fn open(folder: &Path, word: Word, pretended: Capabilities) -> Result<App> {
    open_in(folder, Some(folder.join("game")), word, pretended)
}

fn open_in(folder: &Path, game_dir: Option<PathBuf>, word: Word, pretended: Capabilities) -> Result<App> {
    Ok(App::open(setup(folder, game_dir, word, pretended))?)
}

fn setup(folder: &Path, game_dir: Option<PathBuf>, word: Word, pretended: Capabilities) -> Setup {
    let mut machine = Machine::new(Os::Linux, "x86_64");
    // Nothing of the real machine: no Java, and a home with nothing in it.
    machine.system_root = folder.join("system");
    machine.home = Some(folder.join("home"));
    Setup {
        sources: nova_core::Rewrites::default(),
        watcher: None,
        ports: LocalPorts { ollama: 0, lm_studio: 0, llama_cpp: 0 },
        data_dir: folder.join("data"),
        game_dir,
        machine,
        probe: Arc::new(Quiet),
        clock: Arc::new(Steps::default()),
        random: Arc::new(Counted::default()),
        zone: jiff::tz::TimeZone::UTC,
        known: Known::default(),
        ring: None,
        overrides: Overrides::default(),
        host: Arc::new(Scripted(word)),
        pretended,
        lang: Lang::En,
    }
}
