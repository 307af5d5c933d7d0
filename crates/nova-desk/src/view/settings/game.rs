//! What holds for every version, and what there is to know about Nova itself.

use nova_game::{DownloadSource, Java};
use nova_model::clean;
use serde::Serialize;
use ts_rs::TS;

use super::super::ProblemRow;

/// Memory, Java and the download source of all versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct GameSettings {
    /// The most memory in MiB; none where Nova chooses.
    pub max_mb: Option<u32>,
    /// What the computer has, in MiB.
    pub total_mb: u64,
    /// The chosen Java; none for the one that fits.
    pub java: Option<String>,
    /// The runtimes of this computer.
    pub javas: Vec<JavaRow>,
    /// Where files are downloaded from.
    #[ts(type = "'official' | 'bmclapi' | 'auto'")]
    pub source: DownloadSource,
    /// Runtimes that do not work.
    pub problems: Vec<ProblemRow>,
}

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct JavaRow {
    /// Its id, as `set_java` takes it.
    pub id: String,
    /// `21`.
    pub major: u32,
    /// `21.0.3`.
    pub version: String,
    /// Who built it.
    pub vendor: Option<String>,
    /// Where it lies.
    pub path: String,
}

impl JavaRow {
    pub(crate) fn of(java: &Java) -> Self {
        Self {
            id: java.id.clone(),
            major: java.major,
            version: clean(&java.version, 60),
            vendor: java.vendor.as_deref().map(|vendor| clean(vendor, 60)),
            path: clean(&java.path.to_string_lossy(), 400),
        }
    }
}

/// Nova itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct About {
    /// Its version.
    pub version: String,
    /// Where it keeps its settings, backups, trash and chats.
    pub data: String,
}
