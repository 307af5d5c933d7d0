//! Platforms that want to be left alone for a while: nobody asks them before that is over.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use crate::{PlatformError, Result};

/// What an answer says about further requests.
#[derive(Clone, Copy, Default)]
pub(super) struct Limits {
    /// How long none may come.
    pub(super) rest: Option<Duration>,
}

/// Until when each host rests.
#[derive(Default)]
pub(super) struct Gates(Mutex<BTreeMap<String, Instant>>);

impl Gates {
    /// Waits until a host may be asked, where that is soon.
    pub(super) async fn pass(&self, host: &str, patience: Duration) -> Result<()> {
        let until = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(host).copied();
        let Some(until) = until else { return Ok(()) };
        let wait = until.saturating_duration_since(Instant::now());
        if wait > patience {
            return Err(PlatformError::Busy { host: host.to_owned(), wait: Some(wait) });
        }
        sleep_until(until).await;
        Ok(())
    }

    /// Notes what a host said. A shorter rest does not end a longer one: answers may overtake each other.
    pub(super) fn heard(&self, host: &str, limits: Limits) {
        let Some(rest) = limits.rest else { return };
        let until = Instant::now() + rest;
        let mut gates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = gates.entry(host.to_owned()).or_insert(until);
        *known = until.max(*known);
    }
}
