//! What a turn shows while it runs: one quiet line for each tool, on standard error.

use std::{
    io::{self, Write},
    sync::Arc,
};

use nova_core::texts::Texts;
use nova_model::{Event, Message, ToolOutcome};
use nova_tools::Events;

use crate::checklist;

/// Writes tool lines and the states of checklist lines.
pub(crate) struct Progress {
    texts: Arc<Texts>,
}

impl Progress {
    /// Progress in the player's language.
    pub(crate) fn new(texts: Arc<Texts>) -> Self {
        Self { texts }
    }

    fn line(&self, event: &Event) -> Option<String> {
        match event {
            Event::ToolStarted { call, .. } => {
                Some(self.texts.say(&Message::new("cli.tool.started").with("tool", call.name.as_str())))
            }
            Event::ToolProgress { note: Some(note), .. } => Some(self.texts.say(note)),
            Event::ToolFinished { outcome: ToolOutcome::Failed { report }, .. } => {
                Some(self.texts.say(&Message::new("cli.tool.failed").with("why", self.texts.report(report))))
            }
            Event::LineChanged { line, state } => checklist::state(*line, state, &self.texts),
            _ => None,
        }
    }
}

impl Events for Progress {
    fn send(&self, event: Event) {
        if let Some(line) = self.line(&event) {
            let line: String = line.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
            // Nobody reads it: the turn goes on all the same.
            let _ = writeln!(io::stderr().lock(), "{line}");
        }
    }
}
