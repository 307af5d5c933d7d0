//! The folders a version plays in, with isolation, and its own settings (`versions/<id>/nova.json`).

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::version::LoaderBuild;

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
    /// Further arguments for Java.
    pub jvm_args: Option<String>,
    /// The player's note.
    pub note: Option<String>,
    /// The player's group.
    pub group: Option<String>,
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

    /// `resourcepacks/`.
    pub fn resource_packs(&self) -> PathBuf {
        self.dir.join("resourcepacks")
    }

    /// `shaderpacks/`.
    pub fn shader_packs(&self) -> PathBuf {
        self.dir.join("shaderpacks")
    }
}
