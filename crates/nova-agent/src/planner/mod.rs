//! The built-in planner: answers without a model, through the very same loop and tools.
//!
//! Each round it reads the sentence anew with everything the turn has found so far, asks for the lists it still needs,
//! and ends when nothing is missing. It keeps no state of its own but a counter for call ids, and knows nothing about
//! the game: words, names and tools are data ([`Lexicon`]).

mod act;
mod chunk;
mod codes;
mod fold;
mod grouping;
mod hears;
mod lexicon;
mod matching;
mod mind;
mod name;
mod naming;
mod number;
mod past;
mod pattern;
mod rules;
mod speak;
mod spelling;
mod split;
mod tag;
mod technical;
#[cfg(test)]
mod tests;
mod text;
mod timed;
mod words;
mod world;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;
use nova_model::{Millis, Rung, ToolCall};
use nova_tools::Registry;

pub use codes::CODES;
pub use lexicon::{Lexicon, LexiconError, Sample};
pub use pattern::PatternError;

use crate::{Brain, Broke, Conversation, Entry, Round, Say};
use mind::Mind;
use past::Past;
use world::{Step, Tools, World};

/// After so many rounds of a turn the planner only says what it has.
const MAX_ROUNDS: usize = 8;

/// The built-in planner.
pub struct Planner {
    lexicon: Arc<Lexicon>,
    now: Millis,
    zone: TimeZone,
    open: Open,
}

/// The parameters that call a file which the player attached, with their values.
pub type Given = Vec<(&'static str, String)>;

/// What is open beside the chat.
#[derive(Debug, Default)]
struct Open {
    version: Option<String>,
    item: Option<String>,
    attached: Vec<Given>,
}

impl Planner {
    /// A planner over this data. `now` and `zone` say what "yesterday" is.
    pub fn new(lexicon: impl Into<Arc<Lexicon>>, now: Millis, zone: TimeZone) -> Self {
        Self { lexicon: lexicon.into(), now, zone, open: Open::default() }
    }

    /// The same beside a page: this version is meant where none is named, and this item where the player says "this one" of its
    /// kind. What is done stands on the checklist by its name.
    #[must_use]
    pub fn beside(self, version: Option<String>, item: Option<String>) -> Self {
        Self { open: Open { version, item, ..self.open }, ..self }
    }

    /// The same with files that the player attached, for the tools that are about such files.
    #[must_use]
    pub fn attached(self, attached: Vec<Given>) -> Self {
        Self { open: Open { attached, ..self.open }, ..self }
    }

    /// The next round, from everything before it.
    pub fn round(&self, conversation: &Conversation, tools: &Registry) -> Round {
        self.round_with(conversation, tools)
    }

    fn round_with(&self, conversation: &Conversation, tools: &dyn Tools) -> Round {
        let world = World::new(conversation, tools, &self.lexicon, self.open.version.as_deref());
        let past = Past::new(conversation).pointing(self.open.item.as_deref()).answered(&self.lexicon);
        let attached = &self.open.attached;
        let mind = Mind { lexicon: &self.lexicon, world: &world, now: self.now, zone: &self.zone, attached };
        let thought = mind.think(&past);
        let mut next: Vec<Step> = Vec::new();
        for step in thought.steps.iter().chain(&thought.look).filter(|step| !world.made(step)) {
            if !next.contains(step) {
                next.push(step.clone());
            }
        }
        if next.is_empty() || rounds(conversation) >= MAX_ROUNDS {
            let say = Say::Messages(speak::last_words(&thought, &world));
            return Round { asks: thought.asks, ..Round::free(say, Vec::new()) };
        }
        let next = next.into_iter().map(|step| world.at_home(step)).collect();
        Round::free(Say::nothing(), number_calls(conversation, next))
    }
}

impl Brain for Planner {
    fn rung(&self) -> Option<Rung> {
        Some(Rung::Planner)
    }

    fn next<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>> {
        Box::pin(std::future::ready(Ok(self.round(conversation, tools))))
    }
}

fn rounds(conversation: &Conversation) -> usize {
    conversation
        .entries
        .iter()
        .rev()
        .take_while(|entry| !matches!(entry, Entry::Player(_)))
        .filter(|entry| matches!(entry, Entry::Nova { .. }))
        .count()
}

/// Ids are nine characters, the same for the same chat: `p` and the number of the call.
fn number_calls(conversation: &Conversation, steps: Vec<Step>) -> Vec<ToolCall> {
    let made: usize = conversation
        .entries
        .iter()
        .map(|entry| match entry {
            Entry::Nova { calls, .. } => calls.len(),
            _ => 0,
        })
        .sum();
    let call = |(at, step): (usize, Step)| ToolCall {
        id: format!("p{:08}", made + at + 1),
        name: step.tool,
        args: step.args,
    };
    steps.into_iter().enumerate().map(call).collect()
}
