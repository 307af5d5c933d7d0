//! Which source of a file is asked next, and when.

use std::{cmp::Reverse, sync::Arc, time::Duration};

use nova_model::Random;
use tokio::{sync::OwnedSemaphorePermit, time::Instant};
use url::Url;

use super::{
    Choose, FetchError, FetchOptions, Wanted,
    error::Verdict,
    hosts::{Entry, Gate, Host, HostBook},
};

/// What a wait for a full moment may be longer by, so that not all come back at once.
const SPREAD: Duration = Duration::from_millis(250);

/// The sources of one file, with how each did.
pub(super) struct Sources<'a> {
    wanted: &'a Wanted,
    options: &'a FetchOptions,
    random: &'a dyn Random,
    candidates: Vec<Candidate>,
    /// The candidate that is being asked.
    asked: usize,
}

struct Candidate {
    url: Url,
    host: Arc<Host>,
    /// How often it may be asked yet.
    left: u32,
    failed: u32,
    /// How often it hung. One that did comes behind those that did less.
    hung: u32,
    not_before: Option<Instant>,
    error: Option<FetchError>,
}

/// Leave to ask a source now. Dropped without a word, it says nothing about the host.
pub(super) struct Turn {
    pub(super) url: Url,
    pub(super) host: Arc<Host>,
    entry: Entry,
    begun: Instant,
    pub(super) patience: Patience,
    _permit: Option<OwnedSemaphorePermit>,
}

/// How long a source is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patience {
    /// For the head of its answer.
    pub(super) answer: Duration,
    /// For the next bytes.
    pub(super) silence: Duration,
    /// Over how long its speed is judged.
    pub(super) window: Duration,
}

impl Turn {
    /// It went well.
    pub(super) fn good(self, bytes: u64) {
        self.entry.good(bytes, self.begun.elapsed());
    }

    fn bad(self, error: &FetchError) {
        self.entry.bad(error.blame(), Instant::now());
    }
}

enum Pick {
    Take(usize),
    Wait(usize, Instant),
}

impl<'a> Sources<'a> {
    pub(super) fn new(
        wanted: &'a Wanted,
        options: &'a FetchOptions,
        book: &HostBook,
        random: &'a dyn Random,
    ) -> Self {
        let candidates = wanted.sources.iter().map(|url| Candidate {
            url: url.clone(),
            host: book.of(url),
            left: options.tries.per_source.max(1),
            failed: 0,
            hung: 0,
            not_before: None,
            error: None,
        });
        let mut candidates: Vec<_> = candidates.collect();
        if options.choose == Choose::Fastest {
            candidates.sort_by_cached_key(|one| Reverse(one.host.pace()));
        }
        candidates.sort_by_cached_key(|one| one.host.hangs());
        Self { wanted, options, random, candidates, asked: 0 }
    }

    /// Waits until a source can be asked; an error where none is left.
    pub(super) async fn next(&mut self) -> Result<Turn, FetchError> {
        loop {
            match self.pick(Instant::now()) {
                None => return Err(self.last_word()),
                Some(Pick::Wait(which, until)) => self.candidates[which].host.wait(until).await,
                Some(Pick::Take(which)) => {
                    if let Some(turn) = self.take(which).await {
                        return Ok(turn);
                    }
                }
            }
        }
    }

    /// The first source in order that does not rest; where all rest, the one that rests shortest.
    fn pick(&self, now: Instant) -> Option<Pick> {
        let mut soonest: Option<(usize, Instant)> = None;
        let left = self.candidates.iter().enumerate().filter(|(_, one)| one.left > 0);
        let mut left: Vec<(usize, &Candidate)> = left.collect();
        left.sort_by_key(|(_, one)| one.hung);
        for (which, one) in left {
            let Some(until) = one.host.rests(now) else {
                return Some(match one.not_before.filter(|moment| *moment > now) {
                    Some(moment) => Pick::Wait(which, moment),
                    None => Pick::Take(which),
                });
            };
            let until = one.not_before.map_or(until, |moment| moment.max(until));
            if soonest.is_none_or(|(_, best)| until < best) {
                soonest = Some((which, until));
            }
        }
        // The host itself says whether waiting is of use.
        soonest.map(|(which, _)| Pick::Take(which))
    }

    /// Short where another source can be asked that did not fail yet.
    fn patience(&self, which: usize, now: Instant) -> Patience {
        let times = &self.options.times;
        let fresh = |one: &Candidate| one.left > 0 && one.failed == 0 && one.host.rests(now).is_none();
        let others = self.candidates.iter().enumerate().any(|(at, one)| at != which && fresh(one));
        let most = if others { times.elsewhere } else { Duration::MAX };
        Patience {
            answer: times.answer.min(most),
            silence: times.silence.min(most),
            window: times.window.min(most.saturating_mul(2)),
        }
    }

    async fn take(&mut self, which: usize) -> Option<Turn> {
        let patience = self.patience(which, Instant::now());
        let one = &mut self.candidates[which];
        let permit = one.host.permit().await;
        let now = Instant::now();
        match one.host.enter(now) {
            Gate::Open(entry) => {
                self.asked = which;
                let (url, host) = (one.url.clone(), Arc::clone(&one.host));
                Some(Turn { url, host, entry, begun: now, patience, _permit: permit })
            }
            Gate::Rests(until) => {
                drop(permit);
                one.host.wait(until).await;
                None
            }
            Gate::Down => {
                one.left = 0;
                one.error.get_or_insert(FetchError::Resting { host: one.host.name().to_owned() });
                None
            }
        }
    }

    /// The source that was asked failed. An error where that ends it for the whole file.
    pub(super) fn failed(
        &mut self,
        turn: Turn,
        error: FetchError,
        came_on: CameOn,
    ) -> Result<(), FetchError> {
        turn.bad(&error);
        let tries = &self.options.tries;
        let Some(one) = self.candidates.get_mut(self.asked) else { return Err(error) };
        if came_on == CameOn::Yes {
            (one.left, one.failed) = (tries.per_source.max(1), 0);
        }
        let hung = error.is_a_hang() && came_on == CameOn::No;
        one.left = match error.verdict(self.options.times.patience) {
            // Twice is enough to wait for nothing.
            Verdict::Again if hung => one.left.saturating_sub(1).min(1),
            Verdict::Again => one.left.saturating_sub(1),
            Verdict::Once => one.left.saturating_sub(1).min(1),
            Verdict::Next => 0,
            Verdict::End => return Err(error),
        };
        let doubled = tries.backoff.saturating_mul(1 << one.failed.min(16)).min(tries.longest_backoff);
        let wait = match &error {
            FetchError::Busy { wait: Some(wait), .. } => *wait + part_of(SPREAD, self.random),
            _ => part_of(doubled, self.random),
        };
        one.failed += 1;
        one.hung += u32::from(hung);
        one.not_before = Some(Instant::now() + wait);
        one.error = Some(error);
        Ok(())
    }

    /// What to tell of a file that no source had: what the first one said, which the caller thought best.
    fn last_word(&mut self) -> FetchError {
        let said = self.candidates.iter_mut().find_map(|one| one.error.take());
        said.unwrap_or_else(|| FetchError::NoSource { name: self.wanted.name.clone() })
    }
}

/// Whether a failed try brought the file on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CameOn {
    Yes,
    No,
}

/// A random part of a time: with the same wait for all, all would come back at once.
fn part_of(time: Duration, random: &dyn Random) -> Duration {
    let mut bytes = [0; 4];
    random.fill(&mut bytes);
    time.mul_f64(f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX))
}
