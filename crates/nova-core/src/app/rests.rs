//! Servers that failed a moment ago are left alone for a while. After it the chain begins at its top again.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use nova_agent::Broke;
use nova_model::{Message, Millis};

/// When each server may be asked again, and why not now.
#[derive(Debug, Default)]
pub(super) struct Rests(Mutex<BTreeMap<String, (Millis, Message)>>);

impl Rests {
    /// Remembers what failed in a turn. What the player can mend at once (a key, credit) is asked again with the next sentence.
    pub(super) fn after(&self, fell: &[(String, Broke)], now: Millis) {
        let mut rests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (server, broke) in fell {
            let Some(rest) = broke.rest else { continue };
            let rest = Millis::try_from(rest.as_millis()).unwrap_or(Millis::MAX);
            rests.insert(server.clone(), (now.saturating_add(rest), broke.report.message.clone()));
        }
    }

    /// Why a server is not asked now.
    pub(super) fn why(&self, server: &str, now: Millis) -> Option<Message> {
        let rests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rests.get(server).filter(|(until, _)| now < *until).map(|(_, why)| why.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nova_agent::Falls;
    use nova_model::Report;

    use super::*;

    fn fell(rest: Option<Duration>) -> Vec<(String, Broke)> {
        let report = Report::new(Message::new("llm.offline"));
        vec![("a:1".to_owned(), Broke { rest, ..Broke::new(report, Falls::PastServer) })]
    }

    #[test]
    fn a_server_that_may_come_back_rests_and_is_asked_again() {
        let rests = Rests::default();
        rests.after(&fell(Some(Duration::from_secs(30))), 1_000);
        assert!(rests.why("a:1", 30_999).is_some());
        assert!(rests.why("a:1", 31_000).is_none());
        assert!(rests.why("b:1", 1_001).is_none());
    }

    #[test]
    fn what_the_player_can_mend_is_asked_again_at_once() {
        let rests = Rests::default();
        rests.after(&fell(None), 0);
        assert!(rests.why("a:1", 1).is_none());
    }
}
