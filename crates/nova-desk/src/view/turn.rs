//! What happens in a turn, and what came of it.

use nova_core::{rung_name, texts::Texts};
use nova_model::{Effect, Message, Rung};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{Checklist, Line, LineState, Question, Receipt, ToolResult};
use crate::{Fault, turn::Names};

/// Who answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Who {
    /// The rung: a model with tools, one without, one on this machine, the built-in planner; none where nobody answers.
    #[ts(type = "'tools' | 'json' | 'local' | 'planner' | null")]
    pub rung: Option<Rung>,
    /// The model's name, where one answers.
    pub model: Option<String>,
    /// For people: "built-in", "local model qwen3", "deepseek-chat".
    pub label: String,
    /// Why nobody better does, where it stepped down.
    pub why: Option<String>,
}

impl Who {
    pub(crate) fn of(rung: Option<Rung>, model: Option<&str>, why: Option<&Message>, texts: &Texts) -> Self {
        Self {
            rung,
            model: model.map(str::to_owned),
            label: texts.say(&label(rung, model)),
            why: why.map(|why| texts.say(why)),
        }
    }
}

fn label(rung: Option<Rung>, model: Option<&str>) -> Message {
    rung.map_or_else(|| Message::new("desk.who.nobody"), |rung| rung_name(rung, model))
}

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TurnEvent {
    /// It began.
    Started {
        /// Its id; undoes the whole turn later.
        turn: String,
        /// Who answers.
        who: Who,
    },
    /// A rung could not go on; another one does.
    SteppedDown {
        /// Who goes on, and why.
        who: Who,
    },
    /// The model's server asked for patience, or is asked again.
    Waits {
        /// Milliseconds until it is asked again.
        time: u64,
        /// Why.
        why: String,
    },
    /// More of a model's reasoning: folded away.
    Reasoning {
        /// The piece.
        text: String,
    },
    /// More of Nova's words.
    Text {
        /// The piece.
        text: String,
    },
    /// The pieces since the last of these make one whole text.
    TextDone,
    /// The pieces so far were reasoning: they are folded away.
    TextWasReasoning,
    /// The built-in planner's words, whole.
    Said {
        /// The words.
        text: String,
    },
    /// A tool began.
    ToolStarted {
        /// The call.
        id: String,
        /// The tool.
        tool: String,
        /// Its name for people.
        title: String,
        /// What it can do.
        #[ts(type = "'read' | 'navigate' | 'write'")]
        effect: Effect,
        /// Its arguments.
        #[ts(type = "unknown")]
        args: Value,
    },
    /// A tool is still at it.
    ToolProgress {
        /// The call.
        id: String,
        /// Milliseconds since it began.
        elapsed: u64,
        /// Its limit in milliseconds; none for tools that wait for a person.
        limit: Option<u64>,
        /// Amounts, where the tool knows them.
        note: Option<String>,
    },
    /// A tool ended.
    ToolFinished {
        /// The call.
        id: String,
        /// Milliseconds it took.
        elapsed: u64,
        /// What came of it.
        result: ToolResult,
    },
    /// A line was planned. It may run at once by the player's own settings; otherwise it waits for the checklist.
    LineAdded {
        /// The line.
        line: Line,
    },
    /// The checklist waits for the player.
    Confirm {
        /// It.
        checklist: Checklist,
    },
    /// A line changed its state.
    LineChanged {
        /// Its number.
        line: usize,
        /// Its new state.
        state: LineState,
    },
    /// A card with questions waits for the player.
    Ask {
        /// Answers it, once.
        id: String,
        /// The questions.
        questions: Vec<Question>,
    },
    /// A masked prompt waits for the player.
    Secret {
        /// Answers it, once.
        id: String,
        /// What it is for.
        about: String,
    },
    /// What waited does not wait any more: it was answered, or the turn was stopped.
    AskOver {
        /// Its id.
        id: String,
    },
}

/// A turn that runs now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RunningTurn {
    /// What it is followed and stopped by.
    pub follow: String,
    /// The chat it runs in; none for what was asked for on a page.
    pub chat: Option<String>,
    /// The player's words.
    pub words: Option<String>,
    /// The cards that wait for the player: of the kinds `confirm`, `ask` and `secret`.
    pub pending: Vec<TurnEvent>,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum End {
    /// Nova said its last word.
    Answered,
    /// The player has to answer first.
    Asked,
    /// A limit was reached.
    Limit {
        /// Which one.
        which: String,
    },
    /// The player stopped it.
    Cancelled,
    /// It could not go on.
    Failed {
        /// Why.
        fault: Fault,
    },
}

/// What came of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Turned {
    /// The turn's id; undoes all of it.
    pub turn: String,
    /// The chat it is kept in; none for what was done on a page. A new chat may have got another id.
    pub chat: Option<String>,
    /// Who answered last.
    pub who: Who,
    /// What was done, in order.
    pub receipts: Vec<Receipt>,
    /// What the player has to answer with the next sentence.
    pub asked: Vec<Question>,
    /// What to know about the words: an answer was cut, a chat could not be kept.
    pub notices: Vec<String>,
    /// Why a change could not even be planned.
    pub faults: Vec<Fault>,
    /// How it ended.
    pub end: End,
}

impl End {
    pub(crate) fn of(end: &nova_model::TurnEnd, names: &Names) -> Self {
        use nova_model::TurnEnd as From;
        match end {
            From::Answered => Self::Answered,
            From::Asked => Self::Asked,
            From::Limit { which } => Self::Limit { which: names.say(which) },
            From::Cancelled => Self::Cancelled,
            From::Failed { report } => Self::Failed { fault: Fault::of(report, names) },
        }
    }
}
