//! When a request is sent again, and after what wait.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use super::{ClientLimits, attempt::Failure};
use crate::{Fault, Habits};

/// The first wait where the server names none; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(800);

/// How often a call that the server itself could not read is asked for again.
const FAILED_CALLS: u32 = 2;

/// What happens after a failure.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Give,
    Again(Duration),
}

/// What was tried for one question.
#[derive(Default)]
pub(crate) struct Tally {
    again: u32,
    failed_calls: u32,
    once: Vec<Fault>,
    habits: Vec<Habits>,
}

impl Tally {
    /// Whether these habits were not tried yet. No change is made twice, nor taken back.
    pub(crate) fn is_new(&mut self, before: Habits, learnt: Habits) -> bool {
        self.habits.push(before);
        !self.habits.contains(&learnt)
    }

    /// What to do about a failure. Once words were shown, and where no other answer is to be expected, nothing.
    pub(crate) fn next(&mut self, failure: &Failure, limits: &ClientLimits, seed: u64) -> Next {
        if failure.error.shown || failure.silent {
            return Next::Give;
        }
        if failure.said.is_failed_call() {
            self.failed_calls += 1;
            return if self.failed_calls <= FAILED_CALLS { Next::Again(Duration::ZERO) } else { Next::Give };
        }
        match failure.error.fault {
            Fault::Busy => self.wait(failure, limits, seed),
            Fault::Server | Fault::TimedOut if passes(failure.error.status) => {
                self.wait(failure, limits, seed)
            }
            Fault::Offline | Fault::Cut | Fault::Empty => self.once(failure, limits, seed),
            _ => Next::Give,
        }
    }

    fn once(&mut self, failure: &Failure, limits: &ClientLimits, seed: u64) -> Next {
        if limits.retries == 0 || self.once.contains(&failure.error.fault) {
            return Next::Give;
        }
        self.once.push(failure.error.fault);
        Next::Again(back_off(0, limits, seed))
    }

    fn wait(&mut self, failure: &Failure, limits: &ClientLimits, seed: u64) -> Next {
        let asked = failure.error.retry_after;
        if self.again >= limits.retries || asked.is_some_and(|asked| asked > limits.longest_wait) {
            return Next::Give;
        }
        let time = asked.unwrap_or_else(|| back_off(self.again, limits, seed));
        self.again += 1;
        Next::Again(time)
    }
}

/// Whether a server's error may be gone the next time. An error in a stream may have no status.
fn passes(status: Option<u16>) -> bool {
    !matches!(status, Some(501 | 505))
}

/// The wait before a try, between half of its full length and all of it, so that clients do not come back all at once.
fn back_off(tries: u32, limits: &ClientLimits, seed: u64) -> Duration {
    let full = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(tries)).min(limits.longest_wait);
    let share = u32::try_from(seed.rotate_left(tries) % 512).unwrap_or_default();
    full.saturating_mul(512 + share) / 1024
}

/// A number for the back-off, from the request itself: different for different chats.
pub(crate) fn seed(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LlmError, failure::Said};

    fn failure(fault: Fault, status: Option<u16>) -> Failure {
        let error = LlmError {
            fault,
            host: String::new(),
            model: String::new(),
            status,
            said: String::new(),
            retry_after: None,
            shown: false,
        };
        Failure { error, said: Said::default(), silent: false }
    }

    fn tries(failure: &Failure) -> usize {
        let (mut tally, limits) = (Tally::default(), ClientLimits::default());
        (0..10).take_while(|seed| tally.next(failure, &limits, *seed) != Next::Give).count()
    }

    #[test]
    fn what_may_pass_is_tried_again_and_what_does_not_is_not() {
        for (fault, status, again) in [
            (Fault::Busy, Some(429), 2),
            (Fault::Server, Some(503), 2),
            (Fault::Server, Some(529), 2),
            (Fault::Server, None, 2),
            (Fault::Server, Some(501), 0),
            (Fault::TimedOut, Some(408), 2),
            (Fault::Offline, None, 1),
            (Fault::Cut, None, 1),
            (Fault::Empty, None, 1),
            (Fault::Refused, Some(400), 0),
            (Fault::Key, Some(401), 0),
            (Fault::Credit, Some(429), 0),
            (Fault::NotFound, Some(404), 0),
            (Fault::TooLong, Some(400), 0),
            (Fault::Blocked, None, 0),
            (Fault::Garbled, Some(200), 0),
        ] {
            assert_eq!(tries(&failure(fault, status)), again, "{fault:?} {status:?}");
        }
    }

    #[test]
    fn nothing_is_tried_again_once_words_were_shown() {
        let mut shown = failure(Fault::Server, Some(503));
        shown.error.shown = true;
        assert_eq!(tries(&shown), 0);
    }

    #[test]
    fn a_server_that_asks_for_more_than_is_reasonable_is_given_up_at_once() {
        let mut busy = failure(Fault::Busy, Some(429));
        busy.error.retry_after = Some(Duration::from_hours(1));
        assert_eq!(tries(&busy), 0);
        busy.error.retry_after = Some(Duration::from_secs(3));
        let next = Tally::default().next(&busy, &ClientLimits::default(), 0);
        assert_eq!(next, Next::Again(Duration::from_secs(3)));
    }

    #[test]
    fn waits_grow_and_stay_below_the_longest() {
        let limits = ClientLimits { longest_wait: Duration::from_secs(3), ..ClientLimits::default() };
        for seed in [0, 511, u64::MAX, 12345] {
            assert!((400..=800).contains(&back_off(0, &limits, seed).as_millis()), "{seed}");
            assert!(back_off(1, &limits, seed).as_millis() >= 800);
            assert!(back_off(40, &limits, seed) <= limits.longest_wait);
        }
    }
}
