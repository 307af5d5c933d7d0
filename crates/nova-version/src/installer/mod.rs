//! Installers of Forge and `NeoForge`: `install_profile.json` to a list of steps for the client.
//!
//! Two forms. The new one (1.13 and later, late 1.12.2) lists libraries, data and processors: Java programs that make the loader's jar
//! out of the game's. The old one (1.5.2 to 1.12.2) holds a version json and one jar. What came before was a zip to be copied into the
//! client jar; it has no profile and is not supported.
//!
//! Whatever a profile names inside its jar or below a folder is checked before it becomes a path.

mod new;
mod old;
mod processor;
mod tokens;

use nova_model::{Os, Problem};

pub use self::processor::{Mappings, Output, Processor};
use crate::{error::VersionError, files::LibraryFile, path::SafePath, platform::join, read::object};

/// The largest recorded profile has 120 KiB, most of it an icon.
const CAP: usize = 8 << 20;

/// The folders and files an installer works with: absolute, in the system's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The system the processors run on.
    pub os: Os,
    /// The game root.
    pub root: String,
    /// Its `libraries` folder.
    pub libraries: String,
    /// The client jar of the game version.
    pub client_jar: String,
    /// The installer's jar.
    pub installer: String,
    /// A folder of this installation alone, for what processors read and nobody keeps.
    pub scratch: String,
}

/// Which folder a path lies below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// `libraries`.
    Libraries,
    /// The folder of this installation.
    Scratch,
}

impl Place {
    /// A path below one of the folders.
    pub fn resolve(&self, area: Area, path: &SafePath) -> String {
        let folder = match area {
            Area::Libraries => &self.libraries,
            Area::Scratch => &self.scratch,
        };
        join(self.os, folder, path.as_str())
    }
}

/// Where a version json comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionSource {
    /// From this entry of the installer.
    Entry(SafePath),
    /// It stands in the profile: these bytes.
    Bytes(Vec<u8>),
}

/// One step of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstallStep {
    /// The game version itself is needed: its json and its client jar.
    NeedGame {
        /// Its id.
        game: String,
    },
    /// A library is fetched. The installer may bring it: then its entry comes first.
    FetchLibrary {
        /// The library.
        file: LibraryFile,
        /// Where the installer would have it.
        inside: SafePath,
    },
    /// A file of the installer is unpacked.
    ExtractFromInstaller {
        /// The entry.
        entry: SafePath,
        /// The folder it goes to.
        area: Area,
        /// Its path there.
        to: SafePath,
    },
    /// The client jar is copied to the new version, without the signatures that changed classes would break (some of 1.5.2).
    StripClientJar {
        /// The game version.
        game: String,
        /// The new version.
        id: String,
    },
    /// A Java program is run.
    RunProcessor(Processor),
    /// The version json is written, which makes the version.
    WriteVersionJson {
        /// The version's id.
        id: String,
        /// Its json.
        source: VersionSource,
    },
}

/// An installation of a loader for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallPlan {
    /// The id of the version that will be there.
    pub id: String,
    /// The game version it is for.
    pub game: String,
    /// What is done, in order.
    pub steps: Vec<InstallStep>,
    /// What was left out, and why.
    pub problems: Vec<Problem>,
}

impl InstallPlan {
    /// The processors, in order.
    pub fn processors(&self) -> impl Iterator<Item = &Processor> {
        self.steps.iter().filter_map(|step| match step {
            InstallStep::RunProcessor(processor) => Some(processor),
            _ => None,
        })
    }

    /// Whether each processor has nothing left to do, in their order, given which outputs are there with the right digest.
    ///
    /// Without outputs one always has to run. Where a later one writes the same file, that one decides about the file.
    pub fn done(&self, fits: impl Fn(&Output) -> bool) -> Vec<bool> {
        let all: Vec<&Processor> = self.processors().collect();
        let mut done = vec![false; all.len()];
        for (at, processor) in all.iter().enumerate().rev() {
            let later = |output: &Output| {
                let writers = all.iter().enumerate().skip(at + 1);
                writers.filter(|(_, other)| other.writes(&output.path)).map(|(at, _)| at).next_back()
            };
            let is_done = |output: &Output| match later(output) {
                Some(at) => done.get(at).copied().unwrap_or_default(),
                None => fits(output),
            };
            let all_done = !processor.outputs.is_empty() && processor.outputs.iter().all(is_done);
            if let Some(slot) = done.get_mut(at) {
                *slot = all_done;
            }
        }
        done
    }
}

/// Reads the `install_profile.json` of an installer into steps. `name` is the installer's, for messages.
pub fn plan(name: &str, profile: &[u8], place: &Place) -> Result<InstallPlan, VersionError> {
    let map = object(name, profile, CAP)?;
    if map.contains_key("install") && map.contains_key("versionInfo") {
        return old::plan(name, &map);
    }
    if map.contains_key("processors") || map.contains_key("spec") {
        return new::plan(name, &map, place);
    }
    Err(VersionError::Installer { name: nova_model::clean(name, 120) })
}
