//! A write in a turn: its ids proven, planned from the real state, and put on the checklist. Only where the player has said
//! so beforehand, or where there is nothing to do, is it done at once.

use nova_model::{Dependence, Effect, Event, Makes, Rung, ToolOutcome};
use nova_tools::{Coming, Planned, Proof, Receipt, Resolved, ToolError};
use serde_json::Value;

use super::{Mode, course::Course};
use crate::{
    checklist::{self, Idea},
    trust::{Case, Repetition, Source, Verdict, judge},
};

/// Characters of what the player says; longer words hold what others wrote.
const SAID: usize = 600;

impl Course<'_> {
    /// Plans one write. A call, or the very work of another call, that is on the checklist already is not put there twice.
    pub(super) async fn write(&mut self, resolved: &Resolved) -> Result<ToolOutcome, ToolError> {
        if let Some(line) = self.checklist.same(&resolved.call) {
            return Ok(line.queued());
        }
        self.proof.check(resolved.tool.spec(), &resolved.call.args).map_err(ToolError::Tell)?;
        let started = Event::ToolStarted { call: resolved.call.clone(), effect: Effect::Write };
        self.input.scope.events.send(started);
        let coming = self.checklist.coming();
        match self.input.dispatcher.plan(resolved, self.input.scope, &coming).await {
            Ok(mut planned) => {
                planned.plan.needs.extend(behind(resolved, &coming));
                self.planned(resolved, planned).await
            }
            Err(error) => {
                let report = error.report().clone();
                self.guard.ended(&resolved.call, &ToolOutcome::Failed { report });
                Err(error)
            }
        }
    }

    async fn planned(&mut self, resolved: &Resolved, planned: Planned) -> Result<ToolOutcome, ToolError> {
        let case = self.case(resolved, Repetition::Fresh);
        let verdict = judge(&Case { undo: Some(&planned.plan.undo), ..case });
        if let Verdict::Forbid(report) = verdict {
            return Err(ToolError::Tell(report));
        }
        if let Some(line) = self.checklist.same_work(&planned.plan) {
            return Ok(line.queued());
        }
        let number = self.queue(resolved, &planned);
        if planned.work.is_idle() {
            return self.at_once(number, resolved, planned).await;
        }
        let planned_makes = planned.plan.makes.clone();
        let needs_others = self.checklist.lines().last().is_some_and(|line| !line.needs.is_empty());
        if verdict == Verdict::Run
            && self.is_asked_for(resolved)
            && self.input.mode == Mode::Confirm
            && !needs_others
        {
            return self.at_once(number, resolved, planned).await;
        }
        for made in &planned_makes {
            self.proof.remember_as(&made.param, &made.id);
        }
        Ok(ToolOutcome::Queued { line: number, makes: planned_makes })
    }

    /// Whether the player asked for this in the last words: a word given beforehand was given to what the player says. A thing that
    /// is named speaks for itself; a call that names none, or sets a value, has to be heard in the words as it is.
    fn is_asked_for(&self, resolved: &Resolved) -> bool {
        let (call, ids) = (&resolved.call, resolved.tool.spec().draft.ids);
        let words = &self.input.words;
        if words.chars().nth(SAID).is_some() || !self.proof.is_players(resolved.tool.spec(), &call.args) {
            return false;
        }
        let given = call.args.as_object().into_iter().flatten().filter(|(_, value)| !is_empty(value));
        let (named, set): (Vec<_>, Vec<_>) =
            given.partition(|(arg, _)| ids.iter().any(|id| id.param == *arg));
        (!named.is_empty() && set.is_empty()) || self.input.ear.hears(words, call, ids)
    }

    fn queue(&mut self, resolved: &Resolved, planned: &Planned) -> usize {
        // A model has the texts of earlier turns before it as well; the planner reads only the sentence.
        let source =
            if self.input.brain.rung() == Some(Rung::Planner) { self.source } else { self.chat_source };
        let idea = match source {
            Source::Own => Idea::Own,
            Source::Foreign => Idea::Foreign,
        };
        let number = self.checklist.add(resolved.call.clone(), planned.plan.clone(), idea);
        self.input.scope.events.send(Event::LineAdded { line: number, plan: planned.plan.clone() });
        number
    }

    async fn at_once(
        &mut self,
        number: usize,
        resolved: &Resolved,
        planned: Planned,
    ) -> Result<ToolOutcome, ToolError> {
        let doing = Self::doing(&self.input);
        let index = number.saturating_sub(1);
        let makes = planned.plan.makes.clone();
        let receipt = checklist::at_once(&mut self.checklist, index, resolved, planned, doing).await;
        let receipt = receipt.map_err(ToolError::Tell)?;
        self.guard.forget();
        vouch(&mut self.proof, &receipt);
        for made in &makes {
            self.proof.remember_as(&made.param, &made.id);
        }
        let outcome = done(&receipt, &makes);
        self.record.receipts.push(crate::Done { line: number, receipt });
        Ok(outcome)
    }
}

/// The lines that make what a call is about.
fn behind(resolved: &Resolved, coming: &[Coming]) -> Vec<Dependence> {
    let about = |one: &&Coming| resolved.call.args[one.made.param.as_str()].as_str() == Some(&one.made.id);
    coming.iter().filter(about).map(|one| one.by.clone()).collect()
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty)
}

/// What a change says of itself is the launcher's own word.
fn vouch(proof: &mut Proof, receipt: &Receipt) {
    let ids = [receipt.change.as_deref(), receipt.data["id"].as_str(), receipt.data["backup_id"].as_str()];
    ids.into_iter().flatten().for_each(|id| proof.remember(id));
}

/// What the model is told of a change that was done at once.
fn done(receipt: &Receipt, makes: &[Makes]) -> ToolOutcome {
    let mut text = match &receipt.change {
        Some(change) => format!("Done as change {change}; undo_change takes it back."),
        None => "Nothing had to be changed.".to_owned(),
    };
    for made in makes {
        text.extend([" Its ", made.param.as_str(), " is `", made.id.as_str(), "`."]);
    }
    let data = receipt.data.clone();
    ToolOutcome::Done { text, data, said: vec![receipt.said.clone()], foreign: false }
}
