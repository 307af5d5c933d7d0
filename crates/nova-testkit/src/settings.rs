//! Nova's `settings.json` (format 1, described at `nova_game::Settings`), as far as a start state needs it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Map, Value, json};

use crate::write_file;

/// Settings to be written.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Settings(Map<String, Value>);

impl Settings {
    /// Nothing but the format number.
    pub fn new() -> Self {
        Self::default().set("format", json!(1))
    }

    /// A registered root, its current version, and that it comes first.
    pub fn root(self, root: &Path, current: Option<&str>) -> Self {
        let path = root.display().to_string();
        let roots = json!({&path: {"current": current}});
        self.set("roots", roots).set("current_root", json!(path))
    }

    /// Heap limit in MiB.
    pub fn max_mb(self, mb: u64) -> Self {
        self.set("memory", json!({"max_mb": mb}))
    }

    /// Java executables that the player registered; the fitting one is used.
    pub fn known_java(self, paths: &[PathBuf]) -> Self {
        let known: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        self.set("java", json!({"use": "auto", "known": known}))
    }

    /// Any other key, with its value.
    pub fn set(mut self, key: &str, value: Value) -> Self {
        self.0.insert(key.to_owned(), value);
        self
    }

    /// Writes `settings.json` into a data folder.
    pub fn write(&self, data: &Path) -> Result<()> {
        write_file(&data.join("settings.json"), format!("{:#}\n", Value::Object(self.0.clone())).as_bytes())
    }
}
