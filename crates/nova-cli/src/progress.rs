//! What a turn shows while it runs: one quiet line for each look on standard error, and Nova's words as soon as they are said.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Mutex},
};

use nova_core::{rung_name, texts::Texts};
use nova_model::{Effect, Event, Message, ToolOutcome};
use nova_tools::{Events, Registry};

use crate::output::{printable, printable_piece};

/// Writes tool lines, and words for people.
pub(crate) struct Progress {
    texts: Arc<Texts>,
    titles: BTreeMap<&'static str, String>,
    detail: Detail,
    words: Words,
    last: Mutex<String>,
    stream: Stream,
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
        Self { texts, titles, detail, words, last: Mutex::default(), stream: Stream::default() }
    }

    fn line(&self, event: &Event) -> Option<String> {
        match (event, self.detail) {
            (
                Event::ToolStarted { effect: Effect::Write, .. } | Event::Waits { time: 0, .. },
                Detail::Title,
            ) => None,
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
            (Event::SteppedDown { rung, model, why }, _) => {
                let message = Message::new("cli.rung.down")
                    .with("rung", rung_name(*rung, model.as_deref()))
                    .with("why", why.clone());
                Some(self.texts.say(&message))
            }
            (Event::Waits { time, after }, _) => {
                let seconds = time.div_ceil(1000);
                let message = Message::new("cli.rung.waits")
                    .with("seconds", usize::try_from(seconds).unwrap_or(usize::MAX))
                    .with("why", self.texts.report(after));
                Some(self.texts.say(&message))
            }
            _ => None,
        }
    }

    /// Ends an unfinished line of words.
    pub(crate) fn close(&self) {
        self.stream.close();
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
            self.stream.paragraph(&self.texts.say_all(messages));
        }
    }

    /// A piece of a model's words. Each piece is cleaned by itself: a sequence that is cut in two has lost its escape.
    fn piece(&self, text: &str) {
        if self.words == Words::Printed {
            self.stream.piece(text);
        }
    }
}

impl Events for Progress {
    fn send(&self, event: Event) {
        match &event {
            Event::Said { messages } => return self.speak(messages),
            Event::TextDelta { text } => return self.piece(text),
            Event::TextDone | Event::TextWasReasoning => return self.close(),
            _ => {}
        }
        if let Some(line) = self.line(&event).filter(|line| self.is_news(line)) {
            self.stream.close();
            let _ = writeln!(io::stderr().lock(), "{}", printable(&line));
        }
    }
}

/// Standard output with words that come in pieces: whatever comes next begins on a line of its own. Where nobody reads any more the
/// turn goes on all the same.
#[derive(Default)]
struct Stream(Mutex<Open>);

/// Whether the line on standard output is unfinished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    No,
    Yes,
}

impl Stream {
    fn piece(&self, text: &str) {
        let Ok(mut open) = self.0.lock() else { return };
        // Blank lines at the beginning of an answer are no words.
        let text = if *open == Open::No { text.trim_start_matches('\n') } else { text };
        if text.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        let _ = write!(out, "{}", printable_piece(text));
        let _ = out.flush();
        *open = if text.ends_with('\n') { Open::No } else { Open::Yes };
    }

    fn paragraph(&self, text: &str) {
        self.close();
        let _ = writeln!(io::stdout().lock(), "{}", printable(text));
    }

    fn close(&self) {
        let Ok(mut open) = self.0.lock() else { return };
        if std::mem::take(&mut *open) == Open::Yes {
            let _ = writeln!(io::stdout().lock());
        }
    }
}
