//! Who decides what to do next: a model or the built-in planner. Both drive the very same loop through [`Brain`].

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{LineState, Message, Question, Report, Rung, ToolCall, ToolOutcome};
use nova_tools::Registry;

/// What was said and found in this chat, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    /// Every entry, this turn's included.
    pub entries: Vec<Entry>,
}

/// One thing that was said or found.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The player's words, as typed.
    Player(String),
    /// Nova's words and calls of one round.
    Nova {
        /// What it said.
        say: Say,
        /// What it called.
        calls: Vec<ToolCall>,
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
}

/// What became of one checklist line.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
pub enum Say {
    /// A model's text.
    Text(String),
    /// The planner's sentences.
    Messages(Vec<Message>),
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
}

/// Decides the next round from everything before it.
pub trait Brain: Send {
    /// The rung it is on.
    fn rung(&self) -> Rung;
    /// The next round. An error ends this rung, not the turn.
    fn next<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Report>>;
    /// A closing word once the checklist is settled (the last entry); none where the receipts say enough.
    fn close<'a>(&'a mut self, conversation: &'a Conversation) -> BoxFuture<'a, Option<Say>> {
        let _ = conversation;
        std::future::ready(None).boxed()
    }
}
