//! A scripted brain, a player who decides as told, and everything a turn needs.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use futures_util::{FutureExt, future::BoxFuture};
use nova_agent::{
    Brain, Broke, Conversation, Doing, Ear, Entry, Mode, Round, Say, Source, Trust, TurnInput, TurnLimits,
    TurnResult, World, run_turn,
};
use nova_model::{Clock, Event, Message, Millis, Question, Rung, ToolCall, ToolOutcome};
use nova_tools::{
    Capabilities, Confirm, Decision, DispatchLimits, Dispatcher, Events, Host, IdParam, Offer, Registry,
    Scope,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::things::{Disk, all, can_confirm};

/// Says its rounds one after the other, then its last word.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) rounds: VecDeque<Result<Round, Broke>>,
    pub(crate) closing: Option<&'static str>,
    /// The names of the tools it was shown, round by round.
    pub(crate) shown: Vec<Vec<&'static str>>,
    /// Whether it never answers.
    pub(crate) hangs: bool,
    /// The rung it says it is on.
    pub(crate) on: Option<Rung>,
}

impl Brain for Script {
    fn rung(&self) -> Option<Rung> {
        Some(self.on.unwrap_or(Rung::Tools))
    }

    fn next<'a>(
        &'a mut self,
        _: &'a Conversation,
        tools: &'a Registry,
    ) -> BoxFuture<'a, Result<Round, Broke>> {
        self.shown.push(tools.tools().iter().map(|tool| tool.spec().name()).collect());
        if self.hangs {
            return std::future::pending().boxed();
        }
        let round = self.rounds.pop_front().unwrap_or_else(|| Ok(words("the end")));
        async { round }.boxed()
    }

    fn close<'a>(
        &'a mut self,
        conversation: &'a Conversation,
        _: &'a Registry,
    ) -> BoxFuture<'a, Option<Round>> {
        assert!(matches!(conversation.entries.last(), Some(Entry::Settled(_))));
        let closing = self.closing.map(words);
        async { closing }.boxed()
    }
}

pub(crate) fn words(text: &str) -> Round {
    Round::free(Say::Text(text.to_owned()), vec![])
}

pub(crate) fn calls(list: &[(&str, &str, Value)]) -> Round {
    let call = |(id, name, args): &(&str, &str, Value)| ToolCall {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        args: args.clone(),
    };
    Round { calls: list.iter().map(call).collect(), ..words("") }
}

pub(crate) fn asking(round: Round) -> Round {
    Round { asks: vec![Question { text: Message::new("test.which"), choices: vec![] }], ..round }
}

/// A player who decides by a function.
pub(crate) struct Player {
    pub(crate) caps: Capabilities,
    pub(crate) decide: Option<Box<dyn Decide>>,
    pub(crate) asked: Mutex<Vec<Vec<Offer>>>,
}

pub(crate) trait Decide: Fn(&[Offer]) -> BoxFuture<'static, Vec<Decision>> + Send + Sync {}
impl<F: Fn(&[Offer]) -> BoxFuture<'static, Vec<Decision>> + Send + Sync> Decide for F {}

impl Host for Player {
    fn capabilities(&self) -> Capabilities {
        self.caps.clone()
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        self.decide.as_ref().map(|_| self as &dyn Confirm)
    }
}

impl Confirm for Player {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        self.asked.lock().unwrap().push(lines.to_vec());
        match &self.decide {
            Some(decide) => decide(lines),
            None => async { vec![] }.boxed(),
        }
    }
}

#[derive(Default)]
pub(crate) struct Heard(pub(crate) Mutex<Vec<Event>>);

impl Events for Heard {
    fn send(&self, event: Event) {
        self.0.lock().unwrap().push(event);
    }
}

pub(crate) struct Noon;

impl Clock for Noon {
    fn now(&self) -> Millis {
        43_200_000
    }
}

/// Everything around a turn.
pub(crate) struct Stage {
    pub(crate) disk: Arc<Disk>,
    pub(crate) brain: Script,
    pub(crate) player: Arc<Player>,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) scope: Scope,
    pub(crate) heard: Arc<Heard>,
    pub(crate) trust: Trust,
    pub(crate) mode: Mode,
    pub(crate) limits: TurnLimits,
    pub(crate) stand_ins: BTreeMap<String, String>,
    pub(crate) conversation: Conversation,
    pub(crate) known: Vec<String>,
    /// The tools that are heard in the player's words.
    pub(crate) heard_tools: Vec<&'static str>,
}

/// Hears these tools, whatever is said.
struct Hears<'a>(&'a [&'static str]);

impl Ear for Hears<'_> {
    fn hears(&self, _: &str, call: &ToolCall, _: &[IdParam]) -> bool {
        self.0.contains(&call.name.as_str())
    }
}

