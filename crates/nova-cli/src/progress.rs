//! What a turn shows while it runs: one quiet line for each look on standard error, and Nova's words as soon as they are said.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Mutex},
};

use nova_core::texts::Texts;
use nova_model::{Effect, Event, Message, ToolOutcome};
use nova_tools::{Events, Registry};

use crate::output::printable;

/// Writes tool lines, and words for people.
pub(crate) struct Progress {
    texts: Arc<Texts>,
    titles: BTreeMap<&'static str, String>,
    detail: Detail,
    words: Words,
    last: Mutex<String>,
}

/// How much is shown of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What Nova looks at, by its name for people. What it plans is on the checklist, what failed is in the answer.
    Title,
    /// Every call with its arguments, and every failure.
    Arguments,
}

/// Where Nova's words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// On standard output, as they are said: before the checklist asks for a decision.
    Printed,
    /// Into the one JSON object at the end.
    Kept,
}

impl Progress {
    /// Progress in the player's language, with the tools' names for people.
    pub(crate) fn new(texts: Arc<Texts>, registry: &Registry, detail: Detail, words: Words) -> Self {
        let drafts = registry.tools().iter().map(|tool| &tool.spec().draft);
        let titles =
            drafts.map(|draft| (draft.name, texts.localized(draft.title.zh, draft.title.en))).collect();
        Self { texts, titles, detail, words, last: Mutex::default() }
    }

    fn line(&self, event: &Event) -> Option<String> {
        match (event, self.detail) {
            (Event::ToolStarted { effect: Effect::Write, .. }, Detail::Title) => None,
            (Event::ToolStarted { call, .. }, detail) => {
                let title = self.titles.get(call.name.as_str()).map_or(call.name.as_str(), String::as_str);
                let line = self.texts.say(&Message::new("cli.tool.started").with("tool", title));
                Some(match detail {
                    Detail::Title => line,
                    Detail::Arguments => format!("{line} [{} {}]", call.name, call.args),
                })
            }
            (Event::ToolProgress { note: Some(note), .. }, _) => Some(self.texts.say(note)),
            (Event::ToolFinished { outcome: ToolOutcome::Failed { report }, .. }, Detail::Arguments) => {
                Some(self.texts.say(&Message::new("cli.tool.failed").with("why", self.texts.report(report))))
            }
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

    fn speak(&self, messages: &[Message]) {
        if self.words == Words::Printed {
            // Nobody reads it: the turn goes on all the same.
            let _ = writeln!(io::stdout().lock(), "{}", printable(&self.texts.say_all(messages)));
        }
    }
}

impl Events for Progress {
    fn send(&self, event: Event) {
        if let Event::Said { messages } = &event {
            return self.speak(messages);
        }
        if let Some(line) = self.line(&event).filter(|line| self.is_news(line)) {
            let _ = writeln!(io::stderr().lock(), "{}", printable(&line));
        }
    }
}
