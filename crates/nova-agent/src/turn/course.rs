//! The rounds of a turn, and what is known while they go on.

use std::collections::HashSet;

use nova_llm::Usage;
use nova_model::{Event, Message, Problem, Question, Report, Rung, ToolCall, ToolOutcome, TurnEnd};
use nova_tools::{Capabilities, Proof, Registry};
use serde_json::Value;

use super::{MadeCall, TurnInput, TurnResult, guard::Guard};
use crate::{Checklist, Doing, Done, Entry, Fresh, Keep, Round, Say, Trust, trust::Source};

/// What a model is told before its last round.
const LAST: &str = "The limit of this turn is reached. Say in words how far you got; call nothing.";

/// A turn in progress.
pub(super) struct Course<'a> {
    pub(super) input: TurnInput<'a>,
    /// What the brain is shown: nothing or no writes where the player's step says so.
    pub(super) tools: Registry,
    pub(super) caps: Capabilities,
    pub(super) proof: Proof,
    pub(super) guard: Guard,
    /// Whose text was read in this turn.
    pub(super) source: Source,
    /// Whose text stands in the whole conversation.
    pub(super) chat_source: Source,
    pub(super) checklist: Checklist,
    pub(super) record: Record,
    /// Who answered the last round.
    rung: Option<Rung>,
}

/// What the result is made from.
#[derive(Default)]
pub(super) struct Record {
    pub(super) calls: Vec<MadeCall>,
    pub(super) say: Vec<Say>,
    pub(super) asked: Vec<Question>,
    pub(super) receipts: Vec<Done>,
    pub(super) fresh: Vec<Fresh>,
    pub(super) problems: Vec<Problem>,
    pub(super) notices: Vec<Message>,
    pub(super) broke: Option<Report>,
    usage: Usage,
    /// Rounds in a row without anything new.
    stalled: usize,
}

impl Record {
    /// Adds what a round cost.
    pub(super) fn add(&mut self, usage: Usage) {
        self.usage = self.usage.plus(usage);
    }
}

/// How the calls of one message went.
pub(super) enum Went {
    /// Something new was found or planned.
    Forward,
    /// Nothing new.
    Nowhere,
    /// The turn cannot go on.
    Stopped(Report),
}

impl<'a> Course<'a> {
    pub(super) fn new(mut input: TurnInput<'a>) -> Self {
        let mut proof = Proof::default();
        let mut chat_source = input.source;
        for entry in &input.conversation.entries {
            remember(&mut proof, entry);
            if matches!(entry, Entry::Result { outcome: ToolOutcome::Done { foreign: true, .. }, .. }) {
                chat_source = Source::Foreign;
            }
        }
        proof.said(&input.words);
        input.known.iter().for_each(|id| proof.remember(id));
        input.beside.iter().for_each(|(param, id)| proof.remember_as(param, id));
        let entries = &mut input.conversation.entries;
        entries.extend(input.situation.take().map(Entry::Situation));
        entries.push(Entry::Player(input.words.clone()));
        Self {
            tools: shown(input.dispatcher.registry(), input.trust),
            caps: input.scope.host.capabilities(),
            guard: Guard::new(input.limits.repeats),
            checklist: Checklist::new(input.turn.clone()),
            proof,
            source: input.source,
            chat_source,
            record: Record::default(),
            rung: input.brain.rung(),
            input,
        }
    }

    /// Round after round, until the brain is done or a limit is reached.
    pub(super) async fn rounds(&mut self) -> TurnEnd {
        for _ in 0..self.input.limits.rounds {
            let round = match self.next(&self.tools.clone()).await {
                Ok(round) => round,
                Err(end) => return end,
            };
            if let Some(end) = self.round(round).await {
                return end;
            }
        }
        self.last_word(limit("agent.limit-rounds", self.input.limits.rounds)).await
    }

