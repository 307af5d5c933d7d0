//! A body on its way: taken off the line in batches, and watched, so that one which falls silent or drips comes to an end.

use std::{
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use reqwest::Response;
use tokio::time::{Instant, Sleep, sleep_until};
use tokio_util::bytes::Bytes;

use super::{FetchError, fault, tries::Patience};

/// How many bytes are handed on at once. Most files of the game are smaller.
const BATCH: usize = 256 * 1024;
/// How many pieces are handed on at once: each keeps a buffer alive.
const PIECES: usize = 64;

/// A body on its way.
pub(super) struct Flow<'a> {
    response: Response,
    shown: String,
    watch: Watch<'a>,
    /// What came so far.
    came: u64,
    /// The most that may come.
    most: u64,
}

/// Some of a body.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) pieces: Vec<Bytes>,
    pub(super) bytes: u64,
    pub(super) after: After,
}

/// What follows a batch.
#[derive(Default)]
pub(super) enum After {
    /// More, as far as anyone knows.
    #[default]
    More,
    /// Nothing: the body is whole.
    End,
    /// Nothing: it broke. What came before is good all the same.
    Broken(FetchError),
}

impl<'a> Flow<'a> {
    /// The body of an answer, of which at most so many bytes are taken, and one more to know that there are.
    pub(super) fn new(response: Response, shown: String, line: Line<'a>, most: u64) -> Self {
        Self { response, shown, watch: Watch::new(line), came: 0, most }
    }

    /// What came so far.
    pub(super) fn came(&self) -> u64 {
        self.came
    }

    /// Waits for more, until a batch is full or the body ends.
    pub(super) async fn batch(&mut self) -> Batch {
        let mut batch = Batch::default();
        while batch.bytes < BATCH as u64 && batch.pieces.len() < PIECES && self.came <= self.most {
            let piece = match self.piece().await {
                Ok(Some(piece)) => piece,
                Ok(None) => {
                    batch.after = After::End;
                    break;
                }
                Err(error) => {
                    batch.after = After::Broken(error);
                    break;
                }
            };
            batch.bytes += piece.len() as u64;
            self.came += piece.len() as u64;
            self.watch.line.moved.fetch_add(piece.len() as u64, Ordering::Relaxed);
            batch.pieces.push(piece);
        }
        batch
    }

    async fn piece(&mut self) -> Result<Option<Bytes>, FetchError> {
        let chunk = tokio::select! {
            biased;
            chunk = self.response.chunk() => chunk,
            slow = self.watch.slow(self.came) => return Err(slow.error(self.shown.clone(), self.came)),
        };
        chunk.map_err(|error| fault::of_body(&self.shown, &error, self.came))
    }
}

/// The line as all bodies share it.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Bytes a second that all of them must come with.
    pub(super) slowest: u64,
    /// How long this body may take.
    pub(super) patience: Patience,
    /// How many bodies are on their way.
    pub(super) running: &'a AtomicU64,
    /// All bytes that came, of any of them.
    pub(super) moved: &'a AtomicU64,
}

/// How a body is too slow.
enum Slow {
    Silent,
    Drip(u64),
}

impl Slow {
    fn error(&self, url: String, got: u64) -> FetchError {
        match self {
            Self::Silent => FetchError::Stalled { url, got },
            Self::Drip(speed) => FetchError::TooSlow { url, speed: *speed },
        }
    }
}

/// Looks at a body now and then, rather than at each piece of it: one timer a body, and none is set anew while bytes come.
struct Watch<'a> {
    line: Line<'a>,
    alarm: Pin<Box<Sleep>>,
    last_move: (Instant, u64),
    window: (Instant, u64),
}

impl<'a> Watch<'a> {
    fn new(line: Line<'a>) -> Self {
        let now = Instant::now();
        let alarm = Box::pin(sleep_until(now + Self::beat(line)));
        Self { line, alarm, last_move: (now, 0), window: (now, 0) }
    }

    fn beat(line: Line<'_>) -> Duration {
        (line.patience.silence.min(line.patience.window) / 4).max(Duration::from_millis(10))
    }

    /// Returns when a body of which so much came is too slow.
    async fn slow(&mut self, came: u64) -> Slow {
        loop {
            self.alarm.as_mut().await;
            let now = Instant::now();
            if let Some(slow) = self.look(now, came) {
                return slow;
            }
            self.alarm.as_mut().reset(now + Self::beat(self.line));
        }
    }

    fn look(&mut self, now: Instant, came: u64) -> Option<Slow> {
        let Patience { silence, window, .. } = self.line.patience;
        if came > self.last_move.1 {
            self.last_move = (now, came);
        } else if now - self.last_move.0 >= silence {
            return Some(Slow::Silent);
        }
        let (began, before) = self.window;
        let took = now - began;
        if took < window {
            return None;
        }
        self.window = (now, came);
        let speed = (came - before) * 1000 / u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
        let share = self.line.slowest / self.line.running.load(Ordering::Relaxed).max(1);
        (speed < share).then_some(Slow::Drip(speed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn speed_of(bytes_a_second: u64, running: u64) -> Option<&'static str> {
        let patience = Patience { answer: SECOND, silence: SECOND * 10, window: SECOND * 30 };
        let (running, moved) = (AtomicU64::new(running), AtomicU64::new(0));
        let mut watch = Watch::new(Line { slowest: 4096, patience, running: &running, moved: &moved });
        let start = Instant::now();
        (1..100_u32).find_map(|second| {
            watch.look(start + SECOND * second, bytes_a_second * u64::from(second)).map(|slow| match slow {
                Slow::Silent => "silent",
                Slow::Drip(_) => "drip",
            })
        })
    }

    #[tokio::test]
    async fn a_drip_is_told_from_a_slow_line_that_many_files_share() {
        assert_eq!(speed_of(0, 1), Some("silent"));
        assert_eq!(speed_of(20, 1), Some("drip"));
        assert_eq!(speed_of(20, 48), Some("drip"));
        assert_eq!(speed_of(1024, 1), Some("drip"));
        assert_eq!(speed_of(8 * 1024, 1), None);
        // 64 kbit/s, as 48 connections share it.
        assert_eq!(speed_of(8 * 1024 / 48, 48), None);
    }
}
