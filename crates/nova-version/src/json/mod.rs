//! A version json as plain types, whoever wrote it: Mojang, a loader, an installer, another launcher.
//!
//! Keys of other launchers (HMCL's `patches`, PCL's `clientVersion`, comments) are left alone: HMCL keeps the merged version at the top
//! level, which is what is read here.

mod download;
mod library;
mod rule;

use std::collections::BTreeMap;

use nova_model::{Problem, clean};
use serde_json::{Map, Value};

pub(crate) use self::download::download;
pub use self::{
    download::{Download, Link},
    library::{Artifact, Library},
    rule::{Action, Argument, OsRule, Rule},
};
use crate::{
    error::VersionError,
    path::{is_folder_name, is_plain_name},
    read::{Notes, object},
};

/// The largest recorded version json has 80 KiB, the largest of a pack two MiB.
const CAP: usize = 8 << 20;
/// The largest packs have fewer than 300.
const MOST_LIBRARIES: usize = 20_000;
/// Longer ids are none.
const LONGEST_ID: usize = 200;

/// The lists under `arguments`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// For the game.
    pub game: Option<Vec<Argument>>,
    /// For Java.
    pub jvm: Option<Vec<Argument>>,
    /// For Java, unless the player has own ones (`default-user-jvm`, game 26.1 and later).
    pub user_jvm: Option<Vec<Argument>>,
}

/// The asset index of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetIndexRef {
    /// Its name, which is also its file's below `assets/indexes`.
    pub id: String,
    /// Where it comes from.
    pub download: Download,
    /// The bytes of all assets together.
    pub total_size: Option<u64>,
}

/// The Java a version asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaVersion {
    /// Mojang's name of the runtime.
    pub component: Option<String>,
    /// The major version.
    pub major: u32,
}

/// The log configuration of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logging {
    /// The argument for Java, with `${path}`.
    pub argument: String,
    /// The file's name below `assets/log_configs`.
    pub id: String,
    /// Where it comes from.
    pub download: Download,
}

/// A version json.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionFile {
    /// The name it was read under: the folder's.
    pub name: String,
    /// Its own id; the name where it has none that could be a folder.
    pub id: String,
    /// The version it builds on.
    pub inherits_from: Option<String>,
    /// `release`, `snapshot`, `old_beta`, `old_alpha`.
    pub kind: Option<String>,
    /// When it was last changed.
    pub time: Option<String>,
    /// When it came out.
    pub release_time: Option<String>,
    /// The class that is started.
    pub main_class: Option<String>,
    /// Arguments of the game in one line (up to 1.12).
    pub minecraft_arguments: Option<String>,
    /// Arguments in lists (from 1.13 on).
    pub arguments: Arguments,
    /// The name of its assets.
    pub assets: Option<String>,
    /// Their index.
    pub asset_index: Option<AssetIndexRef>,
    /// `client`, `server`, `client_mappings`, …
    pub downloads: BTreeMap<String, Download>,
    /// Its libraries, in order.
    pub libraries: Vec<Library>,
    /// The Java it asks for.
    pub java: Option<JavaVersion>,
    /// Its log configuration.
    pub logging: Option<Logging>,
    /// 1 where the launcher must keep players' safety settings.
    pub compliance_level: Option<u64>,
    /// The version whose jar it uses.
    pub jar: Option<String>,
    /// What was left out, and why.
    pub problems: Vec<Problem>,
}

impl VersionFile {
    /// Reads a version json. `name` is the folder's name (or the id it was asked for by).
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, VersionError> {
        Self::of(name, &object(name, bytes, CAP)?)
    }

    /// Reads a version json that is part of another file (`versionInfo` of an old installer).
    pub(crate) fn of(name: &str, map: &Map<String, Value>) -> Result<Self, VersionError> {
        let mut notes = Notes::new(name);
        let inherits_from = parent(name, map, &mut notes)?;
        let mut file = Self {
            name: name.to_owned(),
            id: folder(map, "id", &mut notes).unwrap_or_else(|| clean(name, LONGEST_ID)),
            inherits_from,
            kind: notes.text(map, "type"),
            time: notes.text(map, "time"),
            release_time: notes.text(map, "releaseTime"),
            main_class: notes.text(map, "mainClass").filter(|class| is_class(class)),
            minecraft_arguments: notes.text(map, "minecraftArguments"),
            arguments: arguments(map, &mut notes),
            assets: notes.text(map, "assets").filter(|name| is_plain_name(name)),
            asset_index: notes.map(map, "assetIndex").and_then(|map| asset_index(map, &mut notes)),
            downloads: downloads(map, &mut notes),
            libraries: libraries(map, &mut notes),
            java: java(map, &mut notes),
            logging: logging(map, &mut notes),
            compliance_level: notes.number(map, "complianceLevel"),
            jar: folder(map, "jar", &mut notes),
            problems: Vec::new(),
        };
        file.problems = notes.into_problems();
        Ok(file)
    }
}

