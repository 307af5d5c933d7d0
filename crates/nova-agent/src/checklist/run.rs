//! Doing what the player confirmed: each line is checked against the state it was planned on, planned again, compared, and
//! only then done.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use nova_model::{Clock, Event, LineState, Message, Origin, Plan, Report, Stamp, StampKind};
use nova_tools::{Decision, Dispatcher, Planned, Receipt, Resolved, Scope};

use super::{Checklist, Line, World, fresh, paths};

/// What doing needs beside the checklist.
#[derive(Clone, Copy)]
pub struct Doing<'a> {
    /// The tools.
    pub dispatcher: &'a Dispatcher,
    /// Host, events, stop.
    pub scope: &'a Scope,
    /// The files as they are now.
    pub world: &'a Arc<dyn World>,
    /// The time that changes are marked with.
    pub clock: &'a dyn Clock,
}

/// One line that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// Its number.
    pub line: usize,
    /// What was done.
    pub receipt: Receipt,
}

/// A new plan for a line that had become stale. Nothing of it is done; it needs a confirmation of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Fresh {
    /// The stale line's number.
    pub line: usize,
    /// What it would do now.
    pub plan: Plan,
}

/// What came of a checklist; the lines themselves keep their states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settlement {
    /// In the order they were done.
    pub receipts: Vec<Done>,
    /// New plans for stale lines.
    pub fresh: Vec<Fresh>,
}

/// Does the confirmed lines, in order. `decisions` are those on [`Checklist::offers`]; a missing one counts as no. The
/// failure of one line stops only those that need it. A second time is refused.
pub async fn execute(
    checklist: &mut Checklist,
    decisions: &[Decision],
    with: Doing<'_>,
) -> Result<Settlement, Report> {
    if std::mem::replace(&mut checklist.used, true) {
        return Err(Report::new(Message::new("agent.checklist-used").with("id", checklist.id.as_str())));
    }
    let waiting: Vec<usize> = (0..checklist.lines.len())
        .filter(|index| checklist.lines.get(*index).is_some_and(|line| line.state == LineState::Waiting))
        .collect();
    let mut run = Run { checklist, with, moved: BTreeMap::new(), settlement: Settlement::default() };
    for (nth, index) in waiting.into_iter().enumerate() {
        let decision = decisions.get(nth).copied().unwrap_or(Decision::No);
        run.line(index, decision).await;
    }
    Ok(run.settlement)
}

/// Says no to every waiting line: the player stopped the turn.
pub(crate) fn refuse(checklist: &mut Checklist, scope: &Scope) {
    checklist.used = true;
    for line in checklist.lines.iter_mut().filter(|line| line.state == LineState::Waiting) {
        line.state = LineState::Refused;
        scope.events.send(Event::LineChanged { line: line.number, state: LineState::Refused });
    }
}

/// Does the plan of one line that needs no confirmation.
pub(crate) async fn at_once(
    checklist: &mut Checklist,
    index: usize,
    resolved: &Resolved,
    planned: Planned,
    with: Doing<'_>,
) -> Result<Receipt, Report> {
    let mut run = Run { checklist, with, moved: BTreeMap::new(), settlement: Settlement::default() };
    run.enter(index, LineState::Running);
    let done = run.apply(index, resolved, planned).await;
    let outcome = Outcome::from(done.clone());
    run.enter(index, outcome.state());
    done
}

struct Run<'a> {
    checklist: &'a mut Checklist,
    with: Doing<'a>,
    /// Files that lines of this checklist have changed, as they are since then.
    moved: BTreeMap<PathBuf, StampKind>,
    settlement: Settlement,
}

enum Outcome {
    Done(Receipt),
    Stale(Option<Plan>),
    Failed(Report),
}

impl From<Result<Receipt, Report>> for Outcome {
    fn from(done: Result<Receipt, Report>) -> Self {
        done.map_or_else(Self::Failed, Self::Done)
    }
}

impl Outcome {
    fn state(&self) -> LineState {
        match self {
            Self::Done(receipt) => LineState::Done { change: receipt.change.clone().unwrap_or_default() },
            Self::Stale(_) => LineState::Stale,
            Self::Failed(report) => LineState::Failed { report: report.clone() },
        }
    }
}

