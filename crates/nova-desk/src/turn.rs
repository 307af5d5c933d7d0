//! The events of a turn on their way to the window, in the player's language.

use std::{path::Path, sync::Arc};

use nova_core::{App, places::Places, texts::Texts};
use nova_model::{Effect, Event, Field, Message, Problem, clean};
use nova_tools::Events;

use crate::{
    live::Live,
    view::{self, Line, LineState, ToolResult, TurnEvent, Who},
};

/// Words and names as the player reads them.
#[derive(Clone)]
pub(crate) struct Names {
    /// The language.
    pub(crate) texts: Arc<Texts>,
    /// The folders that paths are shown below.
    pub(crate) places: Arc<Places>,
    app: Arc<App>,
}

impl Names {
    pub(crate) fn new(app: Arc<App>, texts: Arc<Texts>) -> Self {
        let launcher = app.launcher();
        let roots = launcher.game.roots().map(|roots| roots.items).unwrap_or_default();
        let data = launcher.files.data().to_owned();
        let places = Places::new(roots.into_iter().map(|root| root.path).chain([data]));
        Self { texts, places: Arc::new(places), app }
    }

    /// A path below the folder it lies in; a folder itself, and what lies elsewhere, with the home folder as `~`.
    pub(crate) fn short(&self, path: &str) -> String {
        let short = self.places.short(path);
        let launcher = self.app.launcher();
        let home = launcher.game.setup().machine.home.as_deref();
        if Path::new(&short).is_absolute() { view::short(Path::new(&short), home) } else { short }
    }

    /// Messages as sentences, each in a line.
    pub(crate) fn say_all(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| self.say(message)).collect::<Vec<_>>().join("\n")
    }

    /// A message as a sentence.
    pub(crate) fn say(&self, message: &Message) -> String {
        self.texts.say(&self.shortened(message))
    }

    /// A problem, its paths written as everywhere else in the window.
    pub(crate) fn problem(&self, problem: &Problem) -> Problem {
        Problem {
            message: self.shortened(&problem.message),
            about: problem.about.as_deref().map(|about| self.short(about)),
            ..problem.clone()
        }
    }

    /// A message whose paths are below the folders that are known.
    fn shortened(&self, message: &Message) -> Message {
        let mut message = message.clone();
        message.fields.values_mut().for_each(|field| self.shorten(field));
        message
    }

    fn shorten(&self, field: &mut Field) {
        match field {
            Field::Text(text) if Path::new(text).is_absolute() => *text = self.short(text),
            Field::List(fields) => fields.iter_mut().for_each(|field| self.shorten(field)),
            Field::Message(message) => **message = self.shortened(message),
            _ => {}
        }
    }

    /// A tool's name for people; its own name where there is no such tool.
    pub(crate) fn title(&self, tool: &str) -> String {
        let found = self.app.registry().get(tool).map(|tool| tool.spec().draft.title);
        found.map_or_else(|| clean(tool, 80), |title| self.texts.localized(title.zh, title.en))
    }

    /// What a tool can do.
    pub(crate) fn effect(&self, tool: &str) -> Option<Effect> {
        self.app.effect(tool)
    }
}

/// Hears a turn and tells the window.
pub(crate) struct Telling {
    names: Names,
    live: Arc<Live>,
}

impl Telling {
    pub(crate) fn new(names: Names, live: Arc<Live>) -> Self {
        Self { names, live }
    }

    fn told(&self, event: Event) -> Option<TurnEvent> {
        let texts = &self.names.texts;
        Some(match event {
            Event::TurnStarted { turn, rung, model, why } => {
                TurnEvent::Started { turn, who: Who::of(rung, model.as_deref(), why.as_ref(), texts) }
            }
            Event::SteppedDown { rung, model, why } => {
                TurnEvent::SteppedDown { who: Who::of(Some(rung), model.as_deref(), Some(&why), texts) }
            }
            Event::Waits { time, after } => TurnEvent::Waits { time, why: texts.report(&after) },
            Event::ReasoningDelta { text } => TurnEvent::Reasoning { text },
            Event::TextDelta { text } => TurnEvent::Text { text },
            Event::TextDone => TurnEvent::TextDone,
            Event::TextWasReasoning => TurnEvent::TextWasReasoning,
            Event::Said { messages } => TurnEvent::Said { text: self.names.say_all(&messages) },
            Event::LineAdded { line, plan } => {
                TurnEvent::LineAdded { line: Line::of_plan(line, &plan, &self.names) }
            }
            Event::LineChanged { line, state } => {
                TurnEvent::LineChanged { line, state: LineState::of(&state, &self.names) }
            }
            // What it came to is the command's result.
            Event::Asked { .. } | Event::TurnFinished { .. } => return None,
            event => return self.told_of_tool(event),
        })
    }

    fn told_of_tool(&self, event: Event) -> Option<TurnEvent> {
        let texts = &self.names.texts;
        Some(match event {
            Event::ToolStarted { call, effect } => TurnEvent::ToolStarted {
                title: self.names.title(&call.name),
                id: call.id,
                tool: clean(&call.name, 80),
                effect,
                args: call.args,
            },
            Event::ToolProgress { id, elapsed, limit, note } => {
                TurnEvent::ToolProgress { id, elapsed, limit, note: note.map(|note| texts.say(&note)) }
            }
            Event::ToolFinished { id, outcome, elapsed } => {
                TurnEvent::ToolFinished { id, elapsed, result: ToolResult::of(&outcome, &self.names) }
            }
            _ => return None,
        })
    }
}

impl Events for Telling {
    fn send(&self, event: Event) {
        if let Some(event) = self.told(event) {
            self.live.send(event);
        }
    }
}
