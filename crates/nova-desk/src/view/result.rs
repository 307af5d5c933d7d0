//! What a tool found, whole.

use nova_core::{present, texts::Texts};
use nova_model::{Message, ToolOutcome};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::Fault;

/// What came of a call, in the player's language.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ToolResult {
    /// It answered.
    Done {
        /// The answer in one paragraph or a few lines.
        text: String,
        /// Everything, its messages as sentences: tables are made of it.
        #[ts(type = "unknown")]
        data: Value,
        /// Holds text written by others.
        foreign: bool,
    },
    /// It was put on the checklist; nothing is done yet.
    Queued {
        /// Its line.
        line: usize,
    },
    /// It could not be done.
    Failed {
        /// Why.
        fault: Fault,
    },
    /// It was never run.
    Skipped {
        /// Why.
        why: String,
    },
}

impl ToolResult {
    pub(crate) fn of(outcome: &ToolOutcome, texts: &Texts) -> Self {
        match outcome {
            ToolOutcome::Done { text, data, said, foreign } => Self::Done {
                text: spoken(text, said, texts),
                data: present::localized(data.clone(), texts),
                foreign: *foreign,
            },
            ToolOutcome::Queued { line } => Self::Queued { line: *line },
            ToolOutcome::Failed { report } => Self::Failed { fault: Fault::of(report, texts) },
            ToolOutcome::Skipped { why } => Self::Skipped { why: texts.say(why) },
        }
    }
}

/// The sentences for people where there are some, else what a model reads.
fn spoken(text: &str, said: &[Message], texts: &Texts) -> String {
    if said.is_empty() { text.to_owned() } else { texts.say_all(said) }
}
