//! Can a version start: Java, memory, path, disk, files, loader, locks.

use nova_model::Message;
use serde::Serialize;

/// How one check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Fine.
    Ok,
    /// May make trouble.
    Warning,
    /// Will keep the game from starting.
    Error,
}

/// One thing looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// `java`, `memory`, `path`, `disk`, `files`, `loader`, `running`, `json`.
    pub id: &'static str,
    /// How it ended.
    pub verdict: Verdict,
    /// The sentence about it.
    pub message: Message,
    /// What to do, where something can be done.
    pub hint: Option<Message>,
}
