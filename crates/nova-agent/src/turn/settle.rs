//! The end of a turn: the checklist goes to the player, what is confirmed is done, and Nova has a closing word.

use nova_model::TurnEnd;
use nova_tools::Decision;

use super::{Mode, course::Course};
use crate::{Entry, checklist};

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
        match self.decisions().await {
            Decided::Yes(decisions) => self.carry_out(&decisions, end).await,
            Decided::NobodyToAsk => end,
            Decided::Stopped => {
                checklist::refuse(&mut self.checklist, self.input.scope);
                TurnEnd::Cancelled
            }
        }
    }

    /// The player's word on each line; a stop while the checklist is open is a no to all of them.
    async fn decisions(&self) -> Decided {
        let scope = self.input.scope;
        let Some(surface) = scope.host.confirm() else { return Decided::NobodyToAsk };
        let offers = self.checklist.offers();
        tokio::select! {
            biased;
            () = scope.cancel.cancelled() => Decided::Stopped,
            decisions = surface.confirm(&offers) => Decided::Yes(decisions),
        }
    }

    async fn carry_out(&mut self, decisions: &[Decision], end: TurnEnd) -> TurnEnd {
        let doing = Self::doing(&self.input);
        let settlement = match checklist::execute(&mut self.checklist, decisions, doing).await {
            Ok(settlement) => settlement,
            Err(report) => return TurnEnd::Failed { report },
        };
        self.record.receipts.extend(settlement.receipts);
        self.record.fresh.extend(settlement.fresh);
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