impl Run<'_> {
    async fn line(&mut self, index: usize, decision: Decision) {
        let Some(line) = self.checklist.lines.get(index).cloned() else { return };
        if decision == Decision::No {
            return self.enter(index, LineState::Refused);
        }
        if self.with.scope.cancel.is_cancelled() || !self.has_what_it_needs(&line) {
            return self.enter(index, LineState::Skipped);
        }
        self.enter(index, LineState::Running);
        let outcome = self.attempt(index, &line).await;
        let state = outcome.state();
        match outcome {
            Outcome::Done(receipt) => {
                self.rebase(index, &line.plan).await;
                self.settlement.receipts.push(Done { line: line.number, receipt });
            }
            Outcome::Stale(plan) => {
                self.settlement.fresh.extend(plan.map(|plan| Fresh { line: line.number, plan }));
            }
            Outcome::Failed(_) => {}
        }
        self.enter(index, state);
    }

    fn enter(&mut self, index: usize, state: LineState) {
        let Some(line) = self.checklist.lines.get_mut(index) else { return };
        line.state = state.clone();
        self.with.scope.events.send(Event::LineChanged { line: line.number, state });
    }

    fn has_what_it_needs(&self, line: &Line) -> bool {
        let done = |number: &usize| {
            let needed = self.checklist.lines.iter().find(|line| line.number == *number);
            needed.is_some_and(|line| matches!(line.state, LineState::Done { .. }))
        };
        line.needs.iter().all(done)
    }

    async fn attempt(&self, index: usize, line: &Line) -> Outcome {
        let resolved = match self.with.dispatcher.resolve(&line.call) {
            Ok(resolved) => resolved,
            Err(report) => return Outcome::Failed(report),
        };
        let unchanged = match self.is_unchanged(&line.plan).await {
            Ok(unchanged) => unchanged,
            Err(report) => return Outcome::Failed(report),
        };
        match self.with.dispatcher.plan(&resolved, self.with.scope, &[]).await {
            Ok(planned) if unchanged && fresh::same_plan(&line.plan, &planned.plan) => {
                self.apply(index, &resolved, planned).await.into()
            }
            Ok(planned) => Outcome::Stale(Some(planned.plan)),
            Err(_) if !unchanged => Outcome::Stale(None),
            Err(error) => Outcome::Failed(error.report().clone()),
        }
    }

    async fn apply(&self, index: usize, resolved: &Resolved, planned: Planned) -> Result<Receipt, Report> {
        let origin = Origin {
            turn: Some(self.checklist.turn.clone()),
            tool: resolved.call.name.clone(),
            title: self.checklist.lines.get(index).map(|line| line.plan.title.clone()),
            version: resolved.call.args["version_id"].as_str().map(str::to_owned),
            at: self.with.clock.now(),
        };
        let done = self.with.dispatcher.apply(resolved, planned.work, origin, self.with.scope).await;
        done.map_err(|error| error.report().clone())
    }

    /// Whether the files a line was planned on are as they were, or as a line before it left them.
    async fn is_unchanged(&self, plan: &Plan) -> Result<bool, Report> {
        let now = self.stamps(plan.stamps.iter().map(|stamp| stamp.path.clone()).collect()).await?;
        let same = |(then, now): (&Stamp, &Stamp)| {
            let expected = self.moved.get(&then.path).unwrap_or(&then.kind);
            then.path == now.path && fresh::same_stamp(expected, &now.kind)
        };
        Ok(now.len() == plan.stamps.len() && plan.stamps.iter().zip(&now).all(same))
    }

    /// After a line was done: what it changed is the new starting point of the lines behind it.
    async fn rebase(&mut self, index: usize, plan: &Plan) {
        let mut touched = paths::touched(plan);
        touched.extend(self.with.world.beside());
        let behind = self.checklist.lines.iter().skip(index.saturating_add(1));
        let mut stamped: Vec<PathBuf> = behind
            .flat_map(|line| line.plan.stamps.iter().map(|stamp| stamp.path.clone()))
            .filter(|path| paths::meet(std::slice::from_ref(path), &touched))
            .collect();
        stamped.sort();
        stamped.dedup();
        // If they cannot be read now, the lines that need them find out and say so.
        if let Ok(stamps) = self.stamps(stamped).await {
            self.moved.extend(stamps.into_iter().map(|stamp| (stamp.path, stamp.kind)));
        }
    }

    async fn stamps(&self, paths: Vec<PathBuf>) -> Result<Vec<Stamp>, Report> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let world = Arc::clone(self.with.world);
        let looked = tokio::task::spawn_blocking(move || world.stamps(&paths)).await;
        looked.unwrap_or_else(|_| Err(Report::new(Message::new("agent.stamps-broke"))))
    }
}
