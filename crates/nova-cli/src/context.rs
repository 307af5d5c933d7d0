//! `--context FILE.json`: what was said before, and answers that stand in for tools.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use nova_core::Said;
use nova_model::{Explain, Message, Report, clean};
use serde::Deserialize;

/// A context file is written by hand or by a test; nothing honest is larger.
const LARGEST: u64 = 4 * 1024 * 1024;
/// Characters of a path, or of a reason, in a report.
const LONGEST_PATH: usize = 400;

/// Why a context file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContextError {
    /// It is missing, or may not be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder, a pipe, a device.
    #[error("{} is not a plain file", path.display())]
    NotAFile {
        /// What was named.
        path: PathBuf,
    },
    /// Something else than a context, or cut off at the largest size.
    #[error("{} is not a context file", path.display())]
    NotAContext {
        /// The file.
        path: PathBuf,
        /// Where it goes wrong.
        source: serde_json::Error,
    },
}

impl Explain for ContextError {
    fn report(&self) -> Report {
        let about =
            |code, path: &Path| Message::new(code).with("path", clean(&path.to_string_lossy(), LONGEST_PATH));
        let because = |message: Message, why: String| message.with("why", clean(&why, LONGEST_PATH));
        Report::new(match self {
            Self::Unreadable { path, source } => {
                because(about("cli.context.unreadable", path), source.to_string())
            }
            Self::NotAFile { path } => about("cli.context.not-a-file", path),
            Self::NotAContext { path, source } => {
                because(about("cli.context.not-a-context", path), source.to_string())
            }
        })
    }
}

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
    pub(crate) fn read(path: &Path) -> Result<Self, ContextError> {
        let unreadable = |source| ContextError::Unreadable { path: path.to_owned(), source };
        // Looked at before it is opened: opening a pipe waits for whoever writes into it.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(ContextError::NotAFile { path: path.to_owned() });
        }
        let mut text = String::new();
        File::open(path).map_err(unreadable)?.take(LARGEST).read_to_string(&mut text).map_err(unreadable)?;
        serde_json::from_str(&text)
            .map_err(|source| ContextError::NotAContext { path: path.to_owned(), source })
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
