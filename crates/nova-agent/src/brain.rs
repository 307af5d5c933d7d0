//! Who decides what to do next: a model or the built-in planner. Both drive the very same loop through [`Brain`].

use std::{collections::BTreeMap, time::Duration};

use futures_util::{FutureExt, future::BoxFuture};
use nova_llm::{Kept, Usage};
use nova_model::{LineState, Message, Question, Report, Rung, ToolCall, ToolOutcome};
use nova_tools::Registry;
use serde::{Deserialize, Serialize};

/// What was said and found in this chat, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Every entry, this turn's included.
    pub entries: Vec<Entry>,
}

impl Conversation {
    /// The choices of the question that the last turn ended with.
    pub fn choices(&self) -> &[String] {
        let turn = self.entries.iter().rev().take_while(|entry| !matches!(entry, Entry::Player(_)));
        let asked = turn.filter_map(|entry| match entry {
            Entry::Asked(questions) => questions.first(),
            _ => None,
        });
        asked.map(|question| question.choices.as_slice()).next().unwrap_or_default()
    }
}

/// One thing that was said or found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", content = "of", rename_all = "snake_case")]
pub enum Entry {
    /// What the launcher tells a model about the moment: today, the current version, what the player wants remembered; or that
    /// the turn has to end. Mostly right before the player's words, and never shown as theirs.
    Situation(String),
    /// The player's words, as typed.
    Player(String),
    /// Nova's words and calls of one round.
    Nova {
        /// What it said.
        say: Say,
        /// What it called.
        calls: Vec<ToolCall>,
        /// What a model's server wants back, and what a model has to be told about its calls.
        #[serde(default, skip_serializing_if = "Keep::is_empty")]
        keep: Keep,
    },
    /// The answer to one call.
    Result {
        /// The call's id.
        call: String,
        /// The tool.
        tool: String,
        /// What came of it.
        outcome: ToolOutcome,
    },
    /// What Nova asked at the end of a turn, with the choices it gave.
    Asked(Vec<Question>),
    /// What became of the turn's checklist, line by line.
    Settled(Vec<Settled>),
    /// A rung could not go on; the entries after it come from a lower one.
    SteppedDown {
        /// The rung that goes on.
        to: Rung,
        /// Why.
        why: Message,
    },
}

/// What became of one checklist line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// Its number, from 1.
    pub line: usize,
    /// The call that planned it.
    pub call: String,
    /// The tool.
    pub tool: String,
    /// Done (with the id of the change), refused, stale, failed or skipped.
    pub state: LineState,
    /// What was done, where it was.
    pub said: Option<Message>,
}

/// Words: a model writes text, the planner writes sentences that the catalogue turns into the player's language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Say {
    /// A model's text.
    Text(String),
    /// The planner's sentences.
    Messages(Vec<Message>),
}

impl Say {
    /// No words at all.
    pub fn nothing() -> Self {
        Self::Messages(Vec::new())
    }
}

/// What goes back to a model's server with a round, beside its words and calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Keep {
    /// Fields the server wants back as they were.
    pub wire: Kept,
    /// What the model is told about a call beside its answer, by the call's position: a parameter that does not exist.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<usize, String>,
}

impl Keep {
    /// Whether there is nothing of the kind.
    pub fn is_empty(&self) -> bool {
        self.wire.is_empty() && self.notes.is_empty()
    }
}

/// One round: words, then calls or a question. No calls and no questions means: that was the last word.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The words.
    pub say: Say,
    /// The calls, in order.
    pub calls: Vec<ToolCall>,
    /// Questions the player has to answer before it can go on; the turn ends with them.
    pub asks: Vec<Question>,
    /// What a model's next request needs of this one.
    pub keep: Keep,
    /// What it cost; the planner costs nothing.
    pub usage: Usage,
    /// What the player has to know about the words themselves: they were cut off in the middle.
    pub notice: Option<Message>,
}

impl Round {
    /// A round of words and calls that cost nothing.
    pub fn free(say: Say, calls: Vec<ToolCall>) -> Self {
        Self { say, calls, asks: Vec::new(), keep: Keep::default(), usage: Usage::default(), notice: None }
    }
}

/// A brain that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broke {
    /// Why.
    pub report: Report,
    /// How far down that leads.
    pub falls: Falls,
    /// How long its server is better left alone; none where it may be asked again at once.
    pub rest: Option<Duration>,
}

impl Broke {
    /// A failure after which nobody has to be left alone.
    pub fn new(report: Report, falls: Falls) -> Self {
        Self { report, falls, rest: None }
    }
}

/// How far down a failure leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    /// To the next rung; it may ask the same server, which can do with less.
    OneRung,
    /// Past everything that asks the same server.
    PastServer,
}

/// Decides the next round from everything before it.
pub trait Brain: Send + Sync {
    /// The rung it is on; none where nobody answers. A chain of brains moves down while a turn runs.
    fn rung(&self) -> Option<Rung>;
    /// The model's name, where a model answers.
    fn model(&self) -> Option<String> {
        None
    }
    /// Why not a higher rung.
    fn why(&self) -> Option<Message> {
        None
    }
    /// The next round. An error ends this rung, not the turn.
    fn next<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>>;
    /// The last round of a turn that a limit ends, to say where things stand. It has no tools, and nobody takes over where it
    /// fails.
    fn last<'a>(&'a mut self, conversation: &'a Conversation) -> BoxFuture<'a, Option<Round>> {
        async move { self.next(conversation, &Registry::default()).await.ok() }.boxed()
    }
    /// A closing word once the checklist is settled (the last entry); none where the receipts say enough. Calls in it are not
    /// made.
    fn close<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Option<Round>> {
        let _ = (conversation, tools);
        std::future::ready(None).boxed()
    }
}
