//! How hosts are doing: how many requests each may have at once, which ones failed so often that they rest, and which are fast.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::Instant,
};
use url::Url;

use super::{FetchOptions, Tries, error::Blame};

/// The longest rest of a host that failed.
const LONGEST_REST: Duration = Duration::from_mins(2);
/// What an answer costs besides its bytes, as bytes: so that the speeds of small and large files can be compared.
const OVERHEAD: u64 = 64 * 1024;

/// Every host that was asked.
pub(super) struct HostBook {
    hosts: Mutex<HashMap<String, Arc<Host>>>,
    per_host: usize,
    apart: Vec<(String, usize)>,
    tries: Tries,
}

/// One host.
pub(super) struct Host {
    name: String,
    permits: Arc<Semaphore>,
    tries: Tries,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    failures: u32,
    rests: u32,
    until: Option<Instant>,
    /// Whether one request is finding out how a host does that has rested.
    probing: bool,
    asked: bool,
    /// Whether it hung and did nothing right since.
    hangs: bool,
    pace: Option<u64>,
}

/// Whether a host can be asked.
pub(super) enum Gate {
    /// Yes.
    Open(Entry),
    /// Not before this moment, unless it does better earlier.
    Rests(Instant),
    /// It rested so often that waiting is no use.
    Down,
}

/// A request to a host that is under way. Dropped without a word, it says nothing about the host.
pub(super) struct Entry {
    host: Arc<Host>,
    probe: bool,
    told: bool,
}

impl HostBook {
    pub(super) fn new(options: &FetchOptions) -> Self {
        Self {
            hosts: Mutex::default(),
            per_host: options.per_host.max(1),
            apart: options.hosts.clone(),
            tries: options.tries.clone(),
        }
    }

    /// The host of an address.
    pub(super) fn of(&self, url: &Url) -> Arc<Host> {
        let name = match (url.host_str().unwrap_or_default(), url.port()) {
            (host, None) => host.to_owned(),
            (host, Some(port)) => format!("{host}:{port}"),
        };
        let mut hosts = lock(&self.hosts);
        let found = hosts.entry(name).or_insert_with_key(|name| Arc::new(self.meet(name)));
        Arc::clone(found)
    }

    /// Ends every rest.
    pub(super) fn wake(&self) {
        for host in lock(&self.hosts).values() {
            let mut state = lock(&host.state);
            (state.failures, state.rests, state.until, state.hangs) = (0, 0, None, false);
            host.changed.notify_waiters();
        }
    }

    fn meet(&self, name: &str) -> Host {
        let apart = self.apart.iter().find(|(host, _)| host == name).map(|(_, most)| *most);
        Host {
            name: name.to_owned(),
            permits: Arc::new(Semaphore::new(apart.unwrap_or(self.per_host).max(1))),
            tries: self.tries.clone(),
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }
}

impl Host {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Bytes a second. Who was never asked counts as the fastest, so that it is tried once; while that runs, as the slowest.
    pub(super) fn pace(&self) -> u64 {
        let state = lock(&self.state);
        state.pace.unwrap_or(if state.asked { 0 } else { u64::MAX })
    }

    /// Whether it hung when it was asked last: others are asked first.
    pub(super) fn hangs(&self) -> bool {
        lock(&self.state).hangs
    }

    /// Waits until it takes one more request.
    pub(super) async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_owned().await.ok()
    }

    /// When its rest ends, if it rests.
    pub(super) fn rests(&self, now: Instant) -> Option<Instant> {
        let state = lock(&self.state);
        state.until.filter(|until| *until > now || state.probing)
    }

    /// Asks to be let in. After a rest one is let in at a time.
    pub(super) fn enter(self: &Arc<Self>, now: Instant) -> Gate {
        let mut state = lock(&self.state);
        let probe = match state.until {
            None => false,
            Some(until) if until > now && state.rests > self.tries.rests => return Gate::Down,
            Some(until) if until > now => return Gate::Rests(until),
            Some(_) if state.probing => return Gate::Rests(now + self.tries.rest),
            Some(_) => true,
        };
        (state.probing, state.asked) = (probe, true);
        Gate::Open(Entry { host: Arc::clone(self), probe, told: false })
    }

    /// Waits for a moment, or for news of this host.
    pub(super) async fn wait(&self, until: Instant) {
        tokio::select! {
            () = tokio::time::sleep_until(until) => {}
            () = self.changed.notified() => {}
        }
    }

