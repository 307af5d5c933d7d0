//! Installed versions.

use nova_content::mods;
use nova_core::texts::Texts;
use nova_game::{
    Check, DiskUsage, Fit, GameRoot, Java, JavaList, Settings, Usage, Verdict, Version, VersionList,
};
use nova_model::{Message, Millis, clean};
use serde::Serialize;
use ts_rs::TS;

use super::{ProblemRow, word};
use crate::{Fault, turn::Names};

/// The versions of all game folders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct VersionsView {
    /// The game folders, the preferred one first.
    pub folders: Vec<RootRow>,
    /// Why there is no game folder, where there is none.
    pub none: Option<Fault>,
    /// The versions: the preferred folder first, then by game version, newest first.
    pub versions: Vec<VersionRow>,
    /// Folders that hold no version, and game folders that cannot be read.
    pub problems: Vec<ProblemRow>,
}

/// A game folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RootRow {
    /// Where it is.
    pub path: String,
    /// How many versions it has.
    pub versions: usize,
}

/// An installed version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own in the list")]
pub struct VersionRow {
    /// Its id: the name of its folder.
    pub id: String,
    /// Which of the game folders it is in, from 0.
    pub folder: usize,
    /// Whether its id means it: of two of the same name only one can be meant.
    pub meant: bool,
    /// The game version, where it could be found out.
    pub game_version: Option<String>,
    /// `release`, `snapshot`, `old_beta` …, as its json says.
    pub channel: Option<String>,
    /// Its loaders, the one that loads mods first; empty for vanilla.
    pub loaders: Vec<LoaderRow>,
    /// Whether its worlds, mods and settings are its own.
    pub isolated: bool,
    /// Whether it is the current version.
    pub current: bool,
    /// Whether it runs now.
    pub running: bool,
    /// When it was last played, in milliseconds since the epoch.
    pub last_played: Option<Millis>,
    /// Mods that are switched on.
    pub mods_on: usize,
    /// Mods that are switched off.
    pub mods_off: usize,
    /// Worlds.
    pub worlds: usize,
    /// What is wrong with it.
    pub problems: Vec<ProblemRow>,
}

/// A loader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LoaderRow {
    /// Its name, as its makers write it.
    pub name: String,
    /// Its version; empty where the json does not say.
    pub version: String,
    /// Whether it loads mods.
    pub loads_mods: bool,
}

/// One version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct VersionDetail {
    /// As it is listed.
    pub row: VersionRow,
    /// Its folder.
    pub folder: String,
    /// Where it plays: its own folder or the shared one.
    pub plays_in: String,
    /// The versions it builds on, nearest first.
    pub parents: Vec<String>,
    /// Which rule says whether its folders are its own.
    #[ts(type = "'own' | 'default' | 'other_launcher' | 'folders'")]
    pub isolation_rule: String,
    /// Its Java.
    pub java: JavaView,
    /// Its memory.
    pub memory: MemoryView,
    /// Whether it can start, check by check.
    pub checks: Vec<CheckRow>,
    /// The player's note.
    pub note: Option<String>,
}

/// The Java of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct JavaView {
    /// The major version that is recommended.
    pub needed: Option<u32>,
    /// Why a rule narrowed it.
    pub why: Option<String>,
    /// What is set for this version: a path, or `auto`; none where the general setting holds.
    pub own: Option<String>,
    /// The runtimes of this computer, newest first.
    pub choices: Vec<JavaChoice>,
}

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct JavaChoice {
    /// Its id.
    pub id: String,
    /// Its major version.
    pub major: u32,
    /// Its version, as it writes it.
    pub version: String,
    /// Who built it, and for which processor.
    pub build: String,
    /// How well it suits.
    #[ts(type = "'wrong' | 'acceptable' | 'recommended'")]
    pub fit: Fit,
    /// Whether the version would be started with it.
    pub used: bool,
}

/// The memory of a version, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct MemoryView {
    /// What is set for this version.
    pub own: Option<u32>,
    /// What is set for all versions.
    pub general: Option<u32>,
    /// What the computer has.
    pub total: u64,
}

/// One thing looked at before a start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CheckRow {
    /// `json`, `java`, `memory`, `path`, `disk`, `files`, `loader`, `running`.
    pub id: String,
    /// How it ended.
    #[ts(type = "'ok' | 'warning' | 'error'")]
    pub verdict: Verdict,
    /// What was found.
    pub message: String,
    /// What to do, where something can be done.
    pub hint: Option<String>,
}

