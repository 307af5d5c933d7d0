//! A computer with nothing on it but what a test puts there.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_game::{GameProcess, GameSetup, Machine, Os, Probe};
use nova_import::{Found, Source, find};
use nova_model::{Clock, Millis};
use tempfile::TempDir;

struct Nothing;

impl Clock for Nothing {
    fn now(&self) -> Millis {
        0
    }
}

impl Probe for Nothing {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _: &Path) -> bool {
        false
    }
}

pub(crate) struct World {
    _dir: TempDir,
    pub(crate) home: PathBuf,
    pub(crate) setup: GameSetup,
}

impl World {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().canonicalize().unwrap();
        let home = top.join("home");
        std::fs::create_dir_all(&home).unwrap();
        let mut machine = Machine::new(Os::Linux, "x86_64");
        machine.home = Some(home.clone());
        machine.system_root = top.join("system");
        let setup = GameSetup {
            data: top.join("nova"),
            machine,
            game_dir: None,
            probe: Arc::new(Nothing),
            clock: Arc::new(Nothing),
        };
        Self { _dir: dir, home, setup }
    }

    /// A folder below the home, there or not.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.home.join(path)
    }

    pub(crate) fn find(&self) -> Found {
        find(&self.setup, &[])
    }

    /// The one source there is.
    pub(crate) fn only(&self) -> Source {
        let found = self.find();
        assert!(found.problems.is_empty(), "{:?}", found.problems);
        assert_eq!(found.sources.len(), 1, "{:#?}", found.sources);
        found.sources.into_iter().next().unwrap()
    }
}

/// Codes of a source's notes.
pub(crate) fn notes(source: &Source) -> Vec<String> {
    source.notes.iter().map(|note| note.code.to_string()).collect()
}
