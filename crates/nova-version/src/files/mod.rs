//! What has to be on the disk before a version starts on a platform.

mod log;
mod natives;
mod pick;
mod source;

use nova_model::Problem;

pub use self::{
    log::{LogConfig, LogSafety, OldLog},
    source::{Check, Source},
};
use crate::{
    coordinate::Coordinate,
    json::{Download, Library},
    merge::Merged,
    path::SafePath,
    platform::Platform,
    sha1::Sha1,
};

/// A file below `libraries`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// What it is, its classifier included.
    pub coordinate: Coordinate,
    /// Where it lies below `libraries`.
    pub path: SafePath,
    /// Where it comes from.
    pub source: Source,
    /// How it is checked.
    pub check: Check,
    /// Its bytes, where they are known.
    pub size: Option<u64>,
}

/// An archive of natives that is unpacked before the start (up to 1.18; later ones lie on the class path).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFile {
    /// The archive.
    pub file: LibraryFile,
    /// Entries that stay inside, by how they begin.
    pub exclude: Vec<String>,
}

/// A file with one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// Its address.
    pub url: String,
    /// Its digest.
    pub sha1: Option<Sha1>,
    /// Its bytes.
    pub size: Option<u64>,
}

/// The client jar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientJar {
    /// Whose it is: it lies at `versions/<owner>/<owner>.jar`.
    pub owner: String,
    /// Where it comes from; nothing where no version of the chain says so (it must be there already).
    pub remote: Option<Remote>,
}

/// The index of a version's assets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexFile {
    /// It lies at `assets/indexes/<id>.json`.
    pub id: String,
    /// Where it comes from; nothing where only its name is known.
    pub remote: Option<Remote>,
    /// The bytes of all its assets.
    pub total_size: Option<u64>,
}

/// Everything a version needs on a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSet {
    /// The client jar.
    pub client: ClientJar,
    /// What lies on the class path, in its order (the client jar comes after it).
    pub libraries: Vec<LibraryFile>,
    /// What is unpacked into the natives folder.
    pub natives: Vec<NativeFile>,
    /// The asset index.
    pub asset_index: Option<IndexFile>,
    /// The log configuration.
    pub log_config: Option<LogConfig>,
    /// How its log4j has to be kept from running what is logged.
    pub log_safety: LogSafety,
    /// What will or may not work.
    pub problems: Vec<Problem>,
}

impl FileSet {
    /// What a version needs on a platform.
    pub fn of(merged: &Merged, platform: &Platform) -> Self {
        let picked = pick::pick(&merged.libraries, platform);
        let log_safety = LogSafety::of(&picked.libraries);
        let mut problems = merged.problems.clone();
        problems.extend(natives::missing(&picked, platform));
        Self {
            client: ClientJar { owner: merged.jar.clone(), remote: merged.client.as_ref().and_then(remote) },
            log_config: log::config(merged.logging.as_ref(), log_safety),
            log_safety,
            libraries: picked.libraries,
            natives: picked.natives,
            asset_index: index(merged),
            problems,
        }
    }
}

/// The files of libraries by themselves, whatever the platform: what an installer needs.
pub(crate) fn library_files(libraries: &[Library]) -> Vec<LibraryFile> {
    libraries.iter().filter_map(|library| source::own_file(library, false)).collect()
}

/// The file, where it has an address.
pub(crate) fn remote(download: &Download) -> Option<Remote> {
    let url = download.url()?.to_owned();
    Some(Remote { url, sha1: download.sha1.clone(), size: download.size })
}

fn index(merged: &Merged) -> Option<IndexFile> {
    let listed = merged.asset_index.as_ref().map(|index| IndexFile {
        id: index.id.clone(),
        remote: remote(&index.download),
        total_size: index.total_size,
    });
    let named = || merged.assets.clone().map(|id| IndexFile { id, remote: None, total_size: None });
    listed.or_else(named)
}
