//! What a version was when it last ran well, what has changed since, and the way back.
//!
//! A snapshot is taken at each start, of what the game is started with: mods, loader, Java, memory, arguments, variables, small files
//! of the configuration. It counts as good once the game has been ready and was left normally: the watcher sees that end and says so
//! ([`ended`]), whether a window of Nova is open or not. What was changed while the game ran is therefore not mistaken for something
//! that has worked.
//!
//! | to change | look at |
//! |---|---|
//! | what is noted | `snapshot.rs`, files of the configuration `configs.rs` |
//! | where it lies, how much is kept | `shelf.rs` |
//! | what counts as a change | `diff.rs`, which knows no disk |
//! | what is brought back, and what cannot be | `restore.rs`, `bring.rs` |

mod bring;
pub(crate) mod codes;
mod configs;
mod diff;
mod restore;
mod shelf;
mod snapshot;
mod starts;

use nova_files::Files;
use nova_game::{Java, Version};
use nova_model::Millis;
use nova_play::{Ending, Progress, Run};
use serde::Serialize;

use crate::launcher::Launcher;

pub use diff::Difference;
use diff::{changed, written};
use shelf::Shelf;
use snapshot::Snapshot;

/// A game that was left sooner has shown little.
const LEAST: Millis = 5_000;

/// What is different since a version last ran well.
#[derive(Clone, Debug, Serialize)]
pub struct Since {
    /// When the game was started that ran well.
    pub at: Millis,
    /// Its run.
    pub run: String,
    /// What is different now.
    pub differences: Vec<Difference>,
    /// Files of the configuration that were written while that game ran: by the game itself, as a rule, so they count as good.
    pub written: Vec<String>,
}

/// A snapshot that is taken and lies nowhere yet: the game is to be started first.
pub(crate) struct Taken {
    shelf: Shelf,
    snapshot: Snapshot,
    contents: configs::Contents,
}

impl Launcher {
    /// Takes down what a version is about to be started with. None where there is no room for it: a start is worth more.
    pub(crate) fn about_to_start(&self, version: &Version, java: Option<&Java>, run: &str) -> Option<Taken> {
        let kept = Shelf::of(&self.files, &version.root, &version.id).ok()?;
        let before = kept.newest();
        let mut snapshot = self.snapshot(version, java, run);
        let contents = configs::take(&version.instance().dir, before.as_ref(), &kept, &mut snapshot.configs);
        Some(Taken { shelf: kept, snapshot, contents })
    }

    /// Keeps it, while the game starts. The game changes none of its mods, so they are read now.
    pub(crate) fn started(&self, version: &Version, taken: Taken) {
        let Taken { shelf, mut snapshot, contents } = taken;
        snapshot.mods = snapshot::mods(&version.instance());
        // What is not kept cannot be brought back, and says so then.
        let _ = shelf.keep(&snapshot, contents);
        shelf.tidy(self.files.data());
    }

    /// What is different since a version last ran well; none where it has not yet. Nothing is written.
    pub fn since_last_good(&self, version: &Version) -> Option<Since> {
        let (good, now, _) = self.then_and_now(version)?;
        let differences = changed(&good, &now);
        Some(Since { at: good.at, run: good.run.clone(), differences, written: written(&good, &now) })
    }

    fn then_and_now(&self, version: &Version) -> Option<(Snapshot, Snapshot, Shelf)> {
        let kept = Shelf::of(&self.files, &version.root, &version.id).ok()?;
        let good = kept.last_good(self.files.data())?;
        let mut now = self.snapshot(version, self.java_for(version).as_ref(), "");
        now.mods = snapshot::mods(&version.instance());
        snapshot::same_bytes(&good, &mut now, &version.instance());
        configs::look(&version.instance().dir, &mut now.configs);
        Some((good, now, kept))
    }
}

/// The end of a game, as its watcher saw it. What it was started with is good from now on, or forgotten.
pub fn ended(files: &Files, run: &Run) {
    let Ok(shelf) = Shelf::of(files, &run.begun.root, &run.begun.version) else { return };
    let Some(mut snapshot) = shelf.of_run(&run.id) else { return };
    if ran_well(run) {
        let contents = configs::after(&run.begun.folder, &mut snapshot.configs);
        snapshot::hash_mods(&mut snapshot, shelf.last_good(files.data()).as_ref());
        snapshot.good = true;
        // It stays what it was: a snapshot of a run whose end is on record.
        let _ = shelf.keep(&snapshot, contents);
    }
    shelf.tidy(files.data());
}

/// Whether a game has shown that it works: its window was there, and the player left it.
fn ran_well(run: &Run) -> bool {
    let ready = run.ended.as_ref().is_some_and(|ended| ended.progress == Progress::Ready);
    let played = run.played(0).unwrap_or_default();
    ready && run.ending() == Some(Ending::Clean) && played >= LEAST
}
