//! Asking Nova in words, and calling a tool directly: both are turns of the same loop.

use std::{collections::BTreeMap, sync::Arc};

use nova_agent::{
    Brain, Chain, Conversation, Entry, Keep, Link, Mode, Say, Trust, TurnInput, TurnLimits, TurnResult,
    run_turn,
};
use nova_model::{Effect, Message, Report, ToolCall, ToolOutcome};
use nova_tools::{Called, Events, Scope};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{App, direct::Direct};

/// The planner looks into each version by a call of its own, and its calls cost nothing but time.
const LIMITS: TurnLimits =
    TurnLimits { rounds: 12, repeats: 3, calls: 400, stalls: 3, tokens: u64::MAX, micros: None };

/// Who said something earlier in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The player.
    Player(String),
    /// Nova.
    Nova(String),
    /// A tool's answer.
    Tool {
        /// The tool.
        tool: String,
        /// What it answered.
        text: String,
    },
}

/// One thing the player wants.
#[derive(Default)]
pub struct Request {
    /// In the player's words.
    pub words: String,
    /// What was said before.
    pub conversation: Conversation,
    /// Texts that stand in for the answers of tools.
    pub stand_ins: BTreeMap<String, String>,
    /// Ids the host vouches for: what the player clicked on, or typed as an argument.
    pub known: Vec<String>,
}

impl Request {
    /// Words without anything before them.
    pub fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    /// The same words after an earlier talk that is known as text only.
    #[must_use]
    pub fn after(mut self, history: Vec<Said>) -> Self {
        self.conversation.entries.extend(history.into_iter().enumerate().map(|(nth, said)| entry(nth, said)));
        self
    }
}

impl App {
    /// One turn of the built-in planner. `why` says why nobody above it answers.
    pub async fn ask(
        &self,
        request: Request,
        mode: Mode,
        why: Option<Message>,
        events: Arc<dyn Events>,
        cancel: CancellationToken,
    ) -> Result<TurnResult, Report> {
        let mut links: Vec<Link> = why.map(Link::nobody).into_iter().collect();
        links.push(Link::own(self.planner()?));
        let mut chain = Chain::of(links).await;
        Ok(self.turn(Turn { request, mode, events, cancel }, &mut chain).await)
    }

    /// Runs a read, or answers why it cannot be run.
    pub async fn read(&self, tool: &str, args: Value, events: Arc<dyn Events>) -> Called {
        let scope = self.scope(events, CancellationToken::new());
        self.dispatcher.call(&typed(tool, args), &scope).await
    }

    /// Plans a write, and does it where the host confirms it.
    pub async fn write(
        &self,
        tool: &str,
        args: Value,
        mode: Mode,
        events: Arc<dyn Events>,
        cancel: CancellationToken,
    ) -> TurnResult {
        // What the player types proves the ids in it.
        let words = args.as_str().map_or_else(|| args.to_string(), str::to_owned);
        let known = named(&args);
        let mut direct = Direct::new(typed(tool, args));
        let request = Request { known, ..Request::new(words) };
        self.turn(Turn { request, mode, events, cancel }, &mut direct).await
    }

    /// What calling a tool can do; nothing if there is no such tool here.
    pub fn effect(&self, tool: &str) -> Option<Effect> {
        self.registry().get(tool).map(|tool| tool.spec().effect())
    }

    async fn turn(&self, turn: Turn, brain: &mut dyn Brain) -> TurnResult {
        let scope = self.scope(turn.events, turn.cancel);
        run_turn(TurnInput {
            turn: self.turn_id(),
            conversation: turn.request.conversation,
            situation: None,
            words: turn.request.words,
            known: turn.request.known,
            brain,
            dispatcher: &self.dispatcher,
            scope: &scope,
            world: self.world(),
            clock: &*self.launcher.clock,
            limits: LIMITS,
            trust: &Trust::Confirm,
            mode: turn.mode,
            stand_ins: turn.request.stand_ins,
        })
        .await
    }

    fn scope(&self, events: Arc<dyn Events>, cancel: CancellationToken) -> Scope {
        Scope { host: Arc::clone(&self.host), events, cancel }
    }
}

struct Turn {
    request: Request,
    mode: Mode,
    events: Arc<dyn Events>,
    cancel: CancellationToken,
}

/// The names in arguments that were typed one by one: a name with quotes in it is not found in their JSON.
fn named(args: &Value) -> Vec<String> {
    let fields = args.as_object().into_iter().flat_map(serde_json::Map::values);
    fields.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn typed(tool: &str, args: Value) -> ToolCall {
    ToolCall { id: "typed0001".to_owned(), name: tool.to_owned(), args }
}

fn entry(nth: usize, said: Said) -> Entry {
    match said {
        Said::Player(words) => Entry::Player(words),
        Said::Nova(text) => Entry::Nova { say: Say::Text(text), calls: Vec::new(), keep: Keep::default() },
        Said::Tool { tool, text } => Entry::Result {
            call: format!("past{nth:05}"),
            tool,
            outcome: ToolOutcome::Done {
                data: json!({ "text": text }),
                text,
                said: Vec::new(),
                foreign: true,
            },
        },
    }
}
