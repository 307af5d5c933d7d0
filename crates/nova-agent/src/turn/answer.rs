//! The calls of one message: all checked first, reads run, writes planned, and every call id answered in order.

use std::time::Duration;

use nova_model::{Effect, Event, Message, Report, ToolCall, ToolOutcome};
use nova_tools::{Called, Resolved, ToolError};
use serde_json::json;
use tokio::time::Instant;

use super::{
    MadeCall,
    course::{Course, Went},
};
use crate::{
    Entry,
    trust::{Case, Repetition, Source, Verdict, judge},
};

/// A call after it was checked.
enum Step {
    Read(ToolCall),
    StandIn(ToolCall, Effect, String),
    Write(Resolved),
    /// Not made, for a reason that the brain is told.
    Refused(MadeCall),
}

/// What came of a message so far.
#[derive(Default)]
struct Answers {
    made: Vec<Option<MadeCall>>,
    read_foreign: bool,
    forward: bool,
    stop: Option<Report>,
}

impl Course<'_> {
    /// Answers every call, in order.
    pub(super) async fn answer(&mut self, calls: Vec<ToolCall>) -> Went {
        let steps: Vec<Step> =
            calls.into_iter().enumerate().map(|(nth, call)| self.check(nth, call)).collect();
        let mut answers = Answers { made: steps.iter().map(|_| None).collect(), ..Answers::default() };
        self.reads(&steps, &mut answers).await;
        self.others(steps, &mut answers).await;
        if answers.read_foreign {
            self.source = Source::Foreign;
            self.chat_source = Source::Foreign;
        }
        for made in answers.made.into_iter().flatten() {
            self.keep(made);
        }
        match answers.stop {
            Some(report) => Went::Stopped(report),
            None if answers.forward => Went::Forward,
            None => Went::Nowhere,
        }
    }

    fn keep(&mut self, made: MadeCall) {
        let MadeCall { call, outcome, .. } = &made;
        let (call, tool, outcome) = (call.id.clone(), call.name.clone(), outcome.clone());
        self.input.conversation.entries.push(Entry::Result { call, tool, outcome });
        self.record.calls.push(made);
    }

    /// Everything that can be known about a call before anything runs.
    fn check(&mut self, nth: usize, call: ToolCall) -> Step {
        if self.record.calls.len().saturating_add(nth) >= self.input.limits.calls {
            return self.skipped(call, "agent.too-many-calls");
        }
        match self.admit(&call) {
            Ok((resolved, effect)) => self.step(resolved, effect),
            Err(report) => self.refused(call, report),
        }
    }

    fn admit(&mut self, call: &ToolCall) -> Result<(Resolved, Effect), Report> {
        let resolved = self.input.dispatcher.resolve(call)?;
        let spec = resolved.tool.spec();
        let effect = spec.effect();
        let repetition = self.guard.count(&resolved.call);
        if let Verdict::Forbid(report) = judge(&self.case(&resolved, repetition)) {
            return Err(report);
        }
        self.guard.failed_before(&resolved.call)?;
        if effect != Effect::Write {
            self.proof.check(spec, &resolved.call.args)?;
        }
        if effect == Effect::Navigate {
            self.guard.navigate(&resolved.call)?;
        }
        Ok((resolved, effect))
    }

    pub(super) fn case<'b>(&'b self, resolved: &'b Resolved, repetition: Repetition) -> Case<'b> {
        let spec = resolved.tool.spec();
        Case {
            tool: spec.name(),
            effect: spec.effect(),
            requires: spec.draft.requires,
            host: &self.caps,
            trust: self.input.trust,
            source: self.chat_source,
            undo: None,
            repetition,
        }
    }

    fn step(&self, resolved: Resolved, effect: Effect) -> Step {
        match (effect, self.input.stand_ins.get(&resolved.call.name)) {
            (Effect::Write, _) => Step::Write(resolved),
            (_, Some(text)) => Step::StandIn(resolved.call, effect, text.clone()),
            (_, None) => Step::Read(resolved.call),
        }
    }

    fn refused(&self, call: ToolCall, report: Report) -> Step {
        self.unmade(call, ToolOutcome::Failed { report })
    }

    fn skipped(&self, call: ToolCall, code: &'static str) -> Step {
        self.unmade(call, ToolOutcome::Skipped { why: Message::new(code) })
    }

    fn unmade(&self, call: ToolCall, outcome: ToolOutcome) -> Step {
        let tool = self.input.dispatcher.registry().get(&call.name);
        let effect = tool.map(|tool| tool.spec().effect());
        Step::Refused(MadeCall { call, effect, outcome })
    }

    async fn reads(&mut self, steps: &[Step], answers: &mut Answers) {
        let reads = steps.iter().enumerate().filter_map(|(index, step)| match step {
            Step::Read(call) => Some((index, call.clone())),
            _ => None,
        });
        let (indices, calls): (Vec<usize>, Vec<ToolCall>) = reads.unzip();
        let called = self.input.dispatcher.batch(&calls, self.input.scope).await;
        for (index, called) in indices.into_iter().zip(called) {
            self.read(index, called, answers);
        }
    }

    fn read(&mut self, index: usize, called: Called, answers: &mut Answers) {
        let outcome = called.outcome();
        self.guard.ended(&called.call, &outcome);
        match called.result {
            Ok(answer) => {
                self.proof.saw(&called.call.name, &answer.data);
                answers.read_foreign |= answer.foreign;
                answers.forward |= !self.guard.is_repeated(&called.call);
                let known = &self.record.problems;
                let new: Vec<_> =
                    answer.problems.into_iter().filter(|found| !known.contains(found)).collect();
                self.record.problems.extend(new);
            }
            Err(ToolError::Stop(report)) => answers.stop = answers.stop.take().or(Some(report)),
            Err(ToolError::Tell(_)) => {}
        }
        answers.put(index, MadeCall { call: called.call, effect: called.effect, outcome });
    }

    /// Stand-ins and writes, in order; what was refused is announced.
    async fn others(&mut self, steps: Vec<Step>, answers: &mut Answers) {
        for (index, step) in steps.into_iter().enumerate() {
            match step {
                Step::Read(_) => {}
                Step::Refused(made) => {
                    self.announce(&made.call.id, &made.outcome, Duration::ZERO);
                    answers.put(index, made);
                }
                Step::StandIn(call, effect, text) => {
                    let made = self.stand_in(call, effect, &text);
                    answers.read_foreign = true;
                    answers.forward |= !self.guard.is_repeated(&made.call);
                    answers.put(index, made);
                }
                Step::Write(resolved) => self.write_step(index, resolved, answers).await,
            }
        }
    }

    fn stand_in(&mut self, call: ToolCall, effect: Effect, text: &str) -> MadeCall {
        self.input.scope.events.send(Event::ToolStarted { call: call.clone(), effect });
        self.proof.read(&call.name, text);
        let outcome = ToolOutcome::Done {
            text: self.input.dispatcher.cap(text),
            data: json!({ "text": text }),
            said: Vec::new(),
            foreign: true,
        };
        self.announce(&call.id, &outcome, Duration::ZERO);
        MadeCall { call, effect: Some(effect), outcome }
    }

    async fn write_step(&mut self, index: usize, resolved: Resolved, answers: &mut Answers) {
        let (lines, started) = (self.checklist.lines().len(), Instant::now());
        let outcome = match &answers.stop {
            Some(_) => ToolOutcome::Skipped { why: Message::new("agent.turn-stopped") },
            None if self.input.scope.cancel.is_cancelled() => {
                ToolOutcome::Skipped { why: Message::new("agent.cancelled") }
            }
            None => match self.write(&resolved).await {
                Ok(outcome) => outcome,
                Err(error) => {
                    let report = error.report().clone();
                    if matches!(error, ToolError::Stop(_)) {
                        answers.stop = Some(report.clone());
                    }
                    ToolOutcome::Failed { report }
                }
            },
        };
        answers.forward |= self.checklist.lines().len() > lines;
        self.announce(&resolved.call.id, &outcome, started.elapsed());
        answers.put(index, MadeCall { call: resolved.call, effect: Some(Effect::Write), outcome });
    }

    fn announce(&self, id: &str, outcome: &ToolOutcome, elapsed: Duration) {
        let elapsed = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let (id, outcome) = (id.to_owned(), outcome.clone());
        self.input.scope.events.send(Event::ToolFinished { id, outcome, elapsed });
    }
}

impl Answers {
    fn put(&mut self, index: usize, made: MadeCall) {
        if let Some(place) = self.made.get_mut(index) {
            *place = Some(made);
        }
    }
}
