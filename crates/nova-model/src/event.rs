//! What happens in a turn, in the words that the window, the terminal and the tests share.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Effect, Makes, Message, Plan, Report};

/// Which level of the degradation chain answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// A model with a tools API.
    Tools,
    /// A model without one: calls as JSON text.
    Json,
    /// A server found on this machine.
    Local,
    /// The built-in planner.
    Planner,
}

/// One call, from a model or from the planner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Unique in the chat.
    pub id: String,
    /// The tool's name as it was given, known or not.
    pub name: String,
    /// The arguments as parsed; always an object once validated.
    pub args: Value,
}

/// What came of one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum ToolOutcome {
    /// A read or a navigation answered.
    Done {
        /// At most 900 characters, for the model.
        text: String,
        /// Everything, for the window.
        data: Value,
        /// The answer in sentences, for a player who asked without a model.
        said: Vec<Message>,
        /// Holds text written by others.
        foreign: bool,
    },
    /// A write was put on the checklist; nothing is done yet.
    Queued {
        /// Its line, counted from 1.
        line: usize,
        /// What will be there once it is done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        makes: Vec<Makes>,
    },
    /// It could not be done; the model is told.
    Failed {
        /// What went wrong.
        report: Report,
    },
    /// It was never run: the turn was stopped, or the player declined.
    Skipped {
        /// Why.
        why: Message,
    },
}

/// A question to the player, shown as a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub text: Message,
    /// The real choices, in order; empty for a free answer.
    pub choices: Vec<String>,
}

/// Where a checklist line is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum LineState {
    /// Waits for the player.
    Waiting,
    /// The player said no, or the host cannot ask.
    Refused,
    /// Is being done.
    Running,
    /// Is done and in the journal.
    Done {
        /// The change's id.
        change: String,
    },
    /// The files moved on since it was planned; nothing was done.
    Stale,
    /// Could not be done; nothing half-done is left.
    Failed {
        /// Why.
        report: Report,
    },
    /// Not tried, since a line it needs was not done.
    Skipped,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum TurnEnd {
    /// Nova said its last word.
    Answered,
    /// The player has to answer a question first.
    Asked,
    /// A limit was reached.
    Limit {
        /// Which one.
        which: Message,
    },
    /// The player stopped it.
    Cancelled,
    /// It cannot go on.
    Failed {
        /// Why.
        report: Report,
    },
}

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A turn began.
    TurnStarted {
        /// Its id.
        turn: String,
        /// Who answers; none where nobody does.
        rung: Option<Rung>,
        /// The model's name, where one answers.
        model: Option<String>,
        /// Why not a higher rung, where it stepped down.
        why: Option<Message>,
    },
    /// A rung could not go on; a lower one does.
    SteppedDown {
        /// Who goes on.
        rung: Rung,
        /// The model's name, where one goes on.
        model: Option<String>,
        /// Why.
        why: Message,
    },
    /// The model's server asked for patience, or is asked again.
    Waits {
        /// Milliseconds until it is asked again.
        time: u64,
        /// What failed, as half a sentence.
        after: Report,
    },
    /// More of a model's reasoning: folded away, or not shown at all.
    ReasoningDelta {
        /// The piece.
        text: String,
    },
    /// More of Nova's words.
    TextDelta {
        /// The piece.
        text: String,
    },
    /// The pieces since the last of these make one whole text of Nova's.
    TextDone,
    /// The pieces so far were a model's reasoning: they are folded away, what comes next is the text.
    TextWasReasoning,
    /// Nova's words as messages, whole: what the built-in planner says.
    Said {
        /// The sentences, in order.
        messages: Vec<Message>,
    },
    /// A tool began.
    ToolStarted {
        /// The call.
        call: ToolCall,
        /// What the tool can do.
        effect: Effect,
    },
    /// A tool is still at it (sent every 30 seconds, or with real amounts).
    ToolProgress {
        /// The call's id.
        id: String,
        /// Milliseconds since it began.
        elapsed: u64,
        /// Its limit in milliseconds; none for tools that wait for a person.
        limit: Option<u64>,
        /// Amounts, where the tool knows them.
        note: Option<Message>,
    },
    /// A tool ended.
    ToolFinished {
        /// The call's id.
        id: String,
        /// What came of it.
        outcome: ToolOutcome,
        /// Milliseconds it took.
        elapsed: u64,
    },
    /// A line was added to the checklist.
    LineAdded {
        /// Its number, from 1.
        line: usize,
        /// What it would do.
        plan: Plan,
    },
    /// A line changed its state.
    LineChanged {
        /// Its number.
        line: usize,
        /// Its new state.
        state: LineState,
    },
    /// Nova asks.
    Asked {
        /// The questions.
        questions: Vec<Question>,
    },
    /// A turn ended.
    TurnFinished {
        /// Its id.
        turn: String,
        /// How.
        end: TurnEnd,
    },
}
