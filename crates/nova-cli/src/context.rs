//! `--context FILE.json`: what was said before, and answers that stand in for tools.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::Path,
};

use anyhow::{Context as _, ensure};
use nova_core::Said;
use serde::Deserialize;

/// A context file is written by hand or by a test; nothing honest is larger.
const LARGEST: u64 = 4 * 1024 * 1024;

/// The file's content.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Context {
    /// Role and text; roles are `user`, `assistant` and `tool:NAME`.
    #[serde(default)]
    history: Vec<(String, String)>,
    /// A text for each tool that is not to be run.
    #[serde(default)]
    pub(crate) tool_results: BTreeMap<String, String>,
}

impl Context {
    /// Reads a context file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let unreadable = || format!("cannot read {}", path.display());
        // Looked at before it is opened: opening a pipe waits for whoever writes into it.
        let found = fs::metadata(path).with_context(unreadable)?;
        ensure!(found.is_file(), "{} is not a plain file", path.display());
        let file = File::open(path).with_context(unreadable)?;
        let mut text = String::new();
        file.take(LARGEST).read_to_string(&mut text).with_context(unreadable)?;
        serde_json::from_str(&text).with_context(|| format!("{} is not a context file", path.display()))
    }

    /// What was said, oldest first.
    pub(crate) fn said(&self) -> Vec<Said> {
        self.history.iter().map(|(role, text)| said(role, text)).collect()
    }
}

fn said(role: &str, text: &str) -> Said {
    match role.strip_prefix("tool:") {
        Some(tool) => Said::Tool { tool: tool.to_owned(), text: text.to_owned() },
        None if role == "user" => Said::Player(text.to_owned()),
        None => Said::Nova(text.to_owned()),
    }
}
