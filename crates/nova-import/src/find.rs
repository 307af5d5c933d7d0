//! Looking at every place where a launcher may have its instances.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use nova_game::GameSetup;
use nova_model::{Message, Problem};
use serde::Serialize;

use crate::{Launcher, Source, Version, launchers};

/// A folder in the official layout that can also be used where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Root {
    /// Whose it is.
    pub launcher: Launcher,
    /// The folder, canonical.
    pub path: PathBuf,
    /// How many versions it has.
    pub versions: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Instances, by launcher and name.
    pub sources: Vec<Source>,
    /// Folders that hold several of them, and are none of this launcher's game roots.
    pub roots: Vec<Root>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Found {
    pub(crate) fn unreadable(&mut self, launcher: Launcher, path: &Path) {
        let message = Message::new("import.unreadable").with("path", path).with("launcher", launcher.label());
        self.problems.push(Problem::warning(path.display().to_string(), message));
    }
}

/// Every instance of other launchers on this computer, but for what lies in these folders: the game roots that are in use,
/// and this launcher's own data.
pub fn find(setup: &GameSetup, known: &[PathBuf]) -> Found {
    let known: Vec<PathBuf> = known.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut found = Found::default();
    launchers::official(setup, &known, &mut found);
    launchers::roots(setup, &known, &mut found);
    launchers::prism(&setup.machine, &mut found);
    launchers::modrinth(&setup.machine, &mut found);
    launchers::curse(&setup.machine, &mut found);
    launchers::at(&setup.machine, &mut found);
    launchers::gd(&setup.machine, &mut found);
    tidied(found, &known)
}

/// Each once, in order. One folder under two launchers' names is the one's that was looked at first.
fn tidied(mut found: Found, known: &[PathBuf]) -> Found {
    let mut ids = BTreeSet::new();
    found.sources.retain(|source| {
        let ours = source.version.is_none() && known.iter().any(|root| source.folder.starts_with(root));
        !ours && ids.insert(source.id.clone())
    });
    found.sources.sort_by(|a, b| (a.launcher, &a.name, &a.id).cmp(&(b.launcher, &b.name, &b.id)));
    for source in &mut found.sources {
        if source.game.is_none() {
            source.notes.push(Message::new("import.note.unknown-game"));
        }
    }
    found
}

/// A source's version as it is read where it lies; none where it is gone.
pub fn installed(setup: &GameSetup, at: &Version) -> Option<nova_game::Version> {
    launchers::installed(setup, at)
}
