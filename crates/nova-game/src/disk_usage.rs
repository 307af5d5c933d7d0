//! How much space the game takes, by kind.

use serde::Serialize;

/// What the space is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UsageKind {
    /// Version folders without the kinds below.
    Versions,
    /// Mods.
    Mods,
    /// Worlds.
    Saves,
    /// Resource and shader packs.
    Packs,
    /// Game assets.
    Assets,
    /// Libraries.
    Libraries,
    /// Logs and crash reports.
    Logs,
    /// Screenshots.
    Screenshots,
    /// Nova's backups.
    Backups,
    /// Nova's trash area.
    Trash,
    /// Caches.
    Caches,
    /// Everything else in the game root.
    Other,
}

/// One kind's share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// What for.
    pub kind: UsageKind,
    /// Bytes.
    pub bytes: u64,
    /// Files.
    pub files: u64,
}

/// The space by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiskUsage {
    /// The kinds that take any, largest first.
    pub items: Vec<Usage>,
    /// Bytes in all.
    pub total: u64,
    /// Whether counting stopped at the cap on files, so that the sums are too small.
    pub cut: bool,
}
