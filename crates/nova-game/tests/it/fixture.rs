//! A temporary game root with a data folder, a fixed clock and a probe that says what a test wants.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use nova_files::Files;
use nova_game::{Game, GameError, GameProcess, GameSetup, Machine, Os, Probe, Proposal};
use nova_model::{Clock, Explain, Millis, Origin, Problem};
use nova_testkit::GameRoot;
use tempfile::TempDir;

pub(crate) struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Millis {
        1_700_000_000_000
    }
}

/// What runs and which worlds are open.
#[derive(Default)]
pub(crate) struct Scripted {
    pub(crate) games: Mutex<Vec<GameProcess>>,
    pub(crate) open: Mutex<Vec<PathBuf>>,
}

impl Probe for Scripted {
    fn games(&self) -> Vec<GameProcess> {
        self.games.lock().unwrap().clone()
    }

    fn world_is_open(&self, world: &Path) -> bool {
        self.open.lock().unwrap().iter().any(|open| open == world)
    }
}

pub(crate) struct Fixture {
    pub(crate) dir: TempDir,
    pub(crate) root: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) probe: Arc<Scripted>,
    pub(crate) game: Game,
}

/// A machine without anything in it, all of whose well-known places lie in `dir`.
pub(crate) fn machine(dir: &Path) -> Machine {
    let mut machine = Machine::new(Os::Linux, "x86_64");
    machine.home = Some(dir.join("home"));
    machine.system_root = dir.join("system");
    machine
}

impl Fixture {
    pub(crate) fn new(root: &GameRoot) -> Self {
        Self::with(root, |_| {})
    }

    pub(crate) fn empty() -> Self {
        Self::new(&GameRoot::new())
    }

    pub(crate) fn with(game_root: &GameRoot, change: impl FnOnce(&mut GameSetup)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().canonicalize().unwrap();
        let (root, data) = (top.join("game"), top.join("data"));
        game_root.write(&root).unwrap();
        let probe = Arc::new(Scripted::default());
        let mut setup = GameSetup {
            data: data.clone(),
            machine: machine(&top),
            game_dir: Some(root.clone()),
            probe: probe.clone(),
            clock: Arc::new(FixedClock),
        };
        change(&mut setup);
        Self { root, data, probe, game: Game::new(setup), dir }
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// `versions/<id>/<id>.json`.
    pub(crate) fn version(&self, id: &str, json: &str) -> PathBuf {
        self.write(&format!("versions/{id}/{id}.json"), json)
    }

    pub(crate) fn settings(&self, json: &str) {
        fs::create_dir_all(&self.data).unwrap();
        fs::write(self.data.join("settings.json"), json).unwrap();
    }

    pub(crate) fn files(&self) -> Files {
        Files::open(&self.data, Arc::new(FixedClock))
    }

    /// Does a proposal for real, and returns the change's id.
    pub(crate) fn apply(&self, proposal: Proposal) -> String {
        let plan = proposal.plan(&self.files()).unwrap();
        assert_eq!(plan.stamps.len(), proposal.watch.len());
        self.files().apply(proposal.batch, &Origin::default()).unwrap().id
    }

    pub(crate) fn undo(&self, change: &str) {
        self.files().undo(change, &Origin::default()).unwrap();
    }
}

/// The code of an error's sentence.
pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, GameError>) -> String {
    result.unwrap_err().report().message.code.into_owned()
}

/// The codes of a list of problems.
pub(crate) fn codes(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|problem| &*problem.message.code).collect()
}
