//! Nova's settings: `settings.json` in the data folder.

use std::{collections::BTreeMap, path::PathBuf};

use nova_model::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Where files are downloaded from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DownloadSource {
    /// Mojang's and the loaders' own servers.
    Official,
    /// The BMCLAPI mirror.
    Bmclapi,
    /// Whichever answers better.
    #[default]
    Auto,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the system is set.
    #[default]
    System,
}

/// The language of everything Nova says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// Traditional Chinese.
    #[serde(rename = "zh-TW")]
    ZhTw,
    /// English.
    #[serde(rename = "en")]
    En,
}

/// How much Nova may do by itself. Permanent changes always ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// Only talks.
    Chat,
    /// Looks, changes nothing.
    Read,
    /// Asks for every checklist.
    #[default]
    Confirm,
    /// Also runs reversible changes of chosen tools at once.
    Chosen,
}

/// How the window looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// The accent colour as `#rrggbb`.
    pub accent: Option<String>,
    /// The background: a file name or a named one.
    pub background: Option<String>,
    /// Text size in percent; `None` is 100.
    pub font_scale: Option<u32>,
}

/// A change of the look; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppearanceChange {
    /// Light or dark.
    pub theme: Option<Theme>,
    /// `#rrggbb`.
    pub accent: Option<String>,
    /// The background.
    pub background: Option<String>,
    /// Text size in percent (50 to 300).
    pub font_scale: Option<u32>,
    /// The language.
    pub language: Option<Language>,
}

/// The model to talk to. Its key lies in the secret store, never here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelEndpoint {
    /// Base address of an OpenAI-compatible server.
    pub base_url: Option<String>,
    /// The model's name.
    pub model: Option<String>,
}

/// Limits of one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Requests to the model.
    pub rounds: u32,
    /// Identical calls.
    pub repeats: u32,
    /// Tokens.
    pub tokens: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rounds: 12, repeats: 3, tokens: 200_000 }
    }
}

/// How much a store may keep before Nova proposes to tidy up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoreLimit {
    /// Days.
    pub max_days: u32,
    /// MiB.
    pub max_mb: u64,
}

impl Default for StoreLimit {
    fn default() -> Self {
        Self { max_days: 30, max_mb: 10_240 }
    }
}

/// What is set for one game root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RootSettings {
    /// The current version in it.
    pub current: Option<String>,
}

/// Nova's settings as they are in force, with what was wrong in the file.
///
/// The file's shape (format 1), every key optional:
/// `{"format": 1, "roots": {"/path": {"current": "1.20.1"}}, "current_root": "/path", "memory": {"max_mb": 4096},
/// "java": {"use": "auto", "known": ["/path/bin/java"]}, "download_source": "auto", "isolation": true,
/// "language": "zh-CN", "appearance": {"theme": "dark", "accent": "#3b82f6", "background": null, "font_scale": 100},
/// "model": {"base_url": null, "model": null}, "trust": "confirm", "limits": {"rounds": 12, "repeats": 3,
/// "tokens": 200000}, "trash": {"max_days": 30, "max_mb": 10240}, "backups": {"max_days": 30, "max_mb": 10240}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Registered game roots by path.
    pub roots: BTreeMap<PathBuf, RootSettings>,
    /// The root that comes first.
    pub current_root: Option<PathBuf>,
    /// Heap limit in MiB; `None` lets Nova choose.
    pub max_mb: Option<u32>,
    /// The Java to use: an id, or `None` for the fitting one.
    pub java: Option<String>,
    /// Java executables the player registered.
    pub known_java: Vec<PathBuf>,
    /// Where files are downloaded from.
    pub download_source: DownloadSource,
    /// Whether versions have their own folders unless they say otherwise; `None` goes by what is on disk.
    pub isolation: Option<bool>,
    /// The language; `None` follows the system.
    pub language: Option<Language>,
    /// How the window looks.
    pub appearance: Appearance,
    /// The model to talk to.
    pub model: ModelEndpoint,
    /// How much Nova may do by itself.
    pub trust: Trust,
    /// Limits of one turn.
    pub limits: Limits,
    /// When to propose tidying the trash area.
    pub trash: StoreLimit,
    /// When to propose tidying the backups.
    pub backups: StoreLimit,
    /// What was wrong in the file; defaults stand in for it.
    pub problems: Vec<Problem>,
    /// The file as it was read, so that unknown keys are kept when it is written.
    pub(crate) raw: Map<String, Value>,
    /// Whether the file has to be kept aside before it is written.
    pub(crate) spoilt: bool,
}
