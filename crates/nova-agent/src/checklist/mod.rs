//! The plans of one turn, waiting for the player; and their doing, once, line by line.

mod fresh;
mod paths;
mod run;

use nova_model::{Dependence, LineState, Plan, ToolCall, ToolOutcome, Undo};
use nova_tools::Coming;
use nova_tools::Offer;
use serde::Serialize;

use crate::Settled;

pub use fresh::World;
pub use run::{Doing, Done, Fresh, Settlement, execute};
pub(crate) use run::{at_once, refuse};

/// One planned change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// From 1, in the order of planning.
    pub number: usize,
    /// The call that planned it; planned again from the same arguments before it is done.
    pub call: ToolCall,
    /// What it would do.
    pub plan: Plan,
    /// Where it is.
    pub state: LineState,
    /// Text written by others was read in this turn before it was planned.
    pub from_foreign: bool,
    /// Whether it may be ticked beforehand; never for what cannot be undone.
    pub ticked: bool,
    /// The numbers of the lines before it that it needs.
    pub needs: Vec<usize>,
}

/// The plans of one turn. It is done once, whatever the player decides.
#[derive(Debug, Serialize)]
pub struct Checklist {
    id: String,
    turn: String,
    lines: Vec<Line>,
    #[serde(skip)]
    used: bool,
}

/// Whose idea a line may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idea {
    Own,
    Foreign,
}

impl Line {
    /// What a call is told whose plan this is.
    pub(crate) fn queued(&self) -> ToolOutcome {
        ToolOutcome::Queued { line: self.number, makes: self.plan.makes.clone() }
    }
}

