//! What the install page lets the player choose from.

use std::collections::BTreeSet;

use nova_core::{Build, Games};
use nova_model::{Loader, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use crate::Fault;

/// The game's versions that can be installed, and where they would go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct InstallView {
    /// The versions, newest first.
    pub games: Vec<RemoteGame>,
    /// The newest release.
    pub latest: Option<String>,
    /// The newest of any kind.
    pub latest_snapshot: Option<String>,
    /// Since when the list was kept, where no server answers.
    pub kept_since: Option<Millis>,
    /// The game folder they would go to.
    pub folder: Option<String>,
    /// Whether that folder is made with the first install.
    pub new_folder: bool,
    /// The game folders there are.
    pub folders: usize,
}

/// A version of the game that can be installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RemoteGame {
    /// Its id.
    pub id: String,
    /// What kind it is.
    #[ts(type = "'release' | 'snapshot' | 'old'")]
    pub channel: &'static str,
    /// When it came out.
    pub released: Option<Millis>,
    /// Whether a version of it is installed.
    pub installed: bool,
}

/// What there is of one loader for a game version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LoaderOffer {
    /// The loader, as the tools take it.
    pub loader: String,
    /// Its name.
    pub name: String,
    /// Its builds, newest first; none where it has none for this game version.
    pub builds: Vec<BuildRow>,
    /// Why its builds are not known.
    pub fault: Option<Fault>,
}

/// One build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BuildRow {
    /// Its version.
    pub version: String,
    /// Whether it is the one to take.
    pub recommended: bool,
    /// Whether its makers call it unfinished.
    pub unstable: bool,
}

/// What the new version would be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct NewName {
    /// The name; the wished one, else one that tells what it is.
    pub name: Option<String>,
    /// Why the wished one cannot be taken.
    pub fault: Option<Fault>,
}

impl RemoteGame {
    /// All of a list; `installed` are the game versions that are there.
    pub(crate) fn all(games: &Games, installed: &BTreeSet<String>) -> Vec<Self> {
        let row = |entry: &_| Self::of(entry, installed);
        games.list.versions.iter().map(row).collect()
    }

    fn of(entry: &nova_core::GameEntry, installed: &BTreeSet<String>) -> Self {
        let channel = match entry.kind.as_str() {
            "release" => "release",
            kind if kind.starts_with("old_") => "old",
            _ => "snapshot",
        };
        let at = |text: &str| text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond);
        Self {
            id: clean(&entry.id, 100),
            channel,
            released: entry.release_time.as_deref().and_then(at),
            installed: installed.contains(&entry.id),
        }
    }
}

impl LoaderOffer {
    pub(crate) fn of(loader: Loader, found: Result<Vec<Build>, Fault>) -> Self {
        let (builds, fault) = match found {
            Ok(builds) => (builds.iter().map(BuildRow::of).collect(), None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        Self { loader: loader.as_str().to_owned(), name: loader.label().to_owned(), builds, fault }
    }
}

impl BuildRow {
    fn of(build: &Build) -> Self {
        let version = clean(&build.version, 100);
        Self { version, recommended: build.recommended, unstable: build.unstable }
    }
}