    async fn next(&mut self, tools: &Registry) -> Result<Round, TurnEnd> {
        let TurnInput { brain, conversation, scope, .. } = &mut self.input;
        tokio::select! {
            biased;
            () = scope.cancel.cancelled() => Err(TurnEnd::Cancelled),
            round = brain.next(conversation, tools) => match round {
                Ok(round) => {
                    self.record.add(round.usage);
                    self.note_rung();
                    Ok(round)
                }
                Err(broke) => Err(self.broke(broke.report)),
            },
        }
    }

    /// Says so where a lower rung goes on.
    fn note_rung(&mut self) {
        let rung = self.input.brain.rung();
        if rung == self.rung {
            return;
        }
        self.rung = rung;
        if let (Some(rung), Some(why)) = (rung, self.input.brain.why()) {
            let model = self.input.brain.model();
            self.input.scope.events.send(Event::SteppedDown { rung, model, why: why.clone() });
            self.input.conversation.entries.push(Entry::SteppedDown { to: rung, why });
        }
    }

    /// The brain cannot go on. What it had planned stays for the player to decide about, since each line stands for itself.
    fn broke(&mut self, report: Report) -> TurnEnd {
        self.record.broke = Some(report.clone());
        if self.checklist.is_waiting() {
            let which = Message::new("agent.broke-off").with("why", report.message);
            return TurnEnd::Limit { which };
        }
        TurnEnd::Failed { report }
    }

    /// One round: its words, its calls, its questions. Gives the end, if this was it.
    async fn round(&mut self, round: Round) -> Option<TurnEnd> {
        let calls = self.with_own_ids(round.calls);
        self.hear(round.say, calls.clone(), round.keep);
        self.record.notices.extend(round.notice);
        let last = calls.is_empty();
        let went = if last { Went::Forward } else { self.answer(calls).await };
        if let Went::Stopped(report) = went {
            return Some(TurnEnd::Failed { report });
        }
        if self.input.scope.cancel.is_cancelled() {
            return Some(TurnEnd::Cancelled);
        }
        if !round.asks.is_empty() {
            return Some(self.ask(round.asks));
        }
        if last {
            return Some(TurnEnd::Answered);
        }
        self.stopped_by_limit(&went).await
    }

    /// Keeps words and calls.
    pub(super) fn hear(&mut self, say: Say, calls: Vec<ToolCall>, keep: Keep) {
        if !is_silent(&say) {
            self.record.say.push(say.clone());
            self.tell(&say);
        }
        self.input.conversation.entries.push(Entry::Nova { say, calls, keep });
    }

    /// A model's words went out piece by piece already; the planner's go out here, before the checklist is shown.
    fn tell(&self, say: &Say) {
        self.input.scope.events.send(match say {
            Say::Messages(messages) => Event::Said { messages: messages.clone() },
            Say::Text(_) => Event::TextDone,
        });
    }

    fn ask(&mut self, questions: Vec<Question>) -> TurnEnd {
        self.input.scope.events.send(Event::Asked { questions: questions.clone() });
        self.input.conversation.entries.push(Entry::Asked(questions.clone()));
        self.record.asked = questions;
        TurnEnd::Asked
    }

    async fn stopped_by_limit(&mut self, went: &Went) -> Option<TurnEnd> {
        let limits = self.input.limits;
        self.record.stalled = match went {
            Went::Forward => 0,
            Went::Nowhere | Went::Stopped(_) => self.record.stalled.saturating_add(1),
        };
        if self.record.calls.len() >= limits.calls {
            return Some(self.last_word(limit("agent.limit-calls", limits.calls)).await);
        }
        if self.record.stalled >= limits.stalls {
            return Some(self.last_word(limit("agent.limit-stalled", limits.stalls)).await);
        }
        let usage = &self.record.usage;
        if usage.prompt.saturating_add(usage.completion) >= limits.tokens {
            let count = usize::try_from(limits.tokens).unwrap_or(usize::MAX);
            return Some(self.last_word(limit("agent.limit-tokens", count)).await);
        }
        // Who costs nothing goes on, however little is left.
        let spent = usage.micros.filter(|spent| *spent > 0);
        if limits.micros.is_some_and(|most| spent.is_some_and(|spent| spent >= most)) {
            return Some(self.last_word(Message::new("agent.limit-money")).await);
        }
        None
    }

