//! Java runtimes on this computer, and which of them a version needs.

use std::path::PathBuf;

use nova_model::{Message, Problem};
use serde::{Deserialize, Serialize};

/// A full kit or the runtime alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JavaKind {
    /// With a compiler.
    Jdk,
    /// Without.
    Jre,
}

/// How a runtime was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JavaSource {
    /// Registered in the settings.
    Settings,
    /// `JAVA_HOME`.
    JavaHome,
    /// On the `PATH`.
    Path,
    /// In a place where systems and package managers put Java.
    System,
    /// In a folder of the player (`~/.sdkman`, `~/.jdks`).
    User,
    /// Brought by a launcher (official, HMCL, PCL, Prism).
    Launcher,
}

/// A Java runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Java {
    /// Its id: the canonical path of the executable.
    pub id: String,
    /// The executable (canonical).
    pub path: PathBuf,
    /// `8`, `17`, `21`.
    pub major: u32,
    /// As the runtime writes it (`1.8.0_392`, `17.0.15`).
    pub version: String,
    /// Who built it, where known.
    pub vendor: Option<String>,
    /// `x86_64`, `aarch64`, `x86`, where known.
    pub arch: Option<String>,
    /// Kit or runtime.
    pub kind: JavaKind,
    /// How it was found, first way first.
    pub sources: Vec<JavaSource>,
}

/// The runtimes found, newest first, and the ones that do not work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaList {
    /// The runtimes.
    pub items: Vec<Java>,
    /// Broken or unreadable ones.
    pub problems: Vec<Problem>,
}

/// Which Java a version needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JavaNeed {
    /// The recommended major version; `None` when nothing is known about the version.
    pub major: Option<u32>,
    /// The lowest that can work.
    pub min: Option<u32>,
    /// The highest that can work.
    pub max: Option<u32>,
    /// Why a rule narrowed it, where one did.
    pub why: Option<Message>,
}

/// How well a runtime suits a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// Will not work.
    Wrong,
    /// May work.
    Acceptable,
    /// The right one.
    Recommended,
}

impl JavaNeed {
    /// How well a major version suits.
    pub fn fit(&self, major: u32) -> Fit {
        let below = self.min.is_some_and(|min| major < min);
        let above = self.max.is_some_and(|max| major > max);
        if below || above {
            Fit::Wrong
        } else if self.major == Some(major) {
            Fit::Recommended
        } else {
            Fit::Acceptable
        }
    }
}