/// The space a version takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct DiskView {
    /// Bytes in all.
    pub total: u64,
    /// Whether counting stopped before the end, so that the sums are too small.
    pub cut: bool,
    /// By kind, largest first.
    pub items: Vec<DiskRow>,
}

/// The space of one kind of file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct DiskRow {
    /// What for.
    pub name: String,
    /// Bytes.
    pub bytes: u64,
    /// Files.
    pub files: u64,
}

impl RootRow {
    pub(crate) fn of(root: &GameRoot, names: &Names) -> Self {
        Self { path: names.short(&root.path.to_string_lossy()), versions: root.versions }
    }
}

impl VersionRow {
    /// A version as it is listed among the others.
    pub(crate) fn of(version: &Version, list: &VersionList, roots: &[GameRoot], names: &Names) -> Self {
        let instance = version.instance();
        let count = mods::count(&instance);
        let is = |other: &Version| other.folder == version.folder;
        Self {
            id: version.id.clone(),
            folder: roots.iter().position(|root| root.path == version.root).unwrap_or_default(),
            meant: list.find(&version.id).is_ok_and(is),
            game_version: version.game_version.as_deref().map(|id| clean(id, 100)),
            channel: version.channel.as_deref().map(|channel| clean(channel, 40)),
            loaders: version.loaders.iter().map(LoaderRow::of).collect(),
            isolated: version.isolation.isolated,
            current: list.current().is_ok_and(is),
            running: version.running,
            last_played: version.last_played,
            mods_on: count.on,
            mods_off: count.off,
            worlds: nova_content::worlds::count(&instance),
            problems: version.problems.iter().map(|problem| ProblemRow::of(problem, names)).collect(),
        }
    }
}

impl LoaderRow {
    fn of(build: &nova_game::LoaderBuild) -> Self {
        Self {
            name: build.loader.label().to_owned(),
            version: clean(&build.version, 100),
            loads_mods: build.loader != nova_game::Loader::OptiFine,
        }
    }
}

impl VersionDetail {
    /// One version; `java` are the runtimes of this computer, `total` its memory in MiB.
    pub(crate) fn new(
        row: VersionRow,
        version: &Version,
        java: JavaView,
        memory: MemoryView,
        names: &Names,
    ) -> Self {
        let short = |path: &std::path::Path| names.short(&path.to_string_lossy());
        Self {
            row,
            folder: short(&version.folder),
            plays_in: short(&version.instance().dir),
            parents: version.parents.iter().map(|id| clean(id, 200)).collect(),
            isolation_rule: word(version.isolation.rule),
            java,
            memory,
            checks: Vec::new(),
            note: version.own.note.as_deref().map(|note| clean(note, 1_000)),
        }
    }
}

impl JavaView {
    pub(crate) fn of(
        version: &Version,
        list: &JavaList,
        settings: &Settings,
        arch: &str,
        texts: &Texts,
    ) -> Self {
        let set = version.own.java.as_deref().or(settings.java.as_deref()).filter(|id| *id != "auto");
        let used = match set {
            Some(id) => list.find(id),
            None => list.choose(&version.java, arch),
        };
        let choice = |java: &Java| JavaChoice {
            id: java.id.clone(),
            major: java.major,
            version: clean(&java.version, 80),
            build: build(java),
            fit: version.java.suits(java).fit,
            used: used.is_some_and(|used| used.id == java.id),
        };
        Self {
            needed: version.java.major,
            why: version.java.why.as_ref().map(|why| texts.say(why)),
            own: version.own.java.as_deref().map(|id| clean(id, 400)),
            choices: list.items.iter().map(choice).collect(),
        }
    }
}

fn build(java: &Java) -> String {
    let parts = [java.vendor.as_deref(), java.arch.as_deref()];
    let parts = parts.into_iter().flatten().map(|part| clean(part, 80));
    parts.collect::<Vec<_>>().join(" · ")
}

impl CheckRow {
    pub(crate) fn of(check: &Check, texts: &Texts) -> Self {
        Self {
            id: check.id.to_owned(),
            verdict: check.verdict,
            message: texts.say(&check.message),
            hint: check.hint.as_ref().map(|hint| texts.say(hint)),
        }
    }
}

impl DiskView {
    pub(crate) fn of(usage: &DiskUsage, texts: &Texts) -> Self {
        let row = |item: &Usage| DiskRow {
            name: texts.say(&Message::new(format!("core.disk.{}", word(item.kind)))),
            bytes: item.bytes,
            files: item.files,
        };
        Self { total: usage.total, cut: usage.cut, items: usage.items.iter().map(row).collect() }
    }
}