    fn rest(&self, state: &mut State, now: Instant, least: Duration) {
        let doubled = self.tries.rest.saturating_mul(1 << state.rests.min(16));
        state.rests += 1;
        state.failures = 0;
        state.until = Some(now + doubled.min(LONGEST_REST).max(least));
    }
}

impl Entry {
    /// The host answered as it should, with so many bytes in this time.
    pub(super) fn good(mut self, bytes: u64, took: Duration) {
        let mut state = self.tell();
        (state.failures, state.rests, state.until, state.hangs) = (0, 0, None, false);
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
        let pace = (bytes + OVERHEAD).saturating_mul(1000) / millis;
        state.pace = Some(state.pace.map_or(pace, |before| before / 5 * 4 + pace / 5));
    }

    /// The host did not; what it did says how bad it is.
    pub(super) fn bad(mut self, blame: Blame, now: Instant) {
        let (host, probe) = (Arc::clone(&self.host), self.probe);
        let mut state = self.tell();
        state.hangs |= blame == Blame::Hangs;
        match blame {
            // It is there: the file was at fault.
            Blame::None => (state.failures, state.rests, state.until) = (0, 0, None),
            Blame::Busy(wait) if probe || state.until.is_none() => host.rest(&mut state, now, wait),
            Blame::Host | Blame::Hangs if probe => host.rest(&mut state, now, Duration::ZERO),
            Blame::Host | Blame::Hangs if state.until.is_none() => {
                state.failures += 1;
                if state.failures >= host.tries.host_failures {
                    host.rest(&mut state, now, Duration::ZERO);
                }
            }
            // Requests that began before it rested.
            Blame::Host | Blame::Hangs | Blame::Busy(_) => {}
        }
    }

    fn tell(&mut self) -> MutexGuard<'_, State> {
        self.told = true;
        let mut state = lock(&self.host.state);
        if self.probe {
            state.probing = false;
            self.host.changed.notify_waiters();
        }
        state
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if !self.told {
            drop(self.tell());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn host() -> Arc<Host> {
        let tries = Tries { host_failures: 3, rest: SECOND, rests: 2, ..Tries::default() };
        let options = FetchOptions { tries, ..FetchOptions::default() };
        HostBook::new(&options).of(&"https://a.example/x".parse().unwrap())
    }

    fn open(host: &Arc<Host>, now: Instant) -> Entry {
        match host.enter(now) {
            Gate::Open(entry) => entry,
            Gate::Rests(_) => panic!("rests"),
            Gate::Down => panic!("down"),
        }
    }

    fn fail(host: &Arc<Host>, now: Instant, times: usize) {
        let entries: Vec<_> = (0..times).map(|_| open(host, now)).collect();
        for entry in entries {
            entry.bad(Blame::Host, now);
        }
    }

    #[test]
    fn a_host_that_fails_in_a_row_rests_and_is_probed_by_one() {
        let (host, now) = (host(), Instant::now());
        fail(&host, now, 2);
        open(&host, now).good(1, SECOND);
        fail(&host, now, 2);
        assert!(host.rests(now).is_none());
        fail(&host, now, 1);
        assert!(matches!(host.enter(now), Gate::Rests(until) if until == now + SECOND));
        let later = now + SECOND;
        let probe = open(&host, later);
        assert!(matches!(host.enter(later), Gate::Rests(_)), "one is let in");
        probe.good(1, SECOND);
        drop((open(&host, later), open(&host, later)));
    }

    #[test]
    fn a_probe_that_is_dropped_lets_the_next_one_in() {
        let (host, now) = (host(), Instant::now());
        fail(&host, now, 3);
        drop(open(&host, now + SECOND));
        drop(open(&host, now + SECOND));
    }

    #[test]
    fn rests_grow_and_end_in_giving_up_until_the_last_is_over() {
        let (host, mut now) = (host(), Instant::now());
        fail(&host, now, 3);
        for rest in [2, 4] {
            now += SECOND * rest / 2;
            open(&host, now).bad(Blame::Host, now);
        }
        assert!(matches!(host.enter(now), Gate::Down));
        assert!(matches!(host.enter(now + SECOND * 4), Gate::Open(_)));
    }

    #[test]
    fn a_busy_host_is_left_alone_as_long_as_it_wants() {
        let (host, now) = (host(), Instant::now());
        open(&host, now).bad(Blame::Busy(SECOND * 30), now);
        assert_eq!(host.rests(now), Some(now + SECOND * 30));
    }

    #[test]
    fn many_failures_at_once_are_one_rest() {
        let (host, now) = (host(), Instant::now());
        fail(&host, now, 20);
        assert_eq!(host.rests(now), Some(now + SECOND));
    }
}
