//! Who decides what to do next: a model or the built-in planner. Both drive the very same loop through [`Brain`].

use futures_util::future::BoxFuture;
use nova_model::{Message, Question, Report, Rung, ToolCall, ToolOutcome};
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
}
