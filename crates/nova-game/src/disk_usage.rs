//! How much space the game takes, by kind. Links are not followed and counted as nothing.

use std::path::{Component, Path, PathBuf};

use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use crate::Version;

/// More files than this are not counted.
const MOST_FILES: u64 = 500_000;
/// Deeper folders are not entered.
const DEEPEST: usize = 128;

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

/// The space of game roots and of the data folder.
pub(crate) fn of_roots(roots: &[PathBuf], data: &Path) -> DiskUsage {
    let mut usage = DiskUsage::default();
    let data = data.canonicalize().unwrap_or_else(|_| data.to_owned());
    for root in roots {
        usage.walk(root, Some(&data), of_root_part);
    }
    usage.walk(&data, None, of_data_part);
    usage.done()
}

/// The space of one version: its folder alone; what it shares with others is not its own.
pub(crate) fn of_version(version: &Version) -> DiskUsage {
    let mut usage = DiskUsage::default();
    usage.walk(&version.folder, None, |parts| of_game_part(parts).unwrap_or(UsageKind::Versions));
    usage.done()
}

/// Bytes of everything below a folder, or of a file.
pub(crate) fn weigh(path: &Path) -> u64 {
    let mut usage = DiskUsage::default();
    usage.walk(path, None, |_| UsageKind::Other);
    usage.done().total
}

impl DiskUsage {
    fn walk(&mut self, top: &Path, without: Option<&Path>, kind: impl Fn(&[&str]) -> UsageKind) {
        let inside = |entry: &DirEntry| without != Some(entry.path());
        let entries = WalkDir::new(top).max_depth(DEEPEST).into_iter().filter_entry(inside);
        for entry in entries.filter_map(std::result::Result::ok).filter(|entry| entry.file_type().is_file()) {
            if self.files() >= MOST_FILES {
                self.cut = true;
                return;
            }
            let bytes = entry.metadata().map(|seen| seen.len()).unwrap_or_default();
            let below = entry.path().strip_prefix(top).unwrap_or(entry.path());
            self.count(kind(&parts(below)), bytes);
        }
    }

    fn files(&self) -> u64 {
        self.items.iter().map(|usage| usage.files).sum()
    }

    fn count(&mut self, kind: UsageKind, bytes: u64) {
        self.total = self.total.saturating_add(bytes);
        match self.items.iter_mut().find(|usage| usage.kind == kind) {
            Some(usage) => {
                usage.bytes = usage.bytes.saturating_add(bytes);
                usage.files += 1;
            }
            None => self.items.push(Usage { kind, bytes, files: 1 }),
        }
    }

    fn done(mut self) -> Self {
        self.items.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.kind.cmp(&b.kind)));
        self
    }
}

/// The names of a path's folders and file, as far as they are text; four are enough to tell the kind.
fn parts(path: &Path) -> Vec<&str> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_str().unwrap_or_default()),
        _ => None,
    });
    names.take(4).collect()
}

fn of_root_part(parts: &[&str]) -> UsageKind {
    match parts {
        ["versions", _, inner @ ..] => of_game_part(inner).unwrap_or(UsageKind::Versions),
        ["assets", ..] => UsageKind::Assets,
        ["libraries", ..] => UsageKind::Libraries,
        [".nova", "trash", ..] => UsageKind::Trash,
        parts => of_game_part(parts).unwrap_or(UsageKind::Other),
    }
}

/// Folders of a game folder, at the root or in a version's own.
fn of_game_part(parts: &[&str]) -> Option<UsageKind> {
    let (first, rest) = parts.split_first()?;
    if rest.is_empty() {
        return None;
    }
    match *first {
        "mods" => Some(UsageKind::Mods),
        "saves" => Some(UsageKind::Saves),
        "resourcepacks" | "shaderpacks" | "texturepacks" | "datapacks" => Some(UsageKind::Packs),
        "logs" | "crash-reports" => Some(UsageKind::Logs),
        "screenshots" => Some(UsageKind::Screenshots),
        "cache" | ".cache" | "webcache" | "webcache2" => Some(UsageKind::Caches),
        _ => None,
    }
}

fn of_data_part(parts: &[&str]) -> UsageKind {
    match parts {
        ["backups", ..] => UsageKind::Backups,
        ["trash", ..] => UsageKind::Trash,
        ["cache", ..] => UsageKind::Caches,
        _ => UsageKind::Other,
    }
}
