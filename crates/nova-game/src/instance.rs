//! The folders a version plays in, with isolation, and its own settings (`versions/<id>/nova.json`).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_model::{Message, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    LaunchSettings, Settings,
    read::{ReadFault, SMALL_CAP, is_folder, read_file, read_object},
    version::LoaderBuild,
};

/// Which rule decided whether a version has its own folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IsolationRule {
    /// The version's own setting in `nova.json`.
    Own,
    /// The default in Nova's settings.
    Default,
    /// HMCL's or PCL's setting beside the version.
    OtherLauncher,
    /// The version folder has `mods/` or `saves/` itself (isolated), or has not (shared).
    Folders,
}

/// Whose folders a version plays in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Folders {
    /// Its own, in the version folder.
    Own,
    /// The ones of the game root, shared with other versions.
    Shared,
}

/// Whether saves, mods and config of a version are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// Whether they are.
    pub isolated: bool,
    /// Which rule said so.
    pub rule: IsolationRule,
}

/// `versions/<id>/nova.json`: what is set for one version only. A field that is `None` follows the general setting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnSettings {
    /// Whether the version has its own folders.
    pub isolation: Option<bool>,
    /// Heap limit in MiB.
    pub max_mb: Option<u32>,
    /// A Java id, or `auto`.
    pub java: Option<String>,
    /// What it is started with.
    #[serde(flatten)]
    pub launch: LaunchSettings,
    /// The player's note.
    pub note: Option<String>,
    /// The player's group.
    pub group: Option<String>,
}

/// What of a version's own settings decides whether it starts and how it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnLaunch {
    /// Heap limit in MiB.
    pub max_mb: Option<u32>,
    /// A Java id, or `auto`.
    pub java: Option<String>,
    /// Further arguments for Java, as typed; an empty text means none at all.
    pub jvm_args: Option<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
}

impl OwnSettings {
    /// What decides how the version starts.
    pub fn own_launch(&self) -> OwnLaunch {
        OwnLaunch {
            max_mb: self.max_mb,
            java: self.java.clone(),
            jvm_args: self.launch.jvm_args.clone(),
            env: self.launch.env.clone(),
        }
    }
}

/// Where a version plays: what everything about mods, worlds, packs and logs needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The version's id.
    pub id: String,
    /// The game root (canonical).
    pub root: PathBuf,
    /// The game folder: the parent of `saves`, `mods`, `config`, `logs`. The version folder when isolated, else the root.
    pub dir: PathBuf,
    /// `versions/<id>`.
    pub folder: PathBuf,
    /// Whether `dir` is its own.
    pub isolated: bool,
    /// The game version (`1.20.1`), where it could be found out.
    pub game_version: Option<String>,
    /// The main loader with its version.
    pub loader: Option<LoaderBuild>,
    /// The Java the version needs (major).
    pub java_major: Option<u32>,
}

impl Instance {
    /// `mods/`.
    pub fn mods(&self) -> PathBuf {
        self.dir.join("mods")
    }

    /// `saves/`.
    pub fn saves(&self) -> PathBuf {
        self.dir.join("saves")
    }

    /// `config/`.
    pub fn config(&self) -> PathBuf {
        self.dir.join("config")
    }

    /// `logs/`.
    pub fn logs(&self) -> PathBuf {
        self.dir.join("logs")
    }

    /// `crash-reports/`.
    pub fn crash_reports(&self) -> PathBuf {
        self.dir.join("crash-reports")
    }
}

impl OwnSettings {
    /// The file of a version folder.
    pub(crate) fn file(folder: &Path) -> PathBuf {
        folder.join("nova.json")
    }

    /// Reads key by key, so that one odd value spoils no other; with the keys of odd values of a start.
    fn of(map: &Map<String, Value>) -> (Self, Vec<&'static str>) {
        let word = |key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
        let (launch, odd) = LaunchSettings::of(map);
        let own = Self {
            isolation: map.get("isolation").and_then(Value::as_bool),
            max_mb: map.get("max_mb").and_then(Value::as_u64).and_then(|mb| u32::try_from(mb).ok()),
            java: word("java"),
            launch,
            note: word("note"),
            group: word("group"),
        };
        (own, odd)
    }
}

/// The own settings of a version, and what is wrong with their file.
pub(crate) fn read_own(folder: &Path) -> (OwnSettings, Vec<Problem>) {
    let file = OwnSettings::file(folder);
    let problem =
        |message: Message| Problem::warning(file.display().to_string(), message.with("path", file.as_path()));
    match read_object(&file, SMALL_CAP) {
        Ok(map) => {
            let (own, odd_keys) = OwnSettings::of(&map);
            let odd = |key| problem(Message::new("game.own.odd-value").with("key", key));
            (own, odd_keys.into_iter().map(odd).collect())
        }
        Err(ReadFault::Missing) => (OwnSettings::default(), Vec::new()),
        Err(fault) => {
            let message = Message::new("game.own.unreadable").with("why", fault.message());
            (OwnSettings::default(), vec![problem(message)])
        }
    }
}

/// Whether a version has its own folders: its own setting, else the general one, else what another launcher has noted
/// beside it, else what is on disk.
pub(crate) fn isolation(own: &OwnSettings, settings: &Settings, folder: &Path) -> Isolation {
    let said = |isolated, rule| Isolation { isolated, rule };
    if let Some(isolated) = own.isolation {
        said(isolated, IsolationRule::Own)
    } else if let Some(isolated) = settings.isolation {
        said(isolated, IsolationRule::Default)
    } else if let Some(isolated) = hmcl(folder).or_else(|| pcl(folder)) {
        said(isolated, IsolationRule::OtherLauncher)
    } else {
        let has_own = ["mods", "saves"].iter().any(|name| is_folder(&folder.join(name)));
        said(has_own, IsolationRule::Folders)
    }
}

/// HMCL's `hmclversion.cfg`: JSON; `gameDirType` 0 is the root, 1 the version folder; it says nothing while the version
/// uses the global settings.
fn hmcl(folder: &Path) -> Option<bool> {
    let map = read_object(&folder.join("hmclversion.cfg"), SMALL_CAP).ok()?;
    if map.get("usesGlobal").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    match map.get("gameDirType")? {
        Value::Number(number) => Some(number.as_u64() == Some(1)),
        Value::String(name) => Some(name.eq_ignore_ascii_case("VERSION_FOLDER")),
        _ => None,
    }
}

/// PCL's `PCL/Setup.ini`: lines `key:value`; `VersionArgumentIndieV2` is `True` or `False`, its forerunner
/// `VersionArgumentIndie` 1 for yes and 2 for no.
fn pcl(folder: &Path) -> Option<bool> {
    let bytes = read_file(&folder.join("PCL").join("Setup.ini"), SMALL_CAP).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let value = |key: &str| {
        let line = |line: &'_ str| {
            line.split_once(':')
                .filter(|(name, _)| name.trim() == key)
                .map(|(_, value)| value.trim().to_owned())
        };
        text.lines().find_map(line)
    };
    match value("VersionArgumentIndieV2").or_else(|| value("VersionArgumentIndie"))?.to_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "2" => Some(false),
        _ => None,
    }
}
