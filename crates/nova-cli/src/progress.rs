//! What a turn shows while it runs: one quiet line for each tool, on standard error.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Mutex},
};

use nova_core::texts::Texts;
use nova_model::{Event, Message, ToolOutcome};
use nova_tools::{Events, Registry};

use crate::checklist;

/// Writes tool lines and the states of checklist lines.
pub(crate) struct Progress {
    texts: Arc<Texts>,
    titles: BTreeMap<&'static str, String>,
    detail: Detail,
    last: Mutex<String>,
}

/// How much is shown of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The tool's name for people.
    Title,
    /// Its name and arguments as well.
    Arguments,
}

impl Progress {
    /// Progress in the player's language, with the tools' names for people.
    pub(crate) fn new(texts: Arc<Texts>, registry: &Registry, detail: Detail) -> Self {
        let drafts = registry.tools().iter().map(|tool| &tool.spec().draft);
        let titles =
            drafts.map(|draft| (draft.name, texts.localized(draft.title.zh, draft.title.en))).collect();
        Self { texts, titles, detail, last: Mutex::default() }
    }

    fn line(&self, event: &Event) -> Option<String> {
        match event {
            Event::ToolStarted { call, .. } => {
                let title = self.titles.get(call.name.as_str()).map_or(call.name.as_str(), String::as_str);
                let line = self.texts.say(&Message::new("cli.tool.started").with("tool", title));
                Some(match self.detail {
                    Detail::Title => line,
                    Detail::Arguments => format!("{line} [{} {}]", call.name, call.args),
                })
            }
            Event::ToolProgress { note: Some(note), .. } => Some(self.texts.say(note)),
            Event::ToolFinished { outcome: ToolOutcome::Failed { report }, .. } => {
                Some(self.texts.say(&Message::new("cli.tool.failed").with("why", self.texts.report(report))))
            }
            Event::LineChanged { line, state } => checklist::state(*line, state, &self.texts),
            _ => None,
        }
    }

    /// Whether a line is new: looking into six versions' worlds is one line, not six.
    fn is_news(&self, line: &str) -> bool {
        let Ok(mut last) = self.last.lock() else { return true };
        let news = *last != line;
        line.clone_into(&mut last);
        news
    }
}

impl Events for Progress {
    fn send(&self, event: Event) {
        if let Some(line) = self.line(&event).filter(|line| self.is_news(line)) {
            let line: String = line.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
            // Nobody reads it: the turn goes on all the same.
            let _ = writeln!(io::stderr().lock(), "{line}");
        }
    }
}
