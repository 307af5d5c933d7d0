//! What a tool found, whole.

use std::path::Path;

use nova_core::present;
use nova_model::{Message, ToolOutcome};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{Fault, turn::Names};

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
    pub(crate) fn of(outcome: &ToolOutcome, names: &Names) -> Self {
        match outcome {
            ToolOutcome::Done { text, data, said, foreign } => Self::Done {
                text: spoken(text, said, names),
                // First the paths: in a sentence they are not found any more.
                data: present::localized(shortened(data.clone(), names), &names.texts),
                foreign: *foreign,
            },
            ToolOutcome::Queued { line, .. } => Self::Queued { line: *line },
            ToolOutcome::Failed { report } => Self::Failed { fault: Fault::of(report, names) },
            ToolOutcome::Skipped { why } => Self::Skipped { why: names.say(why) },
        }
    }
}

/// The sentences for people where there are some, else what a model reads.
fn spoken(text: &str, said: &[Message], names: &Names) -> String {
    if said.is_empty() { text.to_owned() } else { names.say_all(said) }
}

/// Paths below the folders that are known are shown below them, as everywhere else in the window.
fn shortened(mut data: Value, names: &Names) -> Value {
    match &mut data {
        Value::String(text) if Path::new(text.as_str()).is_absolute() => *text = names.short(text),
        Value::Array(items) => {
            for item in items {
                *item = shortened(item.take(), names);
            }
        }
        Value::Object(fields) => {
            for field in fields.values_mut() {
                *field = shortened(field.take(), names);
            }
        }
        _ => {}
    }
    data
}