impl Stage {
    /// A player who says the same to every line.
    pub(crate) fn new(rounds: Vec<Round>, decision: Decision) -> Self {
        Self::deciding(rounds, move |lines: &[Offer]| {
            let decisions = vec![decision; lines.len()];
            async move { decisions }.boxed()
        })
    }

    pub(crate) fn deciding(rounds: Vec<Round>, decide: impl Decide + 'static) -> Self {
        Self::with_player(rounds, can_confirm(), Some(Box::new(decide)))
    }

    pub(crate) fn with_player(
        rounds: Vec<Round>,
        caps: Capabilities,
        decide: Option<Box<dyn Decide>>,
    ) -> Self {
        let disk = Disk::with(&["a", "b", "c", "settings"]);
        let registry = Registry::build(all(&disk), &caps).unwrap();
        let player = Arc::new(Player { caps, decide, asked: Mutex::default() });
        let heard = Arc::new(Heard::default());
        Self {
            dispatcher: Dispatcher::new(registry, DispatchLimits::default()),
            scope: Scope { host: player.clone(), events: heard.clone(), cancel: CancellationToken::new() },
            brain: Script { rounds: rounds.into_iter().map(Ok).collect(), ..Script::default() },
            disk,
            player,
            heard,
            trust: Trust::Confirm,
            mode: Mode::Confirm,
            limits: TurnLimits::default(),
            stand_ins: BTreeMap::new(),
            conversation: Conversation::default(),
            known: Vec::new(),
            heard_tools: vec!["rename_thing", "purge_thing", "set_thing"],
        }
    }

    /// Runs a turn in which the player names `a`, `b` and `c`.
    pub(crate) async fn run(&mut self) -> TurnResult {
        self.say("rename a, b and c").await
    }

    pub(crate) async fn say(&mut self, text: &str) -> TurnResult {
        let mut brain = std::mem::take(&mut self.brain);
        let result = self.ask(&mut brain, text).await;
        self.brain = brain;
        result
    }

    /// The same with another brain than the script.
    pub(crate) async fn ask(&mut self, brain: &mut dyn Brain, text: &str) -> TurnResult {
        let world: Arc<dyn World> = self.disk.clone();
        let result = run_turn(TurnInput {
            turn: "turn-1".to_owned(),
            conversation: self.conversation.clone(),
            situation: None,
            words: text.to_owned(),
            known: self.known.clone(),
            beside: Vec::new(),
            brain,
            dispatcher: &self.dispatcher,
            scope: &self.scope,
            world,
            clock: &Noon,
            limits: self.limits,
            trust: &self.trust,
            ear: &Hears(&self.heard_tools),
            source: Source::Own,
            mode: self.mode,
            stand_ins: self.stand_ins.clone(),
        })
        .await;
        assert_answered(&result.conversation);
        self.conversation = result.conversation.clone();
        result
    }

    pub(crate) fn doing<'a>(&'a self, world: &'a Arc<dyn World>) -> Doing<'a> {
        Doing { dispatcher: &self.dispatcher, scope: &self.scope, world, clock: &Noon }
    }
}

/// Every call of a message is answered right after it, once, in order.
pub(crate) fn assert_answered(conversation: &Conversation) {
    let mut entries = conversation.entries.iter().peekable();
    while let Some(entry) = entries.next() {
        assert!(!matches!(entry, Entry::Result { .. }), "an answer without a call: {entry:?}");
        let Entry::Nova { calls, .. } = entry else { continue };
        for call in calls {
            match entries.next() {
                Some(Entry::Result { call: id, tool, .. }) => assert_eq!((id, tool), (&call.id, &call.name)),
                other => panic!("{call:?} is followed by {other:?}"),
            }
        }
    }
}

/// What came of each call, in short.
pub(crate) fn outcomes(result: &TurnResult) -> Vec<String> {
    let short = |outcome: &ToolOutcome| match outcome {
        ToolOutcome::Done { .. } => "done".to_owned(),
        ToolOutcome::Queued { line, .. } => format!("line {line}"),
        ToolOutcome::Failed { report } => report.code().to_string(),
        ToolOutcome::Skipped { why } => why.code.to_string(),
    };
    result.calls.iter().map(|made| short(&made.outcome)).collect()
}

/// The state of each line, in short.
pub(crate) fn states(result: &TurnResult) -> Vec<String> {
    result.checklist.lines().iter().map(|line| state(&line.state)).collect()
}

pub(crate) fn state(state: &nova_model::LineState) -> String {
    let value = serde_json::to_value(state).unwrap();
    value["state"].as_str().unwrap().to_owned()
}