impl Checklist {
    /// An empty checklist of a turn. The turn's id is its own as well: a turn has one.
    pub fn new(turn: impl Into<String>) -> Self {
        let turn = turn.into();
        Self { id: turn.clone(), turn, lines: Vec::new(), used: false }
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The turn it belongs to.
    pub fn turn(&self) -> &str {
        &self.turn
    }

    /// Its lines, in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether nothing was planned.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a line waits for the player.
    pub fn is_waiting(&self) -> bool {
        !self.used && self.lines.iter().any(|line| line.state == LineState::Waiting)
    }

    /// The waiting lines as the player is asked about them.
    pub fn offers(&self) -> Vec<Offer> {
        self.lines.iter().filter(|line| line.state == LineState::Waiting).map(offer).collect()
    }

    /// What became of its lines, for the conversation.
    pub fn settled(&self, receipts: &[Done]) -> Vec<Settled> {
        let said = |number: usize| {
            let done = receipts.iter().find(|done| done.line == number);
            done.map(|done| done.receipt.said.clone())
        };
        let settled = |line: &Line| Settled {
            line: line.number,
            call: line.call.id.clone(),
            tool: line.call.name.clone(),
            state: line.state.clone(),
            said: said(line.number),
        };
        self.lines.iter().map(settled).collect()
    }

    /// A new checklist of the same turn with the fresh plans of its stale lines, for a confirmation of their own. The lines keep
    /// their numbers.
    #[must_use]
    pub fn renewed(&self, id: impl Into<String>, fresh: Vec<Fresh>) -> Self {
        let mut next = Self { id: id.into(), turn: self.turn.clone(), lines: Vec::new(), used: false };
        for Fresh { line, plan } in fresh {
            if let Some(stale) = self.lines.iter().find(|known| known.number == line) {
                let idea = if stale.from_foreign { Idea::Foreign } else { Idea::Own };
                next.add(stale.call.clone(), plan, idea);
                if let Some(renewed) = next.lines.last_mut() {
                    renewed.number = line;
                }
            }
        }
        next
    }

    /// Takes the lines of a renewed checklist in the place of the stale ones they were made for.
    pub(crate) fn adopt(&mut self, renewed: Self) {
        for fresh in renewed.lines {
            if let Some(stale) = self.lines.iter_mut().find(|line| line.number == fresh.number) {
                // What it needs stands in this checklist and was done: a stale line was about to run.
                let needs = std::mem::take(&mut stale.needs);
                *stale = Line { needs, ..fresh };
            }
        }
    }

    /// The line of an identical call, if there is one.
    pub(crate) fn same(&self, call: &ToolCall) -> Option<&Line> {
        self.lines.iter().find(|line| line.call.name == call.name && line.call.args == call.args)
    }

    /// What the waiting lines will make.
    pub(crate) fn coming(&self) -> Vec<Coming> {
        let waiting = self.lines.iter().filter(|line| line.state == LineState::Waiting);
        let of = |line: &Line| {
            let by = Dependence { tool: line.call.name.clone(), call_id: line.call.id.clone() };
            line.plan
                .makes
                .iter()
                .map(move |made| Coming { made: made.clone(), by: by.clone() })
                .collect::<Vec<_>>()
        };
        waiting.flat_map(of).collect()
    }

    /// The waiting line that does the very same, if there is one: two findings may have one remedy.
    pub(crate) fn same_work(&self, plan: &Plan) -> Option<&Line> {
        let same = |line: &&Line| !plan.changes.is_empty() && line.plan.changes == plan.changes;
        self.lines.iter().filter(|line| line.state == LineState::Waiting).find(same)
    }

    /// Adds a plan as the last line; gives its number.
    pub(crate) fn add(&mut self, call: ToolCall, plan: Plan, idea: Idea) -> usize {
        let number = self.lines.len().saturating_add(1);
        let needs = self.needs_of(&plan);
        self.lines.push(Line {
            number,
            ticked: matches!(plan.undo, Undo::Reversible(_)),
            call,
            plan,
            state: LineState::Waiting,
            from_foreign: idea == Idea::Foreign,
            needs,
        });
        number
    }

    fn needs_of(&self, plan: &Plan) -> Vec<usize> {
        let mine = paths::changed(plan);
        let needed = |line: &&Line| {
            plan.needs.iter().any(|need| names(need, line)) || paths::meet(&mine, &paths::changed(&line.plan))
        };
        self.lines.iter().filter(needed).map(|line| line.number).collect()
    }
}

fn names(need: &Dependence, line: &Line) -> bool {
    need.call_id == line.call.id || (need.call_id.is_empty() && need.tool == line.call.name)
}

fn offer(line: &Line) -> Offer {
    Offer {
        line: line.number,
        tool: line.call.name.clone(),
        plan: line.plan.clone(),
        from_foreign: line.from_foreign,
        needs: line.needs.clone(),
        ticked: line.ticked,
    }
}

#[cfg(test)]
mod tests {
    use nova_model::{Change, ChangeKind, Message};
    use serde_json::json;

    use super::*;

    fn plan(what: &[&str]) -> Plan {
        let change = |what: &&str| Change {
            kind: ChangeKind::Rename,
            what: (*what).to_owned(),
            to: Some(format!("{what}.disabled")),
            bytes: None,
        };
        Plan {
            title: Message::new("t"),
            changes: what.iter().map(change).collect(),
            bytes_written: 0,
            bytes_downloaded: 0,
            undo: Undo::Reversible(Message::new("u")),
            warnings: vec![],
            stamps: vec![],
            needs: vec![],
            makes: vec![],
        }
    }

    #[test]
    fn the_same_work_by_another_call_is_known_while_it_waits() {
        let mut list = Checklist::new("u-1");
        let call = ToolCall { id: "1".into(), name: "resolve".into(), args: json!({ "finding_id": "f-1" }) };
        list.add(call, plan(&["sodium.jar"]), Idea::Own);
        assert_eq!(list.same_work(&plan(&["sodium.jar"])).map(|line| line.number), Some(1));
        assert!(list.same_work(&plan(&["iris.jar"])).is_none());
        assert!(list.same_work(&plan(&[])).is_none());
        list.lines[0].state = LineState::Refused;
        assert!(list.same_work(&plan(&["sodium.jar"])).is_none());
    }
}
