//! The end of a turn: the checklist goes to the player, what is confirmed is done, and Nova has a closing word.

use nova_model::{Report, TurnEnd};
use nova_tools::{Confirm, Decision};

use super::{Mode, course::Course};
use crate::{Checklist, Entry, Fresh, checklist};

/// How often stale lines are shown again in one turn.
const AGAIN: usize = 2;

impl Course<'_> {
    /// Asks and does, where the turn came to an end of its own and the host can ask. Otherwise the lines stay as they are.
    pub(super) async fn settle(&mut self, end: TurnEnd) -> TurnEnd {
        let ended = matches!(end, TurnEnd::Answered | TurnEnd::Asked | TurnEnd::Limit { .. });
        if !ended {
            checklist::refuse(&mut self.checklist, self.input.scope);
            return end;
        }
        if self.input.mode == Mode::PlanOnly || !self.checklist.is_waiting() {
            return end;
        }
        match self.decisions(&self.checklist).await {
            Decided::Yes(decisions) => self.carry_out(&decisions, end).await,
            Decided::NobodyToAsk => end,
            Decided::Stopped => {
                checklist::refuse(&mut self.checklist, self.input.scope);
                TurnEnd::Cancelled
            }
        }
    }

    /// The player's word on each line; a stop while the checklist is open is a no to all of them.
    async fn decisions(&self, checklist: &Checklist) -> Decided {
        let scope = self.input.scope;
        let Some(surface) = scope.host.confirm() else { return Decided::NobodyToAsk };
        let offers = checklist.offers();
        tokio::select! {
            biased;
            () = scope.cancel.cancelled() => Decided::Stopped,
            decisions = surface.confirm(&offers) => Decided::Yes(decisions),
        }
    }

    /// Lines whose files moved on since they were shown are shown again as they would be now, each time on a checklist of their
    /// own that works once; not without end, since what changes all the time is better left alone.
    async fn show_again(&mut self, mut fresh: Vec<Fresh>) -> Result<Vec<Fresh>, Report> {
        for time in 0..AGAIN {
            let shows = self.input.scope.host.confirm().is_some_and(Confirm::shows_again);
            if fresh.is_empty() || !shows {
                break;
            }
            let id = format!("{}-{}", self.checklist.turn(), time + 2);
            let mut next = self.checklist.renewed(id, fresh.clone());
            let Decided::Yes(decisions) = self.decisions(&next).await else { break };
            let settlement = checklist::execute(&mut next, &decisions, Self::doing(&self.input)).await?;
            self.checklist.adopt(next);
            self.record.receipts.extend(settlement.receipts);
            fresh = settlement.fresh;
        }
        Ok(fresh)
    }

    async fn carry_out(&mut self, decisions: &[Decision], end: TurnEnd) -> TurnEnd {
        let doing = Self::doing(&self.input);
        let settlement = match checklist::execute(&mut self.checklist, decisions, doing).await {
            Ok(settlement) => settlement,
            Err(report) => return TurnEnd::Failed { report },
        };
        self.record.receipts.extend(settlement.receipts);
        match self.show_again(settlement.fresh).await {
            Ok(fresh) => self.record.fresh.extend(fresh),
            Err(report) => return TurnEnd::Failed { report },
        }
        self.input.conversation.entries.push(Entry::Settled(self.checklist.settled(&self.record.receipts)));
        if self.input.scope.cancel.is_cancelled() {
            return TurnEnd::Cancelled;
        }
        self.close().await;
        end
    }

    async fn close(&mut self) {
        let cancel = self.input.scope.cancel.clone();
        let round = tokio::select! {
            biased;
            () = cancel.cancelled() => None,
            round = self.input.brain.close(&self.input.conversation, &self.tools) => round,
        };
        if let Some(round) = round {
            self.record.add(round.usage);
            self.hear(round.say, Vec::new(), round.keep);
        }
    }
}

enum Decided {
    Yes(Vec<Decision>),
    NobodyToAsk,
    Stopped,
}
