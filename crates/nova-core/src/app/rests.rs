//! Servers that failed a moment ago: they are left alone for a little while, so that a chat does not wait for the same silence with
//! every sentence. After it the chain begins at its top again.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use nova_model::{Message, Millis, Report, Retry};

/// How long a server is left alone.
const REST: Millis = 30_000;

/// When each server may be asked again, and why not now.
#[derive(Debug, Default)]
pub(super) struct Rests(Mutex<BTreeMap<String, (Millis, Message)>>);

impl Rests {
    /// Remembers what failed in a turn. What the player can mend at once (a key, credit) is asked again with the next sentence.
    pub(super) fn after(&self, fell: &[(String, Report)], now: Millis) {
        let mut rests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (server, report) in fell.iter().filter(|(_, report)| report.retry == Retry::Later) {
            rests.insert(server.clone(), (now.saturating_add(REST), report.message.clone()));
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
    use super::*;

    fn fell(retry: Retry) -> Vec<(String, Report)> {
        vec![("a:1".to_owned(), Report { retry, ..Report::new(Message::new("llm.offline")) })]
    }

    #[test]
    fn a_server_that_may_come_back_rests_and_is_asked_again() {
        let rests = Rests::default();
        rests.after(&fell(Retry::Later), 1_000);
        assert!(rests.why("a:1", 1_000 + REST - 1).is_some());
        assert!(rests.why("a:1", 1_000 + REST).is_none());
        assert!(rests.why("b:1", 1_001).is_none());
    }

    #[test]
    fn what_the_player_can_mend_is_asked_again_at_once() {
        let rests = Rests::default();
        rests.after(&fell(Retry::No), 0);
        assert!(rests.why("a:1", 1).is_none());
    }
}
