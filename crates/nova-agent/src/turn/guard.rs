//! What keeps a turn from going in circles: calls repeated without end, calls that failed already.

use std::collections::HashMap;

use nova_model::{Message, Report, Retry, ToolCall, ToolOutcome};

use crate::trust::Repetition;

/// Counts the calls of a turn.
#[derive(Debug, Default)]
pub(super) struct Guard {
    seen: HashMap<(String, String), Seen>,
    repeats: usize,
    navigated: bool,
}

#[derive(Debug, Default)]
struct Seen {
    times: usize,
    failed: bool,
}

impl Guard {
    pub(super) fn new(repeats: usize) -> Self {
        Self { repeats, ..Self::default() }
    }

    /// Counts a call; says whether it is one too many.
    pub(super) fn count(&mut self, call: &ToolCall) -> Repetition {
        let seen = self.seen.entry(key(call)).or_default();
        seen.times = seen.times.saturating_add(1);
        if seen.times > self.repeats { Repetition::TooOften } else { Repetition::Fresh }
    }

    /// Whether it was made before in this turn. Asked after it was counted.
    pub(super) fn is_repeated(&self, call: &ToolCall) -> bool {
        self.seen.get(&key(call)).is_some_and(|seen| seen.times > 1)
    }

    /// Refuses a call that failed before, unless what failed may have passed since.
    pub(super) fn failed_before(&self, call: &ToolCall) -> Result<(), Report> {
        match self.seen.get(&key(call)) {
            Some(seen) if seen.failed => {
                Err(Report::new(Message::new("agent.failed-before").with("tool", call.name.as_str())))
            }
            _ => Ok(()),
        }
    }

    /// The window moves at most once a turn.
    pub(super) fn navigate(&mut self, call: &ToolCall) -> Result<(), Report> {
        if std::mem::replace(&mut self.navigated, true) {
            return Err(Report::new(Message::new("agent.navigated").with("tool", call.name.as_str())));
        }
        Ok(())
    }

    /// Remembers how a call that was really made ended.
    pub(super) fn ended(&mut self, call: &ToolCall, outcome: &ToolOutcome) {
        let seen = self.seen.entry(key(call)).or_default();
        seen.failed = matches!(outcome, ToolOutcome::Failed { report } if report.retry == Retry::No);
    }

    /// Something was changed: looking again, and trying again, is worth it.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }
}

fn key(call: &ToolCall) -> (String, String) {
    (call.name.clone(), call.args.to_string())
}