/// The parent's name goes into a path: one that could leave `versions` stops everything, since without it the version is another.
fn parent(name: &str, map: &Map<String, Value>, notes: &mut Notes) -> Result<Option<String>, VersionError> {
    let Some(parent) = notes.text(map, "inheritsFrom").filter(|parent| !parent.is_empty()) else {
        return Ok(None);
    };
    if parent.len() <= LONGEST_ID && is_folder_name(&parent) {
        return Ok(Some(parent));
    }
    Err(VersionError::ParentName { name: clean(name, 120), parent: clean(&parent, 120) })
}

/// A text that is the name of a folder below `versions`.
fn folder(map: &Map<String, Value>, key: &str, notes: &mut Notes) -> Option<String> {
    let name = notes.text(map, key).filter(|name| !name.is_empty())?;
    let sound = name.len() <= LONGEST_ID && is_folder_name(&name);
    if !sound {
        notes.odd(key);
    }
    sound.then_some(name)
}

/// A main class is a name; anything that begins with a hyphen or holds a blank would be something else on a command line.
fn is_class(class: &str) -> bool {
    !class.is_empty()
        && !class.starts_with(['-', '@'])
        && !class.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn arguments(map: &Map<String, Value>, notes: &mut Notes) -> Arguments {
    let Some(lists) = notes.map(map, "arguments") else { return Arguments::default() };
    Arguments {
        game: rule::arguments(lists, "game", notes),
        jvm: rule::arguments(lists, "jvm", notes),
        user_jvm: rule::arguments(lists, "default-user-jvm", notes),
    }
}

fn asset_index(map: &Map<String, Value>, notes: &mut Notes) -> Option<AssetIndexRef> {
    let id = notes.text(map, "id")?;
    if !is_plain_name(&id) {
        notes.odd("assetIndex.id");
        return None;
    }
    Some(AssetIndexRef { id, download: download(map, notes), total_size: notes.number(map, "totalSize") })
}

fn downloads(map: &Map<String, Value>, notes: &mut Notes) -> BTreeMap<String, Download> {
    let listed = notes.map(map, "downloads");
    let files = listed.into_iter().flatten().take(100);
    files.filter_map(|(kind, file)| Some((kind.clone(), download(file.as_object()?, notes)))).collect()
}

fn libraries(map: &Map<String, Value>, notes: &mut Notes) -> Vec<Library> {
    let list = notes.list(map, "libraries", MOST_LIBRARIES);
    let read = |value: &Value| {
        let library = library::library(value, notes);
        if library.is_none() {
            notes.odd("libraries");
        }
        library
    };
    list.iter().filter_map(read).collect()
}

fn java(map: &Map<String, Value>, notes: &mut Notes) -> Option<JavaVersion> {
    let java = notes.map(map, "javaVersion")?;
    let major = notes.number(java, "majorVersion").and_then(|major| u32::try_from(major).ok());
    let major = major.filter(|major| (1..1_000).contains(major));
    if major.is_none() {
        notes.odd("javaVersion.majorVersion");
    }
    Some(JavaVersion { component: notes.text(java, "component"), major: major? })
}

fn logging(map: &Map<String, Value>, notes: &mut Notes) -> Option<Logging> {
    let client = notes.map(notes_map(map, "logging")?, "client")?;
    let file = notes.map(client, "file")?;
    let (argument, id) = (notes.text(client, "argument")?, notes.text(file, "id")?);
    if !is_plain_name(&id) || !argument.starts_with("-D") {
        notes.odd("logging");
        return None;
    }
    Some(Logging { argument, id, download: download(file, notes) })
}

fn notes_map<'a>(map: &'a Map<String, Value>, key: &str) -> Option<&'a Map<String, Value>> {
    map.get(key)?.as_object()
}
