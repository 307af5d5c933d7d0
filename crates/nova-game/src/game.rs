//! The handle on everything: what tools, pages and the terminal call.

use std::{path::PathBuf, sync::Arc};

use nova_model::Clock;

use crate::{
    AppearanceChange, Check, DiskUsage, DownloadSource, Folders, JavaList, Machine, Probe, Proposal, Result,
    Roots, Settings, SystemInfo, Version, VersionList,
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
}

#[expect(clippy::unimplemented, clippy::unused_self, reason = "the surface is laid before it is filled")]
impl Game {
    /// A handle. Looks at nothing yet.
    pub fn new(setup: GameSetup) -> Self {
        Self { setup: Arc::new(setup) }
    }

    /// What it works on.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The settings in force.
    pub fn settings(&self) -> Settings {
        unimplemented!()
    }

    /// The game roots; an error when there is none, or the given one cannot be used.
    pub fn roots(&self) -> Result<Roots> {
        unimplemented!()
    }

    /// The versions of all roots.
    pub fn versions(&self) -> Result<VersionList> {
        unimplemented!()
    }

    /// The version with this id, or the current one. Exact id first, then the only one that differs in case; otherwise an
    /// error with the nearest ids.
    pub fn version(&self, id: Option<&str>) -> Result<Version> {
        let _ = id;
        unimplemented!()
    }

    /// The Java runtimes of this computer.
    pub fn java(&self) -> JavaList {
        unimplemented!()
    }

    /// The computer's facts.
    pub fn system(&self) -> SystemInfo {
        unimplemented!()
    }

    /// Whether a version can start, check by check.
    pub fn environment(&self, version: &Version) -> Vec<Check> {
        let _ = version;
        unimplemented!()
    }

    /// The space taken, of everything or of one version.
    pub fn disk_usage(&self, version: Option<&Version>) -> Result<DiskUsage> {
        let _ = version;
        unimplemented!()
    }

    /// Makes a version the current one of its root.
    pub fn select(&self, id: &str) -> Result<Proposal> {
        let _ = id;
        unimplemented!()
    }

    /// Gives a version another id: folder, json, jar, and what inherits from it.
    pub fn rename(&self, id: &str, new_name: &str) -> Result<Proposal> {
        let _ = (id, new_name);
        unimplemented!()
    }

    /// Puts a version in the trash area; its worlds are zipped first when they lie in its folder.
    pub fn delete(&self, id: &str) -> Result<Proposal> {
        let _ = id;
        unimplemented!()
    }

    /// Gives a version (the current one when left out) its own folders, or the shared ones. Moves no files.
    pub fn set_isolation(&self, folders: Folders, id: Option<&str>) -> Result<Proposal> {
        let _ = (folders, id);
        unimplemented!()
    }

    /// Sets the heap limit in MiB, for all versions or for one.
    pub fn set_memory(&self, max_mb: u64, id: Option<&str>) -> Result<Proposal> {
        let _ = (max_mb, id);
        unimplemented!()
    }

    /// Sets the Java, for all versions or for one: an id from the list, a path, a major number, or `auto`.
    pub fn set_java(&self, java: &str, id: Option<&str>) -> Result<Proposal> {
        let _ = (java, id);
        unimplemented!()
    }

    /// Sets where files are downloaded from.
    pub fn set_download_source(&self, source: DownloadSource) -> Result<Proposal> {
        let _ = source;
        unimplemented!()
    }

    /// Changes the look or the language.
    pub fn set_appearance(&self, change: &AppearanceChange) -> Result<Proposal> {
        let _ = change;
        unimplemented!()
    }
}