    /// One last round without tools, to say where things stand. Calls in it are not made.
    async fn last_word(&mut self, which: Message) -> TurnEnd {
        if self.input.brain.rung() != Some(Rung::Planner) {
            self.input.conversation.entries.push(Entry::Situation(LAST.to_owned()));
        }
        let TurnInput { brain, conversation, scope, .. } = &mut self.input;
        let round = tokio::select! {
            biased;
            () = scope.cancel.cancelled() => return TurnEnd::Cancelled,
            round = brain.last(conversation) => round,
        };
        if let Some(round) = round {
            self.record.add(round.usage);
            self.hear(round.say, Vec::new(), round.keep);
        }
        TurnEnd::Limit { which }
    }

    /// The calls with ids that are unique in the chat: some models send none, or the same ones again.
    fn with_own_ids(&self, mut calls: Vec<ToolCall>) -> Vec<ToolCall> {
        let mut used: HashSet<String> = self.input.conversation.entries.iter().flat_map(ids).collect();
        for call in &mut calls {
            let mut number = used.len();
            while call.id.is_empty() || used.contains(&call.id) {
                number = number.saturating_add(1);
                call.id = format!("call{number:05}");
            }
            used.insert(call.id.clone());
        }
        calls
    }

    /// What doing a line needs.
    pub(super) fn doing<'b>(input: &'b TurnInput<'_>) -> Doing<'b> {
        Doing { dispatcher: input.dispatcher, scope: input.scope, world: &input.world, clock: input.clock }
    }

    pub(super) fn finish(self, end: TurnEnd) -> TurnResult {
        let Record { calls, say, asked, receipts, fresh, problems, notices, broke, usage, .. } = self.record;
        TurnResult {
            rung: self.input.brain.rung(),
            model: self.input.brain.model(),
            why: self.input.brain.why(),
            usage,
            calls,
            say,
            asked,
            checklist: self.checklist,
            receipts,
            fresh,
            problems,
            notices,
            end,
            broke,
            conversation: self.input.conversation,
        }
    }
}

/// The tools a brain is shown at a step of trust.
fn shown(all: &Registry, trust: &Trust) -> Registry {
    match trust {
        Trust::ChatOnly => Registry::default(),
        Trust::Read => all.without_writes(),
        Trust::Confirm | Trust::AutoReversible { .. } => all.clone(),
    }
}

fn remember(proof: &mut Proof, entry: &Entry) {
    match entry {
        Entry::Player(words) => proof.said(words),
        Entry::Result { tool, outcome: ToolOutcome::Done { data, text, .. }, .. } => {
            proof.saw(tool, data);
            if is_text_only(data) {
                proof.read(tool, text);
            }
        }
        Entry::Settled(lines) => {
            for line in lines {
                if let nova_model::LineState::Done { change } = &line.state {
                    proof.remember(change);
                }
            }
        }
        Entry::Situation(_)
        | Entry::Nova { .. }
        | Entry::Result { .. }
        | Entry::Asked(_)
        | Entry::SteppedDown { .. } => {}
    }
}

/// A stand-in of an earlier turn: `{"text": …}` and nothing else.
fn is_text_only(data: &Value) -> bool {
    data.as_object().is_some_and(|map| map.len() == 1 && map.contains_key("text"))
}

fn ids(entry: &Entry) -> Vec<String> {
    match entry {
        Entry::Nova { calls, .. } => calls.iter().map(|call| call.id.clone()).collect(),
        _ => Vec::new(),
    }
}

fn is_silent(say: &Say) -> bool {
    match say {
        Say::Text(text) => text.trim().is_empty(),
        Say::Messages(messages) => messages.is_empty(),
    }
}

fn limit(code: &'static str, count: usize) -> Message {
    Message::new(code).with("count", count)
}
