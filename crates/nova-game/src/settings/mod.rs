//! Nova's settings: `settings.json` in the data folder.

mod appearance;
mod kinds;
mod launch;
mod model;
mod read;
mod write;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_model::Problem;
use serde_json::{Map, Value};

pub(crate) use appearance::shown as shown_look;
pub use kinds::{
    Appearance, AppearanceChange, DownloadSource, Language, RootSettings, StoreLimit, Theme, Trust,
};
pub use launch::{GraphicsCard, LaunchCommands, LaunchSettings, Window};
pub(crate) use model::{Edited, are_tools, client_id_edits};
pub use model::{
    Limits, LimitsChange, LocalConsent, ModelChange, ModelEndpoint, Money, NotMoney, Price, Setting,
};
pub(crate) use write::{Edit, own_edit};

/// Nova's settings as they are in force, with what was wrong in the file.
///
/// The file's shape (format 1), every key optional:
/// `{"format": 1, "roots": {"/path": {"current": "1.20.1"}}, "current_root": "/path", "memory": {"max_mb": 4096},
/// "java": {"use": "auto", "known": ["/path/bin/java"]}, "download_source": "auto", "isolation": true,
/// "language": "zh-CN", "appearance": {"theme": "dark", "accent": "#3b82f6", "background": null, "font_scale": 100},
/// "model": {"base_url": null, "model": null, "provider": null, "local": "ask", "price": {"input": 2, "output": 8},
/// "context": 65536, "proxy": "direct"}, "account": {"client_id": null}, "trust": "confirm", "trust_tools": ["disable_mod"], "limits": {"rounds": 12,
/// "repeats": 3, "tokens": 200000, "money_per_day": 2.5}, "trash": {"max_days": 30, "max_mb": 10240}, "backups": {"max_days": 30, "max_mb": 10240}}`,
/// the keys of [`LaunchSettings`], and `"consents": {"/path/of/a/version": {"before": …}}`.
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
    /// What every game is started with, unless its version says otherwise.
    pub launch: LaunchSettings,
    /// The commands of versions' own that the player has allowed, by the version's folder.
    pub consents: BTreeMap<PathBuf, LaunchCommands>,
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
    /// The client id that Microsoft's sign-in is asked with.
    pub client_id: Option<String>,
    /// How much Nova may do by itself.
    pub trust: Trust,
    /// The tools whose reversible changes run at once where [`Trust::Chosen`] is set.
    pub trust_tools: Vec<String>,
    /// Limits of a turn and of a day.
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

impl Settings {
    /// The file in a data folder.
    pub fn file(data: &Path) -> PathBuf {
        data.join("settings.json")
    }

    /// The version chosen for a root.
    pub(crate) fn current_in(&self, root: &Path) -> Option<&str> {
        self.key_of(root).and_then(|key| self.roots.get(key)).and_then(|root| root.current.as_deref())
    }

    /// The key a root is registered under: its own path, or another path that leads to the same folder.
    pub(crate) fn key_of(&self, root: &Path) -> Option<&PathBuf> {
        let direct = self.roots.get_key_value(root).map(|(key, _)| key);
        direct.or_else(|| self.roots.keys().find(|key| key.canonicalize().is_ok_and(|real| real == root)))
    }

    /// A value of the file as it was read.
    pub(crate) fn raw_value(&self, path: &[&str]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.raw.get(*first)?, |value, key| value.get(*key))
    }
}
