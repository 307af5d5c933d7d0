//! One turn: from what the player says to Nova's last word. A model and the built-in planner go through the very same one.

mod answer;
mod course;
mod guard;
mod settle;
mod write;

use std::{collections::BTreeMap, sync::Arc};

use nova_llm::Usage;
use nova_model::{
    Clock, Effect, Event, Message, Problem, Question, Report, Rung, ToolCall, ToolOutcome, TurnEnd,
};
use nova_tools::{Dispatcher, Scope};

use crate::{
    Brain, Checklist, Conversation, Done, Fresh, Say, Trust, World,
    trust::{Ear, Source},
};

/// Where a turn has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// Requests to the brain.
    pub rounds: usize,
    /// Times that one and the same call may be made.
    pub repeats: usize,
    /// Calls in all.
    pub calls: usize,
    /// Rounds in a row in which no call brought anything new.
    pub stalls: usize,
    /// Tokens that the model's server counts, in and out.
    pub tokens: u64,
    /// Money that is left for today, in millionths; none for no limit.
    pub micros: Option<u64>,
}

impl Default for TurnLimits {
    fn default() -> Self {
        Self { rounds: 12, repeats: 3, calls: 40, stalls: 3, tokens: 200_000, micros: None }
    }
}

/// What happens with the checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is only made. Nothing is changed anywhere.
    PlanOnly,
    /// It is shown to the player, and what is confirmed is done.
    Confirm,
}

/// What a turn starts from.
pub struct TurnInput<'a> {
    /// Its id; every change it makes carries it.
    pub turn: String,
    /// What was said before. The turn adds to it and gives it back.
    pub conversation: Conversation,
    /// What a model is told about the moment.
    pub situation: Option<String>,
    /// What the player says, as typed.
    pub words: String,
    /// Ids that the host vouches for: files the player attached, the version on the open page.
    pub known: Vec<String>,
    /// Ids that stand on the open page, each with the parameter that it may be given for.
    pub beside: Vec<(&'static str, String)>,
    /// Who decides.
    pub brain: &'a mut dyn Brain,
    /// The tools.
    pub dispatcher: &'a Dispatcher,
    /// Host, events, and the token that stops the turn.
    pub scope: &'a Scope,
    /// The files as they are now.
    pub world: Arc<dyn World>,
    /// The present.
    pub clock: &'a dyn Clock,
    /// Where it has to end.
    pub limits: TurnLimits,
    /// The player's step.
    pub trust: &'a Trust,
    /// Hears what the player's words ask for.
    pub ear: &'a dyn Ear,
    /// Whose text stands in the situation.
    pub source: Source,
    /// What happens with the checklist.
    pub mode: Mode,
    /// Texts that stand in for the answers of reads: a tool named here is not run. They count as written by others.
    pub stand_ins: BTreeMap<String, String>,
}

/// One call of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeCall {
    /// The call; its arguments are an object if they could be read.
    pub call: ToolCall,
    /// What the tool can do; none if there is no such tool.
    pub effect: Option<Effect>,
    /// What came of it.
    pub outcome: ToolOutcome,
}

/// What came of a turn.
#[derive(Debug)]
pub struct TurnResult {
    /// Who answered last; none where nobody did.
    pub rung: Option<Rung>,
    /// The model's name, where one answered.
    pub model: Option<String>,
    /// Why not a higher rung.
    pub why: Option<Message>,
    /// Every call, in the order made.
    pub calls: Vec<MadeCall>,
    /// Nova's words, round by round; rounds without words are left out.
    pub say: Vec<Say>,
    /// What the player has to answer first.
    pub asked: Vec<Question>,
    /// The planned changes with their states. In plan-only runs, and where the host could not ask, they are still waiting
    /// and can be done later with [`crate::execute`].
    pub checklist: Checklist,
    /// What was done, in order.
    pub receipts: Vec<Done>,
    /// New plans for lines that had become stale.
    pub fresh: Vec<Fresh>,
    /// What is wrong in answers that are otherwise good.
    pub problems: Vec<Problem>,
    /// What the player has to know about the words themselves.
    pub notices: Vec<Message>,
    /// How it ended.
    pub end: TurnEnd,
    /// What the models of the turn cost.
    pub usage: Usage,
    /// Why no brain could go on.
    pub broke: Option<Report>,
    /// The conversation with this turn.
    pub conversation: Conversation,
}

/// Runs one turn.
pub async fn run_turn(input: TurnInput<'_>) -> TurnResult {
    let events = Arc::clone(&input.scope.events);
    let (turn, rung, why) = (input.turn.clone(), input.brain.rung(), input.brain.why());
    let model = input.brain.model();
    events.send(Event::TurnStarted { turn: turn.clone(), rung, model, why });
    let mut course = course::Course::new(input);
    let end = course.rounds().await;
    let end = course.settle(end).await;
    events.send(Event::TurnFinished { turn, end: end.clone() });
    course.finish(end)
}
